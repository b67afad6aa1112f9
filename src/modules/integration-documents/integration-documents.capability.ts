import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { FileAddresses } from '../../platform/signing/file-addresses.js';
import type { IntegrationDocumentsNeeds } from './integration-documents.needs.js';
import { IntegrationDocumentsResolver, relatedResourcesResolvers } from './integration-documents.resolver.js';
import { SYNC_JOBS } from '../integration-resources/syncing/sync-record.job.js';
import { IntegrationDocuments } from './integration-documents.service.js';
import { AccountingAllocationHandler } from './accounting/accounting-allocation.handler.js';
import { AccountingDestinations } from './accounting/accounting-destinations.js';
import { AccountingDocuments } from './accounting/accounting-documents.service.js';
import { AccountingInvoiceHandler } from './accounting/accounting-invoice.handler.js';
import { AccountingNoteHandler } from './accounting/accounting-note.handler.js';
import { AccountingPaymentHandler } from './accounting/accounting-payment.handler.js';
import { AccountingReader } from './accounting/accounting-reader.js';
import { VoidedInvoices } from './accounting/voided-invoices.js';
import { AccountingRefundHandler } from './accounting/accounting-refund.handler.js';
import { DocumentSyncResolver } from './document-sync/document-sync.resolver.js';
import { DocumentSync } from './document-sync/document-sync.service.js';
import { OwnDocuments } from './document-sync/own-documents.js';
import { SYNC_PERIOD } from './document-sync/sync-period.job.js';
import { CrmDocuments } from './crm/crm-documents.service.js';
import { CrmInvoiceHandler } from './crm/crm-invoice.handler.js';
import { CrmSubscriptionHandler } from './crm/crm-subscription.handler.js';
import { AccountingCustomerHandler } from './customers/accounting-customer.handler.js';
import { CrmCustomerHandler } from './customers/crm-customer.handler.js';
import { CustomerPlaces } from './customers/customer-places.js';
import { CustomerSync } from './customers/customer-sync.service.js';
import { LinkedCustomers } from './customers/linked-customers.js';
import { TaxReportHandler } from './tax-reports/tax-report.handler.js';
import { TaxReportRequests } from './tax-reports/tax-report-requests.js';
import { TaxReportsResolver } from './tax-reports/tax-reports.resolver.js';
import { TaxReports } from './tax-reports/tax-reports.service.js';
import { ESTIMATE_TAXES } from '../invoices/issuing/tax-estimate.job.js';
import { FeeTaxHandler } from './taxes/fee-tax.handler.js';
import { FeeTaxRequests } from './taxes/fee-tax-requests.js';
import { InvoiceEstimation } from './taxes/invoice-estimation.js';
import { InvoiceTaxHandler } from './taxes/invoice-tax.handler.js';
import { InvoiceTaxRequests } from './taxes/invoice-tax-requests.js';
import { PreviewTaxes } from './taxes/preview-taxes.js';
import { INTEGRATION_DOCUMENT_ACTIVITIES } from './integration-document.activities.js';
import { RecordSync } from '../integration-resources/syncing/record-sync.js';

/** The documents that connected systems have: records of them, and the fields that show these. */
export const integrationDocumentsCapability = capability({
  services: (lower: IntegrationDocumentsNeeds) => {
    const customerPlaces = new CustomerPlaces(lower);
    const fileAddresses = new FileAddresses(lower.publicAddresses);
    const needs = {
      ...lower,
      customerPlaces,
      ownDocuments: new OwnDocuments(lower),
      linkedCustomers: new LinkedCustomers(lower),
      accountingDestinations: new AccountingDestinations({ ...lower, customerPlaces }),
      accountingReader: new AccountingReader({ ...lower, fileAddresses }),
      voidedInvoices: new VoidedInvoices({ ...lower, customerPlaces }),
      taxReportRequests: new TaxReportRequests(lower),
      feeTaxRequests: new FeeTaxRequests(lower),
      invoiceTaxRequests: new InvoiceTaxRequests(lower),
      fileAddresses,
    };
    const recordHandlers = [
      new CrmCustomerHandler(needs),
      new CrmInvoiceHandler(needs),
      new CrmSubscriptionHandler(needs),
      new AccountingCustomerHandler(needs),
      new AccountingInvoiceHandler(needs),
      new AccountingNoteHandler(needs),
      new AccountingAllocationHandler(needs),
      new AccountingPaymentHandler(needs),
      new AccountingRefundHandler(needs),
      new FeeTaxHandler(needs),
      new TaxReportHandler(needs),
      new InvoiceTaxHandler(needs),
    ];
    return {
      accountingDocuments: new AccountingDocuments(needs),
      crmDocuments: new CrmDocuments(customerPlaces),
      integrationDocuments: new IntegrationDocuments(needs),
      documentSync: new DocumentSync(needs),
      customerSync: new CustomerSync(lower),
      taxReports: new TaxReports(lower),
      invoiceEstimation: new InvoiceEstimation(needs),
      previewTaxes: new PreviewTaxes(needs),
      recordSync: new RecordSync({ ...lower, recordHandlers }),
    };
  },
  resolvers: ({ documentSync, integrationDocuments, integrationResources, taxReports }) => [
    new IntegrationDocumentsResolver(integrationDocuments),
    new DocumentSyncResolver(documentSync),
    new TaxReportsResolver(taxReports),
    ...relatedResourcesResolvers(integrationResources),
  ],
  activities: INTEGRATION_DOCUMENT_ACTIVITIES,
  jobs: ({ documentSync, recordSync, invoiceEstimation }) => [
    ...Object.values(SYNC_JOBS).map((job) => job.doneBy((sync) => recordSync.run(sync))),
    SYNC_PERIOD.doneBy((period) => documentSync.run(period)),
    ESTIMATE_TAXES.doneBy((estimated) => invoiceEstimation.run(estimated)),
  ],
});

export type IntegrationDocumentsServices = ServicesOf<typeof integrationDocumentsCapability>;

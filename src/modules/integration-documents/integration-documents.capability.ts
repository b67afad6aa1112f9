import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { FileAddresses } from '../../platform/signing/file-addresses.js';
import type { IntegrationDocumentsNeeds } from './integration-documents.needs.js';
import { IntegrationDocumentsResolver, relatedResourcesResolvers } from './integration-documents.resolver.js';
import { SYNC_JOBS } from '../integration-resources/syncing/sync-record.job.js';
import { IntegrationDocuments } from './integration-documents.service.js';
import { CrmDocuments } from './crm/crm-documents.service.js';
import { CrmInvoiceHandler } from './crm/crm-invoice.handler.js';
import { CrmPlaces } from './crm/crm-places.js';
import { CrmSubscriptionHandler } from './crm/crm-subscription.handler.js';
import { AccountingCustomerHandler } from './customers/accounting-customer.handler.js';
import { CrmCustomerHandler } from './customers/crm-customer.handler.js';
import { CustomerSync } from './customers/customer-sync.service.js';
import { LinkedCustomers } from './customers/linked-customers.js';
import { TaxReportHandler } from './tax-reports/tax-report.handler.js';
import { TaxReportRequests } from './tax-reports/tax-report-requests.js';
import { TaxReportsResolver } from './tax-reports/tax-reports.resolver.js';
import { TaxReports } from './tax-reports/tax-reports.service.js';
import { ESTIMATE_TAXES } from '../invoices/issuing/tax-estimate.job.js';
import { InvoiceEstimation } from './taxes/invoice-estimation.js';
import { InvoiceTaxHandler } from './taxes/invoice-tax.handler.js';
import { InvoiceTaxRequests } from './taxes/invoice-tax-requests.js';
import { PreviewTaxes } from './taxes/preview-taxes.js';
import { INTEGRATION_DOCUMENT_ACTIVITIES } from './integration-document.activities.js';
import { RecordSync } from '../integration-resources/syncing/record-sync.js';

/** The documents that connected systems have: records of them, and the fields that show these. */
export const integrationDocumentsCapability = capability({
  services: (lower: IntegrationDocumentsNeeds) => {
    const needs = {
      ...lower,
      linkedCustomers: new LinkedCustomers(lower),
      crmPlaces: new CrmPlaces(lower),
      taxReportRequests: new TaxReportRequests(lower),
      invoiceTaxRequests: new InvoiceTaxRequests(lower),
      fileAddresses: new FileAddresses(lower.publicAddresses),
    };
    const recordHandlers = [
      new CrmCustomerHandler(needs),
      new CrmInvoiceHandler(needs),
      new CrmSubscriptionHandler(needs),
      new AccountingCustomerHandler(needs),
      new TaxReportHandler(needs),
      new InvoiceTaxHandler(needs),
    ];
    return {
      crmDocuments: new CrmDocuments(lower),
      integrationDocuments: new IntegrationDocuments(lower),
      customerSync: new CustomerSync(lower),
      taxReports: new TaxReports(lower),
      invoiceEstimation: new InvoiceEstimation(needs),
      previewTaxes: new PreviewTaxes(needs),
      recordSync: new RecordSync({ ...lower, recordHandlers }),
    };
  },
  resolvers: ({ integrationDocuments, integrationResources, taxReports }) => [
    new IntegrationDocumentsResolver(integrationDocuments),
    new TaxReportsResolver(taxReports),
    ...relatedResourcesResolvers(integrationResources),
  ],
  activities: INTEGRATION_DOCUMENT_ACTIVITIES,
  jobs: ({ recordSync, invoiceEstimation }) => [
    ...Object.values(SYNC_JOBS).map((job) => job.doneBy((sync) => recordSync.run(sync))),
    ESTIMATE_TAXES.doneBy((estimated) => invoiceEstimation.run(estimated)),
  ],
});

export type IntegrationDocumentsServices = ServicesOf<typeof integrationDocumentsCapability>;

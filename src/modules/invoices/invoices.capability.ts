import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { InvoicesNeeds } from './invoices.needs.js';
import { INVOICE_ACTIVITIES } from './invoice.activities.js';
import { ActivationRuleInvoiceResolver } from './api/activation-rule-invoice.resolver.js';
import { BillingPeriodResolver } from './api/billing-period.resolver.js';
import { MetricDraftsResolver, PlanDraftsResolver } from './api/draft-counts.resolver.js';
import { DraftInvoiceService } from './issuing/draft-invoice.service.js';
import { AppliedUsageThresholdResolver } from './api/applied-usage-threshold.resolver.js';
import { FeeDetailsResolver } from './api/fee-details.resolver.js';
import { FeeAppliedTaxResolver, InvoiceAppliedTaxResolver } from './api/applied-tax.resolver.js';
import { FeeRelationsResolver } from './api/fee-relations.resolver.js';
import { FeeResolver } from './api/fee.resolver.js';
import { FeeAdjustments } from './records/fees/fee-adjustments.service.js';
import { FeeService } from './records/fees/fee.service.js';
import { AppliedCouponCreditsResolver, InvoiceCreditResolver } from './api/invoice-credit.resolver.js';
import { InvoiceCredits } from './issuing/invoice-credits.service.js';
import { InvoiceDeadlines } from './deadlines/invoice-deadlines.service.js';
import { InvoiceIssuing } from './issuing/invoice-issuing.service.js';
import { InvoiceNumbering } from './issuing/invoice-numbering.service.js';
import { InvoiceRelations } from './api/invoice-relations.js';
import { InvoiceSections } from './issuing/invoice-sections.service.js';
import { InvoiceSettlement } from './settlement/invoice-settlement.service.js';
import { FeeTaxes } from './issuing/fee-taxes.service.js';
import { InvoiceRegeneration } from './issuing/invoice-regeneration.service.js';
import { RegenerateInvoiceResolver } from './api/regenerate-invoice.resolver.js';
import { InvoiceVoiding } from './issuing/invoice-voiding.service.js';
import { InvoiceResolver } from './api/invoice.resolver.js';
import { BilledPeriods } from './records/periods/billed-periods.service.js';
import { ProgressiveInvoices } from './records/periods/progressive-invoices.service.js';
import { ProvidedTaxRatios } from './records/provided-tax-ratios.js';
import { InvoiceService } from './records/invoice.service.js';
import { OneOffInvoices } from './issuing/one-off-invoices.service.js';
import { ProgressiveCredits } from './issuing/progressive-credits.service.js';
import { RETRY_TAXES, TAX_PENDING_INVOICES } from './issuing/pending-invoices.job.js';
import { AwaitedTaxes } from './issuing/awaited-taxes.service.js';
import { InvoiceTaxation } from './issuing/invoice-taxation.service.js';
import { TaxEstimates } from './issuing/tax-estimates.service.js';
import { PendingInvoices } from './issuing/pending-invoices.service.js';
import { StandaloneFeeTaxation } from './issuing/standalone-fee-taxation.service.js';
import { TAX_STANDALONE_FEES } from './issuing/standalone-fees.job.js';
import { OpenInvoices } from './issuing/open-invoices.service.js';
import { TopUpInvoices } from './issuing/top-up-invoices.service.js';
import { WalletTransactionInvoicesResolver } from './api/wallet-transaction-invoices.resolver.js';
import { CustomerInvoicesResolver, SubscriptionInvoicesResolver } from './api/related-invoices.resolver.js';
import { INVOICE_CHECKS } from './verification/invoice.checks.js';

/** Invoices and fees. */
export const invoicesCapability = capability({
  services: (lower: InvoicesNeeds) => {
    const { billingEntities, numberSeries } = lower;
    const fees = new FeeService(lower);
    const invoices = new InvoiceService(billingEntities);
    const billedPeriods = new BilledPeriods();
    const progressiveInvoices = new ProgressiveInvoices();
    const invoiceDeadlines = new InvoiceDeadlines(billingEntities);
    const invoiceNumbering = new InvoiceNumbering(numberSeries);
    const writing = {
      ...lower,
      fees,
      invoices,
      billedPeriods,
      progressiveInvoices,
      numbering: invoiceNumbering,
      credits: new InvoiceCredits(lower),
      sections: new InvoiceSections(lower.customSections),
      progressiveCredits: new ProgressiveCredits({ ...lower, fees }),
      awaitedTaxes: new AwaitedTaxes(lower),
    };
    const issuing = new InvoiceIssuing(writing);
    const openInvoices = new OpenInvoices(writing);
    const invoiceSettlement = new InvoiceSettlement({ ...lower, fees, deadlines: invoiceDeadlines });
    const feeTaxes = new FeeTaxes(lower);
    const invoiceTaxation = new InvoiceTaxation({ ...writing, feeTaxes });
    return {
      fees,
      feeAdjustments: new FeeAdjustments(),
      invoices,
      billedPeriods,
      progressiveInvoices,
      invoiceNumbering,
      issuing,
      oneOffInvoices: new OneOffInvoices({ ...lower, issuing }),
      openInvoices,
      topUpInvoices: new TopUpInvoices({ ...lower, issuing, openInvoices }),
      invoiceVoiding: new InvoiceVoiding(writing),
      invoiceRegeneration: new InvoiceRegeneration({ ...writing, issuing, feeTaxes, invoiceSettlement }),
      invoiceDeadlines,
      invoiceSettlement,
      invoiceTaxation,
      standaloneFeeTaxation: new StandaloneFeeTaxation({ ...writing, feeTaxes }),
      providedTaxRatios: new ProvidedTaxRatios(),
      taxEstimates: new TaxEstimates(),
      pendingInvoices: new PendingInvoices({ ...writing, invoiceTaxation, invoiceSettlement }),
      drafts: new DraftInvoiceService(writing),
      invoiceRelations: new InvoiceRelations({
        ...lower,
        invoices,
        billedPeriods,
        progressiveInvoices,
        fees,
      }),
    };
  },
  resolvers: (services) => [
    new InvoiceResolver(
      services.invoices,
      services.invoiceSettlement,
      services.oneOffInvoices,
      services.pendingInvoices,
      services.invoiceRelations,
    ),
    new RegenerateInvoiceResolver(services.invoiceRegeneration),
    new BillingPeriodResolver(services.invoiceRelations),
    new FeeDetailsResolver(),
    new FeeRelationsResolver(services.invoiceRelations),
    new FeeAppliedTaxResolver(services.invoiceRelations),
    new InvoiceAppliedTaxResolver(services.invoiceRelations),
    new FeeResolver(services.fees, services.invoiceRelations),
    new AppliedUsageThresholdResolver(),
    new InvoiceCreditResolver(services.invoiceRelations),
    new WalletTransactionInvoicesResolver(services.invoiceRelations),
    new AppliedCouponCreditsResolver(services.invoiceRelations),
    new PlanDraftsResolver(services.drafts),
    new MetricDraftsResolver(services.drafts),
    new CustomerInvoicesResolver(services.invoices),
    new SubscriptionInvoicesResolver(services.invoices, services.fees),
    new ActivationRuleInvoiceResolver(services.openInvoices),
  ],
  jobs: ({ pendingInvoices, standaloneFeeTaxation }) => [
    TAX_PENDING_INVOICES.doneBy((waiting) => pendingInvoices.run(waiting)),
    TAX_STANDALONE_FEES.doneBy((waiting) => standaloneFeeTaxation.run(waiting)),
    RETRY_TAXES.doneBy((failed) => pendingInvoices.retryFailed(failed)),
  ],
  removal:
    ({ invoices }) =>
    (tx, actor, { customerIds }) =>
      invoices.deleteForGood(tx, actor, customerIds),
  activities: INVOICE_ACTIVITIES,
  checks: INVOICE_CHECKS,
});

export type InvoicesServices = ServicesOf<typeof invoicesCapability>;

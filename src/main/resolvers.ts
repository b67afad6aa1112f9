import { DraftInvoiceResolver } from '../lifecycle/billing/draft-invoice.resolver.js';
import { FailingWorkResolver } from '../lifecycle/due-work/failing-work.resolver.js';
import { FeeEstimateResolver } from '../lifecycle/estimates/fee-estimate.resolver.js';
import { InvoicePreviewResolver } from '../lifecycle/estimates/invoice-preview.resolver.js';
import { SubscriptionFixedChargeResolver } from '../lifecycle/subscriptions/subscription-fixed-charge.resolver.js';
import { SubscriptionStartResolver } from '../lifecycle/subscriptions/subscription-start.resolver.js';
import { SubscriptionTerminationResolver } from '../lifecycle/subscriptions/subscription-termination.resolver.js';
import { SubscriptionUpdateResolver } from '../lifecycle/subscriptions/subscription-update.resolver.js';
import { TestClockMovementResolver } from '../lifecycle/time/test-clock-movement.resolver.js';
import { AddOnResolver } from '../modules/add-ons/add-on.resolver.js';
import { BillableMetricResolver } from '../modules/billable-metrics/billable-metric.resolver.js';
import { CreditNoteItemResolver, CreditNoteResolver } from '../modules/credit-notes/credit-note.resolver.js';
import {
  CustomerCreditNotesResolver,
  InvoiceCreditNotesResolver,
} from '../modules/credit-notes/related-credit-notes.resolver.js';
import { CustomerResolver } from '../modules/customers/customer.resolver.js';
import { ApiKeyResolver } from '../modules/organizations/api-key.resolver.js';
import { OrganizationResolver } from '../modules/organizations/organization.resolver.js';
import { FeeDetailsResolver } from '../modules/invoices/fee-details.resolver.js';
import { FeeResolver } from '../modules/invoices/fee.resolver.js';
import { BillingPeriodResolver } from '../modules/invoices/billing-period.resolver.js';
import { MetricDraftsResolver, PlanDraftsResolver } from '../modules/invoices/draft-counts.resolver.js';
import { InvoiceCreditResolver } from '../modules/invoices/invoice-credit.resolver.js';
import { InvoiceRelations } from '../modules/invoices/invoice-relations.js';
import { InvoiceResolver } from '../modules/invoices/invoice.resolver.js';
import {
  CustomerInvoicesResolver,
  SubscriptionInvoicesResolver,
} from '../modules/invoices/related-invoices.resolver.js';
import { ActivationRuleInvoiceResolver } from '../modules/invoices/activation-rule-invoice.resolver.js';
import { PaymentResolver } from '../modules/payments/payment.resolver.js';
import {
  CustomerPaymentsResolver,
  InvoicePaymentsResolver,
} from '../modules/payments/related-payments.resolver.js';
import { ChargeFilterResolver } from '../modules/plans/charge-filter.resolver.js';
import { ChargeResolver } from '../modules/plans/charge.resolver.js';
import { FixedChargeResolver } from '../modules/plans/fixed-charge.resolver.js';
import { MetricPlansResolver } from '../modules/plans/metric-plans.resolver.js';
import { MinimumCommitmentResolver } from '../modules/plans/minimum-commitment.resolver.js';
import { PlanResolver } from '../modules/plans/plan.resolver.js';
import { PricingUnitResolver } from '../modules/pricing-units/pricing-unit.resolver.js';
import { CustomerSubscriptionsResolver } from '../modules/subscriptions/customer-subscriptions.resolver.js';
import {
  SubscriptionChargeResolver,
  SubscriptionChargesResolver,
} from '../modules/subscriptions/subscription-charge.resolver.js';
import {
  MetricSubscriptionCountsResolver,
  PlanSubscriptionCountsResolver,
} from '../modules/subscriptions/subscription-counts.resolver.js';
import { SubscriptionRelations } from '../modules/subscriptions/subscription-relations.js';
import { SubscriptionResolver } from '../modules/subscriptions/subscription.resolver.js';
import { TaxResolver } from '../modules/taxes/tax.resolver.js';
import { TestClockResolver } from '../modules/test-clocks/test-clock.resolver.js';
import { BilledUsageVerificationResolver } from '../modules/usage-history/billed-usage-verification.resolver.js';
import { EventExplanationResolver } from '../modules/usage-history/event-explanation.resolver.js';
import {
  LifetimeUsageResolver,
  SubscriptionLifetimeUsageResolver,
} from '../modules/usage-history/lifetime-usage.resolver.js';
import { PastUsageResolver } from '../modules/usage-history/past-usage.resolver.js';
import {
  ChargeUsageResolver,
  CustomerProjectedUsageResolver,
  CustomerUsageResolver,
  ProjectedChargeUsageResolver,
} from '../modules/usage/customer-usage.resolver.js';
import { EventResolver } from '../modules/usage/event.resolver.js';
import { UsageVerificationResolver } from '../modules/usage/usage-verification.resolver.js';
import type { Services } from './services.js';

/** Every resolver of the schema. */
export function createResolvers(services: Services): object[] {
  const invoiceRelations = new InvoiceRelations(services);
  const subscriptionRelations = new SubscriptionRelations(services.subscriptions);
  return [
    new OrganizationResolver(services.organizations),
    new ApiKeyResolver(services.apiKeys),
    new TaxResolver(services.taxes),
    new BillableMetricResolver(services.billableMetrics),
    new AddOnResolver(services.addOns),
    new PricingUnitResolver(services.pricingUnits),
    new PlanResolver(services.plans, services.planMetadata),
    new MetricPlansResolver(services.charges),
    new ChargeResolver(services),
    new ChargeFilterResolver(services.planCharges),
    new FixedChargeResolver(services),
    new MinimumCommitmentResolver(services.commitments),
    new TestClockResolver(services.testClocks),
    new CustomerResolver(services.customers, services.organizations),
    new SubscriptionResolver(services.subscriptions, services.activationRules, subscriptionRelations),
    new CustomerSubscriptionsResolver(services.subscriptions),
    new PlanSubscriptionCountsResolver(services.subscriptionCounts),
    new MetricSubscriptionCountsResolver(services.subscriptionCounts),
    new EventResolver(services.events, services.ingest),
    new UsageVerificationResolver(services.usageVerification),
    new CustomerUsageResolver(services.customerUsage),
    new ChargeUsageResolver(),
    new CustomerProjectedUsageResolver(services.customerUsage),
    new ProjectedChargeUsageResolver(),
    new PastUsageResolver(services.pastUsage),
    new BilledUsageVerificationResolver(services.billedUsageVerification),
    new EventExplanationResolver(services.eventExplanations),
    new LifetimeUsageResolver(services.lifetimeUsage, subscriptionRelations),
    new SubscriptionLifetimeUsageResolver(services.lifetimeUsage),
    new InvoiceResolver(services.invoices, services.invoiceSettlement, invoiceRelations),
    new BillingPeriodResolver(),
    new FeeDetailsResolver(),
    new FeeResolver(services.fees, invoiceRelations),
    new InvoiceCreditResolver(invoiceRelations),
    new PlanDraftsResolver(services.drafts),
    new MetricDraftsResolver(services.drafts),
    new CustomerInvoicesResolver(services.invoices),
    new SubscriptionInvoicesResolver(services.invoices, services.fees),
    new ActivationRuleInvoiceResolver(services.openInvoices),
    new PaymentResolver(services),
    new CustomerPaymentsResolver(services.payments),
    new InvoicePaymentsResolver(services.payments),
    new CreditNoteResolver(services.creditNotes, services.creditNoteEditor, invoiceRelations),
    new CreditNoteItemResolver(invoiceRelations),
    new CustomerCreditNotesResolver(services.creditNotes),
    new InvoiceCreditNotesResolver(services.creditNotes),
    new SubscriptionChargeResolver(services),
    new SubscriptionChargesResolver(services.charges),
    new SubscriptionFixedChargeResolver(services),
    new SubscriptionStartResolver(services.subscriptionStart),
    new SubscriptionUpdateResolver(services.subscriptionUpdate),
    new SubscriptionTerminationResolver(services.subscriptionTermination),
    new DraftInvoiceResolver(services.draftInvoices),
    new InvoicePreviewResolver(services.invoicePreviews),
    new FeeEstimateResolver(services.feeEstimates),
    new TestClockMovementResolver(services.clockAdvancer, services.clockRemoval),
    new FailingWorkResolver(),
  ];
}

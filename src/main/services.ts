import { Activation } from '../lifecycle/subscriptions/activation.js';
import { ActivationGate } from '../lifecycle/subscriptions/activation-gate.js';
import { ClockAdvancer } from '../lifecycle/time/clock-advancer.js';
import { ClockRemoval } from '../lifecycle/time/clock-removal.js';
import { DraftInvoices } from '../lifecycle/billing/draft-invoices.js';
import { DueWorkEngine } from '../lifecycle/due-work/due-work-engine.js';
import { EventBilling } from '../lifecycle/billing/event-billing.js';
import { FeeEstimates } from '../lifecycle/estimates/fee-estimates.js';
import { FixedChargeBilling } from '../lifecycle/billing/fixed-charge-billing.js';
import { InvoicePreviews } from '../lifecycle/estimates/invoice-previews.js';
import { DowngradeReview } from '../lifecycle/subscriptions/downgrade-review.js';
import { PlanChange } from '../lifecycle/subscriptions/plan-change.js';
import { LiveWorker } from '../lifecycle/time/live-worker.js';
import { SubscriptionBilling } from '../lifecycle/billing/subscription-billing.js';
import { SubscriptionInvoicing } from '../lifecycle/billing/subscription-invoicing.js';
import { SubscriptionStart } from '../lifecycle/subscriptions/subscription-start.js';
import { SubscriptionTermination } from '../lifecycle/subscriptions/subscription-termination.js';
import { SubscriptionUpdate } from '../lifecycle/subscriptions/subscription-update.js';
import { SubscriptionWindUp } from '../lifecycle/subscriptions/subscription-wind-up.js';
import { TrialEnd } from '../lifecycle/subscriptions/trial-end.js';
import { UnusedCredit } from '../lifecycle/billing/unused-credit.js';
import { ZoneChange } from '../lifecycle/subscriptions/zone-change.js';
import { AddOnService } from '../modules/add-ons/add-on.service.js';
import { BillableMetricService } from '../modules/billable-metrics/billable-metric.service.js';
import { MetricCatalogService } from '../modules/billable-metrics/metric-catalog.service.js';
import { CreditNoteEditor } from '../modules/credit-notes/credit-note-editor.service.js';
import { CreditNoteIssuing } from '../modules/credit-notes/credit-note-issuing.service.js';
import { CreditNoteService } from '../modules/credit-notes/credit-note.service.js';
import { DraftCreditNoteService } from '../modules/credit-notes/draft-credit-note.service.js';
import { CustomerService } from '../modules/customers/customer.service.js';
import { DraftInvoiceService } from '../modules/invoices/draft-invoice.service.js';
import { FeeService } from '../modules/invoices/fee.service.js';
import { InvoiceCredits } from '../modules/invoices/invoice-credits.service.js';
import { InvoiceIssuing } from '../modules/invoices/invoice-issuing.service.js';
import { InvoiceLog } from '../modules/invoices/invoice-log.js';
import { InvoiceNumbering } from '../modules/invoices/invoice-numbering.service.js';
import { InvoiceService } from '../modules/invoices/invoice.service.js';
import { InvoiceSettlement } from '../modules/invoices/invoice-settlement.service.js';
import { OpenInvoices } from '../modules/invoices/open-invoices.service.js';
import { ApiKeyService } from '../modules/organizations/api-key.service.js';
import { OrganizationService } from '../modules/organizations/organization.service.js';
import { PaymentService } from '../modules/payments/payment.service.js';
import { ChargeEditor } from '../modules/plans/charge-editor.service.js';
import { ChargeService } from '../modules/plans/charge.service.js';
import { FixedChargeService } from '../modules/plans/fixed-charge.service.js';
import { PlanFixedChargeService } from '../modules/plans/plan-fixed-charge.service.js';
import { PlanChargeService } from '../modules/plans/plan-charge.service.js';
import { MinimumCommitmentService } from '../modules/plans/minimum-commitment.service.js';
import { PlanCascade } from '../modules/plans/plan-cascade.service.js';
import { PlanContentsService } from '../modules/plans/plan-contents.service.js';
import { PlanMetadataService } from '../modules/plans/plan-metadata.service.js';
import { PlanOverrideService } from '../modules/plans/plan-override.service.js';
import { PlanService } from '../modules/plans/plan.service.js';
import { PricingUnitService } from '../modules/pricing-units/pricing-unit.service.js';
import { ActivationRuleService } from '../modules/subscriptions/activation-rule.service.js';
import { FixedChargeUnitsService } from '../modules/subscriptions/fixed-charge-units.service.js';
import { OwnPlanService } from '../modules/subscriptions/own-plan.service.js';
import { SubscriptionChargeService } from '../modules/subscriptions/subscription-charge.service.js';
import { SubscriptionEditor } from '../modules/subscriptions/subscription-editor.service.js';
import { SubscriptionLog } from '../modules/subscriptions/subscription-log.js';
import { SubscriptionTransitions } from '../modules/subscriptions/subscription-transitions.service.js';
import { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import { TaxService } from '../modules/taxes/tax.service.js';
import { TestClockService } from '../modules/test-clocks/test-clock.service.js';
import { BilledUsageVerification } from '../modules/usage-history/billed-usage-verification.service.js';
import { EventExplanationService } from '../modules/usage-history/event-explanation.service.js';
import { LifetimeUsageService } from '../modules/usage-history/lifetime-usage.service.js';
import { PastUsageService } from '../modules/usage-history/past-usage.service.js';
import { CatalogCache } from '../modules/usage/catalog-cache.js';
import { CustomerUsageService } from '../modules/usage/customer-usage.service.js';
import { EventRatingService } from '../modules/usage/event-rating.service.js';
import { EventPartitions } from '../modules/usage/event-partitions.js';
import { EventService } from '../modules/usage/event.service.js';
import { GroupCommit } from '../modules/usage/group-commit.js';
import { IngestService } from '../modules/usage/ingest.service.js';
import { MetricRecount } from '../modules/usage/metric-recount.js';
import { PendingEventService } from '../modules/usage/pending-event.service.js';
import { SubscriptionLookup } from '../modules/usage/subscription-lookup.js';
import { UsageVerification } from '../modules/usage/usage-verification.service.js';
import { UsageService } from '../modules/usage/usage.service.js';
import { Recorder } from '../platform/activity/recorder.js';
import type { Clock } from '../platform/clock.js';
import type { Pool } from '../platform/db/database.js';
import { IdempotencyKeys } from '../platform/idempotency/idempotency.js';
import type { Logger } from '../platform/log.js';
import { Metrics } from '../platform/metrics.js';

export interface Foundations {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

export type Services = ReturnType<typeof createServices>;

/** Every service, built by hand, lower modules first. */
export function createServices({ pool, clock, log, metrics = new Metrics() }: Foundations) {
  const recorder = new Recorder(clock);
  const idempotencyKeys = new IdempotencyKeys(pool.db, clock);
  const organizations = new OrganizationService(clock);
  const apiKeys = new ApiKeyService(pool.db, clock);
  const taxes: TaxService = new TaxService(organizations, clock, {
    flag: (tx, actor, taxId) => drafts.flag(tx, actor, { taxId }),
  });
  const metricCatalog = new MetricCatalogService();
  const billableMetrics: BillableMetricService = new BillableMetricService({
    catalog: metricCatalog,
    recorder,
    clock,
    use: {
      isCharged: (db, actor, id) => charges.usesMetric(db, actor, id),
      trimFilters: (tx, actor, id, declared) => charges.trimFilters(tx, actor, id, declared),
      deleteCharges: async (tx, actor, metricId) => {
        await charges.deleteOfMetric(tx, actor, metricId);
        await drafts.flag(tx, actor, { metricId });
      },
    },
  });
  const addOns: AddOnService = new AddOnService({
    taxes,
    clock,
    use: {
      deleteFixedCharges: async (tx, actor, addOnId) => {
        await fixedCharges.deleteOfAddOn(tx, actor, addOnId);
        await drafts.flag(tx, actor, { addOnId });
      },
    },
  });
  const fixedCharges: FixedChargeService = new FixedChargeService({ addOns, taxes, clock });
  const commitments = new MinimumCommitmentService(taxes, clock);
  const pricingUnits = new PricingUnitService(clock);
  const charges: ChargeService = new ChargeService(taxes, clock);
  const chargeEditor = new ChargeEditor({ charges, metrics: billableMetrics, pricingUnits, taxes, clock });
  const planContents = new PlanContentsService({ charges, fixedCharges, taxes });
  const plans: PlanService = new PlanService({
    charges,
    chargeEditor,
    fixedCharges,
    commitments,
    cascade: new PlanCascade(planContents, clock),
    taxes,
    recorder,
    clock,
    use: {
      hasSubscriptions: (db, actor, id) => subscriptions.hasUsedPlan(db, actor, id),
      isInUse: async (db, actor, planId) =>
        (await subscriptions.usesPlan(db, actor, planId)) ||
        (await drafts.find(db, actor, { planId })).length > 0,
      refreshDrafts: (tx, actor, planId) => drafts.flag(tx, actor, { planId }),
      reconsiderChanges: (tx, actor, plan) => downgradeReview.amountChanged(tx, actor, plan),
      ownPlansOf: (db, actor, id) => subscriptions.ownPlansOf(db, actor, id),
      changeQuantities: (tx, actor, changed) => fixedChargeBilling.change(tx, actor, changed),
    },
  });
  const planOverrides = new PlanOverrideService({
    contents: planContents,
    chargeEditor,
    fixedCharges,
    commitments,
    taxes,
    clock,
  });
  const planMetadata = new PlanMetadataService(plans, clock);
  const planFixedCharges = new PlanFixedChargeService(plans, fixedCharges);
  const planCharges = new PlanChargeService(plans, charges, chargeEditor);
  const testClocks = new TestClockService(clock);
  const customers: CustomerService = new CustomerService({
    organizations,
    taxes,
    testClocks,
    recorder,
    drafts: {
      redate: (tx, actor, customer, now) => draftInvoices.redate(tx, actor, customer, now),
      flag: (tx, actor, customerId) => drafts.flag(tx, actor, { customerId }),
    },
    billingDays: {
      move: (tx, actor, customerId, now) => zoneChange.follow(tx, actor, customerId, now),
    },
  });
  const fixedChargeUnits = new FixedChargeUnitsService(fixedCharges);
  const activationRules = new ActivationRuleService();
  const subscriptions: SubscriptionService = new SubscriptionService({
    organizations,
    plans,
    planOverrides,
    fixedChargeUnits,
    activationRules,
    testClocks,
    customers,
  });
  const subscriptionLog = new SubscriptionLog(recorder);
  const ownPlans = new OwnPlanService({
    plans,
    planOverrides,
    fixedChargeUnits,
    subscriptions,
    log: subscriptionLog,
    drafts: { flag: (tx, actor, customerId) => drafts.flag(tx, actor, { customerId }) },
  });
  const subscriptionEditor = new SubscriptionEditor({
    organizations,
    plans,
    ownPlans,
    fixedChargeUnits,
    activationRules,
    testClocks,
    customers,
    subscriptions,
    log: subscriptionLog,
  });
  const subscriptionCharges = new SubscriptionChargeService({ charges, chargeEditor, ownPlans });
  const subscriptionTransitions = new SubscriptionTransitions(fixedChargeUnits, subscriptionLog);
  const events = new EventService();
  const catalogs = new CatalogCache(metricCatalog, pool.db);
  const subscriptionLookup = new SubscriptionLookup(clock);
  const ingest = new IngestService({
    groupCommit: new GroupCommit(pool.sql, metrics),
    catalogs,
    subscriptions: subscriptionLookup,
    testClocks,
  });
  const pendingEvents = new PendingEventService(pool.db);
  const eventPartitions = new EventPartitions(pool.db, clock);
  const usageVerification = new UsageVerification(metricCatalog);
  const metricRecount = new MetricRecount(pool.db, metricCatalog);
  const usage = new UsageService({ billableMetrics, plans, pricingUnits });
  const customerUsage = new CustomerUsageService({
    taxes,
    plans,
    customers,
    subscriptions,
    usage,
  });
  const fees = new FeeService({ customers, testClocks, recorder });
  const creditNotes = new CreditNoteService(organizations);
  const invoices = new InvoiceService(organizations);
  const invoiceWriting = {
    organizations,
    numbering: new InvoiceNumbering(organizations),
    credits: new InvoiceCredits(creditNotes),
    log: new InvoiceLog(recorder),
  };
  const issuing = new InvoiceIssuing({ ...invoiceWriting, customers, fees });
  const openInvoices = new OpenInvoices(invoiceWriting);
  const invoiceSettlement = new InvoiceSettlement({
    testClocks,
    customers,
    fees,
    recorder,
    gate: {
      paid: (tx, actor, held) => activation.paid(tx, actor, held),
      failed: (tx, actor, held) => activation.failed(tx, actor, held),
    },
  });
  const payments = new PaymentService(invoiceSettlement, recorder);
  const creditNoteIssuing = new CreditNoteIssuing({
    organizations,
    invoices,
    settlement: invoiceSettlement,
    fees,
    recorder,
  });
  const creditNoteEditor = new CreditNoteEditor({
    invoices,
    settlement: invoiceSettlement,
    creditNotes,
    issuing: creditNoteIssuing,
  });
  const pastUsage = new PastUsageService(billableMetrics);
  const lifetimeUsage = new LifetimeUsageService({ testClocks, customers, subscriptions, customerUsage });
  const eventExplanations = new EventExplanationService({
    billableMetrics,
    subscriptions,
    events,
    usage,
  });
  const eventRating = new EventRatingService(usage);
  const billedUsageVerification = new BilledUsageVerification({
    subscriptions,
    usage,
    eventRating,
    invoices,
    fees,
  });
  const billingSources = {
    taxes,
    addOns,
    plans,
    fixedCharges,
    commitments,
    customers,
    subscriptions,
    fixedChargeUnits,
    usage,
    invoices,
    issuing,
    fees,
    payments,
  };
  const fixedChargeBilling = new FixedChargeBilling({ ...billingSources, ownPlans });
  const eventBilling = new EventBilling({
    ...billingSources,
    db: pool.db,
    pendingEvents,
    eventRating,
    log,
  });
  const invoicing = new SubscriptionInvoicing({ ...billingSources, eventBilling });
  const billing = new SubscriptionBilling({ ...billingSources, invoicing, fixedChargeBilling });
  const drafts: DraftInvoiceService = new DraftInvoiceService({
    ...invoiceWriting,
    customers,
    testClocks,
    invoices,
    creditNotes: new DraftCreditNoteService(fees, creditNoteIssuing),
    recorder,
  });
  const draftInvoices = new DraftInvoices({
    db: pool.db,
    organizations,
    subscriptions,
    invoices,
    invoiceSettlement,
    draftInvoices: drafts,
    invoicing,
    billing,
  });
  const feeEstimates = new FeeEstimates({ ...billingSources, billableMetrics, events, eventRating });
  const activationGate = new ActivationGate({
    subscriptions,
    subscriptionTransitions,
    activationRules,
    billing,
  });
  const subscriptionWriting = {
    subscriptions,
    subscriptionEditor,
    subscriptionTransitions,
    billing,
    unusedCredit: new UnusedCredit(fees, creditNoteIssuing),
  };
  const planChange = new PlanChange({ ...subscriptionWriting, activationGate });
  const downgradeReview = new DowngradeReview({ subscriptions, customers, testClocks, planChange });
  const activation: Activation = new Activation({
    subscriptions,
    subscriptionTransitions,
    activationRules,
    invoices,
    openInvoices,
    planChange,
  });
  const subscriptionStart = new SubscriptionStart({ ...subscriptionWriting, planChange, activationGate });
  const zoneChange = new ZoneChange(subscriptions);
  const subscriptionUpdate = new SubscriptionUpdate({
    ...subscriptionWriting,
    subscriptionStart,
    fixedChargeBilling,
    downgradeReview,
    zoneChange,
  });
  const subscriptionTermination = new SubscriptionTermination({ ...subscriptionWriting, activation });
  const dueWork = new DueWorkEngine({
    subscription_start: subscriptionStart.activate,
    subscription_end: subscriptionTermination.endDue,
    activation_timeout: activation.timeOut,
    payment_overdue: (tx, actor, { subjectIds, dueAt }) =>
      invoiceSettlement.becomeOverdue(tx, actor, subjectIds, dueAt),
    subscription_billing: planChange.doBillingDay,
    plan_upgrade: downgradeReview.upgradeDue,
    downgrade_cancellation: downgradeReview.cancelDue,
    trial_end: new TrialEnd(subscriptions, subscriptionTransitions, billing).end,
    termination_alert: subscriptionTermination.alert,
    draft_refresh: draftInvoices.refreshDue,
    invoice_finalization: draftInvoices.finalizeDue,
  });
  const subscriptionWindUp = new SubscriptionWindUp({
    db: pool.db,
    testClocks,
    plans,
    customers,
    subscriptions,
    subscriptionTermination,
    drafts,
    draftInvoices,
  });
  const invoicePreviews = new InvoicePreviews({
    organizations,
    customers,
    subscriptions,
    testClocks,
    invoices,
    invoicing,
    draftInvoices,
    subscriptionStart,
    subscriptionTermination,
    engine: dueWork,
  });
  const clockAdvancer = new ClockAdvancer({
    db: pool.db,
    testClocks,
    eventBilling,
    windUp: subscriptionWindUp,
    drafts,
    engine: dueWork,
    log,
  });
  const clockRemoval = new ClockRemoval({
    testClocks,
    customers,
    subscriptions,
    usage,
    invoices,
    payments,
    creditNotes,
    lifetimeUsage,
  });
  const startLiveWorker = () =>
    LiveWorker.start({ pool, engine: dueWork, advancer: clockAdvancer, clock, log });
  return {
    recorder,
    idempotencyKeys,
    organizations,
    apiKeys,
    taxes,
    metricCatalog,
    billableMetrics,
    addOns,
    pricingUnits,
    charges,
    fixedCharges,
    commitments,
    plans,
    planMetadata,
    planCharges,
    planFixedCharges,
    testClocks,
    customers,
    subscriptions,
    events,
    subscriptionLookup,
    ingest,
    pendingEvents,
    eventPartitions,
    metricRecount,
    usageVerification,
    billedUsageVerification,
    usage,
    customerUsage,
    pastUsage,
    eventExplanations,
    lifetimeUsage,
    invoices,
    issuing,
    openInvoices,
    invoiceSettlement,
    activationRules,
    fees,
    payments,
    creditNotes,
    creditNoteEditor,
    fixedChargeUnits,
    subscriptionCharges,
    fixedChargeBilling,
    drafts,
    draftInvoices,
    invoicePreviews,
    subscriptionStart,
    subscriptionUpdate,
    subscriptionTermination,
    subscriptionWindUp,
    eventBilling,
    feeEstimates,
    clockAdvancer,
    clockRemoval,
    startLiveWorker,
  };
}

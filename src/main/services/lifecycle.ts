import { DraftInvoices } from '../../lifecycle/billing/draft-invoices.js';
import { EventBilling } from '../../lifecycle/billing/event-billing.js';
import { FixedChargeBilling } from '../../lifecycle/billing/fixed-charge-billing.js';
import { OrderCredit } from '../../lifecycle/billing/order-credit.js';
import { SubscriptionBilling } from '../../lifecycle/billing/subscription-billing.js';
import { SubscriptionInvoicing } from '../../lifecycle/billing/subscription-invoicing.js';
import { UnusedCredit } from '../../lifecycle/billing/unused-credit.js';
import { DueWorkEngine } from '../../lifecycle/due-work/due-work-engine.js';
import { FeeEstimates } from '../../lifecycle/estimates/fee-estimates.js';
import { InvoicePreviews } from '../../lifecycle/estimates/invoice-previews.js';
import { ActivationGate } from '../../lifecycle/subscriptions/activation-gate.js';
import { Activation } from '../../lifecycle/subscriptions/activation.js';
import { DowngradeReview } from '../../lifecycle/subscriptions/downgrade-review.js';
import { PlanChange } from '../../lifecycle/subscriptions/plan-change.js';
import { SubscriptionStart } from '../../lifecycle/subscriptions/subscription-start.js';
import { SubscriptionTermination } from '../../lifecycle/subscriptions/subscription-termination.js';
import { SubscriptionUpdate } from '../../lifecycle/subscriptions/subscription-update.js';
import { SubscriptionWindUp } from '../../lifecycle/subscriptions/subscription-wind-up.js';
import { TrialEnd } from '../../lifecycle/subscriptions/trial-end.js';
import { ZoneChange } from '../../lifecycle/subscriptions/zone-change.js';
import { ClockAdvancer } from '../../lifecycle/time/clock-advancer.js';
import { ClockRemoval } from '../../lifecycle/time/clock-removal.js';
import { LiveWorker } from '../../lifecycle/time/live-worker.js';
import type { CatalogueServices } from './catalogue.js';
import type { PlatformServices } from './foundations.js';
import type { InvoiceServices } from './invoices.js';
import type { SubscriptionServices } from './subscriptions.js';
import type { UsageServices } from './usage.js';

type LowerServices = PlatformServices &
  CatalogueServices &
  SubscriptionServices &
  UsageServices &
  InvoiceServices;

export type LifecycleServices = ReturnType<typeof createLifecycle>;

/** What time makes happen. */
export function createLifecycle(lower: LowerServices) {
  const billing = createBilling(lower);
  const lives = createLives({ ...lower, ...billing });
  return { ...billing, ...lives, ...createTime({ ...lower, ...billing, ...lives }) };
}

/** What subscriptions are billed. */
function createBilling(lower: LowerServices) {
  const fixedChargeBilling = new FixedChargeBilling(lower);
  const eventBilling = new EventBilling(lower);
  const invoicing = new SubscriptionInvoicing({ ...lower, eventBilling });
  const billing = new SubscriptionBilling({ ...lower, invoicing, fixedChargeBilling });
  const draftInvoices = new DraftInvoices({ ...lower, draftInvoices: lower.drafts, invoicing, billing });
  const unusedCredit = new UnusedCredit(lower.fees, lower.creditNoteIssuing);
  const orderCredit = new OrderCredit(lower.creditNoteIssuing, lower.fixedCharges);
  return { fixedChargeBilling, eventBilling, invoicing, billing, draftInvoices, unusedCredit, orderCredit };
}

/** What becomes of subscriptions. */
function createLives(lower: LowerServices & ReturnType<typeof createBilling>) {
  const activationGate = new ActivationGate(lower);
  const planChange = new PlanChange({ ...lower, activationGate });
  const downgradeReview = new DowngradeReview({ ...lower, planChange });
  const activation = new Activation({ ...lower, planChange });
  const zoneChange = new ZoneChange(lower.subscriptions, lower.customers, lower.invoiceDeadlines);
  const subscriptionStart = new SubscriptionStart({ ...lower, planChange, activationGate });
  const subscriptionTermination = new SubscriptionTermination({ ...lower, activation });
  return {
    planChange,
    downgradeReview,
    activation,
    zoneChange,
    subscriptionStart,
    subscriptionUpdate: new SubscriptionUpdate({ ...lower, subscriptionStart, downgradeReview, zoneChange }),
    subscriptionTermination,
    subscriptionWindUp: new SubscriptionWindUp({ ...lower, subscriptionTermination }),
    trialEnd: new TrialEnd(lower.subscriptions, lower.subscriptionTransitions, lower.billing),
  };
}

/** Whose time it is, and what would be. */
function createTime(
  lower: LowerServices & ReturnType<typeof createBilling> & ReturnType<typeof createLives>,
) {
  const engine = new DueWorkEngine({
    subscription_start: lower.subscriptionStart.activate,
    subscription_end: lower.subscriptionTermination.endDue,
    activation_timeout: lower.activation.timeOut,
    payment_overdue: (tx, actor, { subjectIds, dueAt }) =>
      lower.invoiceSettlement.becomeOverdue(tx, actor, subjectIds, dueAt),
    subscription_billing: lower.planChange.doBillingDay,
    plan_upgrade: lower.downgradeReview.upgradeDue,
    downgrade_cancellation: lower.downgradeReview.cancelDue,
    trial_end: lower.trialEnd.end,
    termination_alert: lower.subscriptionTermination.alert,
    draft_refresh: lower.draftInvoices.refreshDue,
    invoice_finalization: lower.draftInvoices.finalizeDue,
  });
  const clockAdvancer = new ClockAdvancer({ ...lower, engine, windUp: lower.subscriptionWindUp });
  return {
    feeEstimates: new FeeEstimates(lower),
    invoicePreviews: new InvoicePreviews({ ...lower, engine }),
    clockAdvancer,
    clockRemoval: new ClockRemoval(lower),
    startLiveWorker: () => LiveWorker.start({ ...lower, engine, advancer: clockAdvancer }),
  };
}

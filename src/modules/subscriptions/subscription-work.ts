import { DueWorkKinds, type KindOf } from '../../platform/due-work/due-work-kinds.js';

/** Kinds of due work that are scheduled for subscriptions. */
export const SUBSCRIPTION_WORK = DueWorkKinds.of({
  subscription_start: { customersAtOnce: 1 },
  subscription_end: { customersAtOnce: 1 },
  activation_timeout: { customersAtOnce: 1 },
  subscription_billing: { customersAtOnce: 100 },
  plan_upgrade: { customersAtOnce: 1 },
  downgrade_cancellation: { customersAtOnce: 1 },
  trial_end: { customersAtOnce: 100 },
  termination_alert: { customersAtOnce: 1 },
  threshold_review: { customersAtOnce: 100 },
});

export type SubscriptionWorkKind = KindOf<typeof SUBSCRIPTION_WORK>;

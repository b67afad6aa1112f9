import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';

/** A subscription that has ended, and the one on another plan that has begun in its place. */
export interface PlanSwitch {
  readonly ended: SubscriptionContext;
  readonly begun: SubscriptionContext;
}

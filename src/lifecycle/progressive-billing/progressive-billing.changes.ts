import type { UsageThreshold } from '../../modules/plans/usage-thresholds/usage-threshold.table.js';
import type { OwnedSubscription } from '../../modules/subscriptions/subscription.changes.js';
import type { ChangeOf } from '../../platform/changes/changes.js';

/** A threshold that the lifetime usage of a subscription has passed. */
export interface ReachedThreshold extends OwnedSubscription {
  readonly threshold: UsageThreshold;
}

export type ProgressiveBillingChange = ChangeOf<
  'subscription.usage_threshold_reached',
  { reached: readonly ReachedThreshold[] }
>;

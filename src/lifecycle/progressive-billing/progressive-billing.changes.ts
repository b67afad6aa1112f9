import type { PassedThreshold } from '../../modules/invoices/composing/planned-invoice.js';
import type { OwnedSubscription } from '../../modules/subscriptions/subscription.changes.js';
import type { ChangeOf } from '../../platform/changes/changes.js';

/** A threshold that the lifetime usage of a subscription has passed. */
export interface ReachedThreshold extends OwnedSubscription {
  readonly threshold: PassedThreshold['threshold'];
}

export type ProgressiveBillingChange = ChangeOf<
  'subscription.usage_threshold_reached',
  { reached: readonly ReachedThreshold[] }
>;

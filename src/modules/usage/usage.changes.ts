import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';

/** An active subscription that has received events. */
export interface UsedSubscription {
  readonly subscription: Subscription;
  readonly customer: Customer;
  /** The customer's now. */
  readonly now: Date;
}

/** Announced some seconds after events were stored, once for each subscription however many events it received. */
export type UsageChange = ChangeOf<'usage.changed', { used: readonly UsedSubscription[] }>;

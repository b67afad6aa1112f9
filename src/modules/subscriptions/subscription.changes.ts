import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { SubscriptionContext } from './records/subscription-context.js';

/** A subscription and its customer. */
export type OwnedSubscription = Pick<SubscriptionContext, 'subscription' | 'customer'>;

export type SubscriptionChange =
  /** A new subscription will start later. */
  | ChangeOf<'subscription.planned', OwnedSubscription>
  | ChangeOf<
      | 'subscription.started'
      | 'subscription.incomplete'
      | 'subscription.canceled'
      | 'subscription.terminated'
      | 'subscription.termination_alert',
      OwnedSubscription
    >
  | ChangeOf<'subscription.trial_ended', { subscriptions: readonly OwnedSubscription[] }>
  | ChangeOf<'subscription.updated', OwnedSubscription & { before: Representation }>
  /** The plan of a subscription has overrides, which may take effect later. */
  | ChangeOf<'subscription.plan_overridden', OwnedSubscription>;

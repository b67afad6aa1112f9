import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Plan } from '../plans/plan.table.js';
import type { OwnedSubscription } from '../subscriptions/subscription.changes.js';
import type { Feature } from './records/feature.table.js';

/** A plan, and its member `entitlements` before a change of it. */
export interface RegrantedPlan {
  readonly plan: Plan;
  readonly former: Representation;
}

export type FeatureChange =
  | ChangeOf<'feature.created', { feature: Feature }>
  | ChangeOf<'feature.updated' | 'feature.deleted', { feature: Feature; before: Representation }>
  | ChangeOf<'plan.entitlements_changed', { plans: readonly RegrantedPlan[] }>
  | ChangeOf<'subscription.entitlements_changed', OwnedSubscription & { former: Representation }>;

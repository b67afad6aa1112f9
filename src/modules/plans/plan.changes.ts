import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { ChangedPlan } from './own-plans/changed-plan.js';
import type { Plan } from './plan.table.js';

export type PlanCatalogChange =
  /** The thresholds of progressive billing of a plan or subscription have changed. */
  | ChangeOf<'usage_thresholds.changed', { owner: { planId: string } | { subscriptionId: string } }>
  | ChangeOf<'plan.created', { plan: Plan }>
  | ChangeOf<'plan.duplicated', { plan: Plan; original: Plan }>
  | ChangeOf<
      'plan.updated',
      {
        plan: Plan;
        before: Representation;
        /** The plan, and the own plans of subscriptions that were changed with it. */
        changed: readonly ChangedPlan[];
      }
    >
  | ChangeOf<
      'plan.deleted',
      {
        plan: Plan;
        before: Representation;
        /** True if the plan is kept until its subscriptions have ended. */
        isInUse: boolean;
      }
    >;

import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { ChangedPlan } from './own-plans/plan-cascade.service.js';
import type { Plan } from './plan.table.js';

export type PlanCatalogChange =
  | ChangeOf<'plan.created', { plan: Plan }>
  | ChangeOf<
      'plan.updated',
      {
        plan: Plan;
        before: Representation;
        /** The plan, and the copies of single subscriptions that have followed it. */
        changed: readonly ChangedPlan[];
      }
    >
  | ChangeOf<
      'plan.deleted',
      {
        plan: Plan;
        before: Representation;
        /** It stays until its subscriptions have ended. */
        isInUse: boolean;
      }
    >;

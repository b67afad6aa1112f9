import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { PlanService } from '../../plans/plan.service.js';
import type { UsageThresholds } from '../../plans/usage-thresholds/usage-threshold.service.js';
import type { UsageThreshold } from '../../plans/usage-thresholds/usage-threshold.table.js';
import type { Subscription } from '../records/subscription.table.js';

/** Finds the thresholds of progressive billing that apply to subscriptions. Source: progressive-billing.md §1. */
export class SubscriptionThresholds {
  constructor(
    private readonly plans: PlanService,
    private readonly usageThresholds: UsageThresholds,
  ) {}

  /** By subscription id: fixed ones ascending, then the recurring one. Subscriptions without any are omitted. */
  async applicable(
    db: Db,
    actor: Actor,
    subscriptions: readonly Subscription[],
  ): Promise<Map<string, UsageThreshold[]>> {
    const plans = await this.plans.getMany(db, actor, [
      ...new Set(subscriptions.map(({ planId }) => planId)),
    ]);
    return this.usageThresholds.applicable(
      db,
      actor,
      subscriptions.map((subscription) => ({
        subscription,
        plan: expectPresent(plans.get(subscription.planId), `the plan of subscription ${subscription.id}`),
      })),
    );
  }
}

import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { BillableMetricType } from '../../billable-metrics/billable-metric.schema.js';
import { PlanType } from '../../plans/plan.schema.js';
import type { SubscriptionCounts } from '../reading/subscription-counts.service.js';

const NONE = { subscriptions: 0, customers: 0 };

/** Adds counts of active subscriptions to plans. */
@Resolver(() => PlanType)
export class PlanSubscriptionCountsResolver {
  private readonly byPlan = defineLoader<string, typeof NONE>(
    ({ db, actor }, ids) => this.counts.ofPlans(db, actor, ids),
    () => NONE,
  );

  constructor(private readonly counts: SubscriptionCounts) {}

  @FieldResolver(() => Int, { description: 'Number of customers with an active subscription.' })
  async customersCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return (await context.load(this.byPlan, id)).customers;
  }

  @FieldResolver(() => Int, {
    description: 'Number of active subscriptions, including those with plan overrides.',
  })
  async activeSubscriptionsCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return (await context.load(this.byPlan, id)).subscriptions;
  }
}

/** Adds the count of active subscriptions to billable metrics. */
@Resolver(() => BillableMetricType)
export class MetricSubscriptionCountsResolver {
  private readonly byMetric = defineLoader<string, typeof NONE>(
    ({ db, actor }, ids) => this.counts.ofMetrics(db, actor, ids),
    () => NONE,
  );

  constructor(private readonly counts: SubscriptionCounts) {}

  @FieldResolver(() => Int, {
    description: 'Number of active subscriptions to plans that charge for this metric.',
  })
  async activeSubscriptionsCount(@Root() { id }: { id: string }, @Ctx() context: Context): Promise<number> {
    return (await context.load(this.byMetric, id)).subscriptions;
  }
}

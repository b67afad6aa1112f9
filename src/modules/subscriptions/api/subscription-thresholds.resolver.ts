import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineRowLoader } from '../../../platform/api/loader.js';
import { UsageThresholdType } from '../../plans/usage-thresholds/usage-threshold.schema.js';
import type { UsageThreshold } from '../../plans/usage-thresholds/usage-threshold.table.js';
import { SubscriptionType } from './subscription.schema.js';
import type { SubscriptionThresholds } from '../own-plans/subscription-thresholds.service.js';
import type { Subscription } from '../records/subscription.table.js';

/** Adds the thresholds of progressive billing to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionThresholdsResolver {
  private readonly applicable = defineRowLoader<Subscription, UsageThreshold[]>(
    ({ db, actor }, subscriptions) => this.thresholds.applicable(db, actor, subscriptions),
    () => [],
  );

  constructor(private readonly thresholds: SubscriptionThresholds) {}

  @FieldResolver(() => [UsageThresholdType], {
    description:
      'Thresholds of progressive billing that apply: those of the subscription, or else those of its plan. ' +
      'Fixed ones ascending, then the recurring one.',
  })
  applicableUsageThresholds(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<UsageThreshold[]> {
    return context.load(this.applicable, subscription);
  }
}

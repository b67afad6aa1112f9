import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Computed } from '../../../platform/api/cost.js';
import { defineRowLoader } from '../../../platform/api/loader.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { SubscriptionRelations } from '../../subscriptions/reading/subscription-relations.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import { CustomerUsageType } from './customer-usage.schema.js';
import type { CustomerUsage, CustomerUsageService } from './customer-usage.service.js';

/** Adds to subscriptions what they have used in the current period. */
@Resolver(() => SubscriptionType)
export class SubscriptionUsageResolver {
  private readonly usages = defineRowLoader<Subscription, CustomerUsage | null>(
    async (context, subscriptions) => {
      const contexts = subscriptions.map((row) => context.load(this.subscriptions.context, row));
      return this.usage.currentOf(context.db, context.actor, await Promise.all(contexts));
    },
    () => null,
  );

  constructor(
    private readonly usage: CustomerUsageService,
    private readonly subscriptions: SubscriptionRelations,
  ) {}

  @FieldResolver(() => CustomerUsageType, {
    nullable: true,
    description: 'Usage of the current billing period, with taxes. Null unless active.',
  })
  @Permission('customer_usage', 'read')
  @Computed()
  currentUsage(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<CustomerUsage | null> | null {
    return subscription.status === 'active' ? context.load(this.usages, subscription) : null;
  }
}

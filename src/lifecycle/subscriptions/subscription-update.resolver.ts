import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { LargeBody } from '../../platform/api/large-body.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  SubscriptionPayload,
  SubscriptionType,
  UpdateSubscriptionInput,
} from '../../modules/subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { SubscriptionUpdate } from './subscription-update.js';

@Resolver(() => SubscriptionType)
export class SubscriptionUpdateResolver {
  constructor(private readonly updates: SubscriptionUpdate) {}

  @Mutation(() => SubscriptionPayload, {
    description: 'Updates a subscription. If its start is moved to today or earlier, it starts immediately.',
  })
  @Permission('subscription', 'write')
  @LargeBody()
  @FailsWith({
    notFound: ['subscription', 'billing entity'],
    notAllowed: ['subscription_incomplete', 'purchase_order_number_not_editable'],
    fields: ['invalid_date'],
  })
  async updateSubscription(
    @Ctx() context: Context,
    @Arg('input', () => UpdateSubscriptionInput) input: UpdateSubscriptionInput,
  ): Promise<{ subscription: Subscription }> {
    return { subscription: await this.updates.update(context.beginWrite(), context.actor, input) };
  }
}

import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { LargeBody } from '../../platform/api/large-body.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  CreateSubscriptionInput,
  SubscriptionPayload,
  SubscriptionType,
} from '../../modules/subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { SubscriptionStart } from './subscription-start.js';

@Resolver(() => SubscriptionType)
export class SubscriptionStartResolver {
  constructor(private readonly starts: SubscriptionStart) {}

  @Mutation(() => SubscriptionPayload, {
    description: 'Creates a subscription, or returns the existing one with the same external id and plan.',
  })
  @Permission('subscription', 'write')
  @LargeBody()
  @FailsWith({
    notFound: ['plan', 'billing entity'],
    notAllowed: ['test_clock_advancing'],
    fields: [
      'subscription_incomplete',
      'invalid_date',
      'invalid_payment_method',
      'authorization_declined',
      'authorization_not_supported',
      'no_linked_payment_provider',
      'no_default_payment_method',
    ],
  })
  async createSubscription(
    @Ctx() context: Context,
    @Arg('input', () => CreateSubscriptionInput) input: CreateSubscriptionInput,
  ): Promise<{ subscription: Subscription }> {
    const { actor, outsideAnswers } = context;
    const tx = context.beginWrite();
    return { subscription: await this.starts.startAuthorized(tx, actor, input, outsideAnswers) };
  }
}

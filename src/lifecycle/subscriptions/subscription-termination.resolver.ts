import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  SubscriptionPayload,
  SubscriptionType,
  TerminateSubscriptionInput,
} from '../../modules/subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { SubscriptionTermination } from './subscription-termination.js';

@Resolver(() => SubscriptionType)
export class SubscriptionTerminationResolver {
  constructor(private readonly terminations: SubscriptionTermination) {}

  @Mutation(() => SubscriptionPayload, {
    description: 'Terminates an active subscription now, with a closing invoice, or cancels a pending one.',
  })
  @Permission('subscription', 'write')
  @FailsWith({
    notFound: ['subscription'],
    notAllowed: ['cannot_terminate_with_pending_taxes'],
    fields: ['invalid_value', 'subscription_incomplete', 'next_subscription_incomplete'],
  })
  async terminateSubscription(
    @Ctx() context: Context,
    @Arg('input', () => TerminateSubscriptionInput) input: TerminateSubscriptionInput,
  ): Promise<{ subscription: Subscription }> {
    return { subscription: await this.terminations.terminate(context.beginWrite(), context.actor, input) };
  }
}

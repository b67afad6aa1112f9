import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Computed } from '../../platform/api/cost.js';
import type { Context } from '../../platform/api/context.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { InvoiceRelations } from '../invoices/api/invoice-relations.js';
import { SubscriptionType } from '../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import type { EventExplanation } from './event-explanation.js';
import { EventExplanationType } from './event-explanation.schema.js';
import type { EventExplanationService } from './event-explanation.service.js';

@Resolver(() => EventExplanationType)
export class EventExplanationResolver {
  constructor(
    private readonly explanations: EventExplanationService,
    private readonly relations: InvoiceRelations,
  ) {}

  @FieldResolver(() => SubscriptionType, {
    nullable: true,
    description: 'The subscription that the event belongs to. Null without one.',
  })
  @Permission('subscription', 'read')
  subscription(
    @Root() { subscriptionId }: EventExplanation,
    @Ctx() context: Context,
  ): Promise<Subscription> | null {
    return subscriptionId === null ? null : context.load(this.relations.subscription, subscriptionId);
  }

  @Query(() => EventExplanationType, {
    description:
      'The charges that the event with this transaction id counts towards, or why it does not count. The newest if there ' +
      'are several.',
  })
  @Permission('event', 'read')
  @Computed()
  eventExplanation(
    @Ctx() { db, actor }: Context,
    @Arg('transactionId', () => String) transactionId: string,
  ): Promise<EventExplanation> {
    return this.explanations.explain(db, actor, transactionId);
  }
}

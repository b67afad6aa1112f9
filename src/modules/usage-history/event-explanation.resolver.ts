import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { Computed } from '../../platform/api/cost.js';
import type { Context } from '../../platform/api/context.js';
import { Permission } from '../../platform/api/permissions.js';
import type { EventExplanation } from './event-explanation.js';
import { EventExplanationType } from './event-explanation.schema.js';
import type { EventExplanationService } from './event-explanation.service.js';

@Resolver()
export class EventExplanationResolver {
  constructor(private readonly explanations: EventExplanationService) {}

  @Query(() => EventExplanationType, {
    description:
      'What the event with this transaction id counts towards, or why it does not count. The newest if there ' +
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

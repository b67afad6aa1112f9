import { Arg, Args, Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { KeyUseNotRecorded } from '../../../platform/api/access/key-use-not-recorded.js';
import { OwnTransaction } from '../../../platform/api/own-transaction.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { LargeBody } from '../../../platform/api/large-body.js';
import { StoresEvents } from '../../../platform/api/stores-events.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import type { AttributedEvent } from '../events/attributed-event.js';
import {
  DuplicatePolicy,
  EventConnection,
  EventsWatchedArgs,
  EventPageArgs,
  type EventFilterInput,
  EventType,
  IngestEventInput,
  IngestEventPayload,
  IngestEventsInput,
  IngestEventsPayload,
} from '../events/event.schema.js';
import type { EventService } from '../events/event.service.js';
import { groupOf, identityOf } from './event-watch.js';
import type { IngestService } from './ingest.service.js';

@Resolver(() => EventType)
export class EventResolver {
  constructor(
    private readonly events: EventService,
    private readonly ingest: IngestService,
  ) {}

  @Query(() => EventType, {
    description: 'The event with this transaction id. The newest if there are several.',
  })
  @Permission('event', 'read')
  event(
    @Ctx() { db, actor }: Context,
    @Arg('transactionId', () => String) transactionId: string,
  ): Promise<AttributedEvent> {
    return this.events.get(db, actor, transactionId);
  }

  @Query(() => EventConnection, { name: 'events', description: 'Events, latest timestamp first.' })
  @Permission('event', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => EventPageArgs) args: ListArgs<EventFilterInput>,
  ): Promise<Connection<AttributedEvent>> {
    return new EventConnection(await this.events.list(db, actor, listQuery(args, pageLimits)));
  }

  @Subscription(() => EventType, {
    description:
      'Each event that is stored, for watching them arrive: at most 20 in a second. Further ones are omitted.',
    subscribe: ({ args, context }: SubscriptionOf<EventsWatchedArgs>) =>
      context.updates.stream({
        topic: 'event',
        groups: [
          groupOf({
            externalSubscriptionId: args.externalSubscriptionId ?? null,
            code: args.code ?? null,
          }),
        ],
        ids: null,
      }),
  })
  @Permission('event', 'read')
  eventIngested(
    @Args(() => EventsWatchedArgs) _watched: EventsWatchedArgs,
    @Root() name: string,
    @Ctx() { db, actor }: Context,
  ): Promise<AttributedEvent> {
    return this.events.getOne(db, actor, identityOf(name));
  }

  @Mutation(() => IngestEventPayload, { description: 'Stores one usage event.' })
  @Permission('event', 'write')
  @OwnTransaction()
  @KeyUseNotRecorded()
  @StoresEvents()
  @FailsWith({ fields: ['value_already_exist', 'value_is_mandatory', 'expression_evaluation_failed'] })
  async ingestEvent(
    @Ctx() context: Context,
    @Arg('input', () => IngestEventInput, { description: 'The event to store.' }) input: IngestEventInput,
  ): Promise<{ event: AttributedEvent }> {
    return { event: await this.ingest.one(context, input) };
  }

  @Mutation(() => IngestEventsPayload, {
    description: 'Stores up to 100 usage events: all of them, or none.',
  })
  @Permission('event', 'write')
  @OwnTransaction()
  @LargeBody()
  @StoresEvents()
  @FailsWith({
    fields: [
      'no_events',
      'too_many_events',
      'value_already_exist',
      'value_is_mandatory',
      'expression_evaluation_failed',
    ],
  })
  async ingestEvents(
    @Ctx() context: Context,
    @Arg('input', () => IngestEventsInput, { description: 'The events to store.' })
    { events }: IngestEventsInput,
    @Arg('onDuplicate', () => DuplicatePolicy, {
      defaultValue: DuplicatePolicy.reject,
      description: 'Treatment of events that are stored already.',
    })
    onDuplicate: keyof typeof DuplicatePolicy,
  ): Promise<{ events: readonly AttributedEvent[] }> {
    return { events: await this.ingest.batch(context, events ?? [], onDuplicate) };
  }
}

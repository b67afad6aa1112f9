import { ArgsType, Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Large } from '../../../platform/api/cost.js';
import { connectionOf } from '../../../platform/api/connection.js';
import { pageArgsOf } from '../../../platform/api/page-args.js';
import { enumOf } from '../../../platform/api/enums.js';
import { DateTime, DateTimeMillis, Decimal, JsonObject } from '../../../platform/api/scalars.js';
import { type EventTime, EventTimestamp } from './event-timestamp.js';
import type { EventFilter, IngestEvent } from './event.input.js';
import { eventOrders } from './event.list.js';

@ObjectType('Event', { description: 'A usage event.' })
export class EventType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: 'Set by the caller. Unique per external subscription id, forever.',
  })
  transactionId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => String, {
    description: 'Code of the billable metric that counts the event. The metric may not exist.',
  })
  code!: string;

  @Field(() => DateTimeMillis, { description: 'When the event happened.' })
  timestamp!: Date;

  @Field(() => JsonObject)
  @Large()
  properties!: Record<string, unknown>;

  @Field(() => Decimal, {
    nullable: true,
    description:
      'What the event costs with a `dynamic` charge, in minor units of the currency of the plan; null if it was not sent.',
  })
  preciseTotalAmountCents!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Id of the subscription that was active at the event's timestamp, if known.",
  })
  subscriptionId!: string | null;

  @Field(() => ID, { nullable: true })
  customerId!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({ description: 'A usage event to store.' })
export class IngestEventInput implements IngestEvent {
  @Field(() => String, {
    description: 'At most 255 characters. An event sent again with the same id is a duplicate.',
  })
  transactionId!: string;

  @Field(() => String, { description: 'External id of the subscription. It may not exist yet.' })
  externalSubscriptionId!: string;

  @Field(() => String, { description: 'Code of a billable metric. It may not exist yet.' })
  code!: string;

  @Field(() => EventTimestamp, { nullable: true, description: "Defaults to the customer's current time." })
  timestamp?: EventTime | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "The event's own price, for charges with the dynamic model.",
  })
  preciseTotalAmountCents?: string | null;

  @Field(() => JsonObject, { nullable: true })
  @Extensions({ invalidCode: 'invalid_format' })
  properties?: Record<string, unknown> | null;
}

@InputType()
export class IngestEventsInput {
  @Field(() => [IngestEventInput], {
    nullable: true,
    description: '1 to 100 events. Either all are stored, or none.',
  })
  @Extensions({ overlongCode: 'too_many_events' })
  events?: IngestEventInput[] | null;
}

export const DuplicatePolicy = enumOf(['reject', 'ignore']);
registerEnumType(DuplicatePolicy, {
  name: 'DuplicatePolicy',
  description: 'How events with a known transaction id are handled.',
  valuesConfig: {
    reject: { description: 'Duplicates are refused, together with all other events of the request.' },
    ignore: { description: 'Duplicates are ignored: the answer shows the stored event.' },
  },
});

@InputType('EventFilter', { description: 'Conditions on events. All conditions must hold.' })
export class EventFilterInput implements EventFilter {
  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  externalSubscriptionId?: string | null;

  @Field(() => DateTimeMillis, { nullable: true, description: 'Only events of this time or later.' })
  timestampFrom?: Date | null;

  @Field(() => DateTimeMillis, { nullable: true, description: 'Only events of this time or earlier.' })
  timestampTo?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only events since the start of the active, or else the latest, subscription with ' +
      '`externalSubscriptionId`.',
  })
  timestampFromStartedAt?: boolean | null;
}

@ObjectType()
export class IngestEventPayload {
  @Field(() => EventType)
  event!: EventType;
}

@ObjectType()
export class IngestEventsPayload {
  @Field(() => [EventType], { description: 'In the order in which they were sent.' })
  events!: EventType[];
}

export const EventConnection = connectionOf(EventType, 'Event');

export const EventPageArgs = pageArgsOf('Event', eventOrders, {
  filter: EventFilterInput,
  search: 'Finds the events with this transaction id; part of an id finds nothing.',
});

@ArgsType()
export class EventsWatchedArgs {
  @Field(() => String, { nullable: true, description: 'Only events of this subscription.' })
  externalSubscriptionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only events with this code.' })
  code?: string | null;
}

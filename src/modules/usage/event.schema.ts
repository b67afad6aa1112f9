import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Large } from '../../platform/api/cost.js';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime, DateTimeMillis, Decimal, JsonObject } from '../../platform/api/scalars.js';
import { type EventTime, EventTimestamp } from './event-timestamp.js';
import type { EventFilter, IngestEvent } from './event.input.js';

@ObjectType('Event', { description: 'Something that happened and may be billed.' })
export class EventType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: 'Chosen by the caller; unique per external subscription id, for ever.',
  })
  transactionId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => String, { description: 'Code of the billable metric that counts it, if there is one.' })
  code!: string;

  @Field(() => DateTimeMillis)
  timestamp!: Date;

  @Field(() => JsonObject)
  @Large()
  properties!: Record<string, unknown>;

  @Field(() => Decimal, { nullable: true })
  preciseTotalAmountCents!: string | null;

  @Field(() => ID, { nullable: true, description: 'The subscription that ran at its timestamp, if known.' })
  subscriptionId!: string | null;

  @Field(() => ID, { nullable: true })
  customerId!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({ description: 'One event to take in.' })
export class IngestEventInput implements IngestEvent {
  @Field(() => String, { description: 'At most 255 characters; a repeat is the same event.' })
  transactionId!: string;

  @Field(() => String, { description: 'The subscription need not exist yet.' })
  externalSubscriptionId!: string;

  @Field(() => String, { description: 'The metric need not exist yet.' })
  code!: string;

  @Field(() => EventTimestamp, { nullable: true, description: "Default: the customer's present." })
  timestamp?: EventTime | null;

  @Field(() => Decimal, { nullable: true, description: 'For charges priced by the event itself.' })
  preciseTotalAmountCents?: string | null;

  @Field(() => JsonObject, { nullable: true })
  @Extensions({ invalidCode: 'invalid_format' })
  properties?: Record<string, unknown> | null;
}

@InputType()
export class IngestEventsInput {
  @Field(() => [IngestEventInput], {
    nullable: true,
    description: '1 to 100 events; all are stored, or none.',
  })
  @Extensions({ overlongCode: 'too_many_events' })
  events?: IngestEventInput[] | null;
}

export const DuplicatePolicy = enumOf(['reject', 'ignore']);
registerEnumType(DuplicatePolicy, {
  name: 'DuplicatePolicy',
  description: 'What becomes of events that are known already.',
  valuesConfig: {
    reject: { description: 'They are refused, and every other event of the request with them.' },
    ignore: { description: 'They are answered as they are stored.' },
  },
});

@InputType('EventFilter')
export class EventFilterInput implements EventFilter {
  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  externalSubscriptionId?: string | null;

  @Field(() => DateTimeMillis, { nullable: true, description: 'Inclusive.' })
  timestampFrom?: Date | null;

  @Field(() => DateTimeMillis, { nullable: true, description: 'Inclusive.' })
  timestampTo?: Date | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'From the start of the active, else latest, subscription with `externalSubscriptionId`.',
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

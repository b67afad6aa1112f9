import { ArgsType, Extensions, InputType, ObjectType } from 'type-graphql';
import { Large } from '../../../platform/api/cost.js';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  DecimalText,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
} from '../../../platform/api/members/fields.js';
import { DateTimeMillis } from '../../../platform/api/members/scalars.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import { type EventTime, EventTimestamp } from './event-timestamp.js';
import type { EventFilter, IngestEvent } from './event.input.js';
import { eventOrders } from './event.list.js';

@ObjectType('Event', { description: 'A usage event.' })
export class EventType {
  @Id() id!: string;
  @Text({ note: 'It is never accepted again.' }) transactionId!: string;
  @Text() externalSubscriptionId!: string;
  @Text('Code of the billable metric that counts the event. The metric may not exist.') code!: string;
  @Of(() => DateTimeMillis, 'When the event happened.') timestamp!: Date;
  @JsonMap('Properties of the event, by name, which metrics and filters read.') @Large() properties!: Record<
    string,
    unknown
  >;
  @DecimalText.orNull(
    'Price of the event with a `dynamic` charge, in minor units of the currency of the plan; null if it was not sent.',
  )
  preciseTotalAmountCents!: string | null;
  @Id.orNull("Id of the subscription that was active at the event's timestamp, if known.")
  subscriptionId!: string | null;
  @Id.orNull() customerId!: string | null;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'A usage event to store.' })
export class IngestEventInput implements IngestEvent {
  @Text(
    'Identifies the event within the subscription: at most 255 characters. An event sent again with the same id is a duplicate.',
  )
  transactionId!: string;
  @Text('External id of the subscription. It may not exist yet.') externalSubscriptionId!: string;
  @Text('Code of a billable metric. It may not exist yet.') code!: string;
  @Of.orNull(() => EventTimestamp, "When the usage happened. Defaults to the customer's current time.")
  timestamp?: EventTime | null;
  @DecimalText.orNull("The event's own price, for charges with the dynamic model.")
  preciseTotalAmountCents?: string | null;
  @JsonMap.orNull('Properties of the event, by name, which metrics and filters read.')
  @Extensions({ invalidCode: 'invalid_format' })
  properties?: Record<string, unknown> | null;
}

@InputType()
export class IngestEventsInput {
  @ListOf.orNull(() => IngestEventInput, 'The events to store: 1 to 100. Either all are stored, or none.')
  @Extensions({ overlongCode: 'too_many_events' })
  events?: IngestEventInput[] | null;
}

export const DuplicatePolicy = enumOf(
  ['reject', 'ignore'],
  'DuplicatePolicy',
  'How events with a known transaction id are handled.',
  {
    reject: 'Duplicates are refused, together with all other events of the request.',
    ignore: 'Duplicates are ignored: the answer shows the stored event.',
  },
);

@InputType('EventFilter', { description: 'Conditions on events. All conditions must hold.' })
export class EventFilterInput implements EventFilter {
  @Text.orNull() code?: string | null;
  @Text.orNull() externalSubscriptionId?: string | null;
  @Of.orNull(() => DateTimeMillis, 'Only events of this time or later.') timestampFrom?: Date | null;
  @Of.orNull(() => DateTimeMillis, 'Only events of this time or earlier.') timestampTo?: Date | null;
  @Flag.orNull(
    'Only events since the start of the active, or else the latest, subscription with ' +
      '`externalSubscriptionId`.',
  )
  timestampFromStartedAt?: boolean | null;
}

export const IngestEventPayload = payloadOf(
  'IngestEventPayload',
  'event',
  () => EventType,
  'The stored event.',
);

@ObjectType()
export class IngestEventsPayload {
  @ListOf(() => EventType, 'The stored events, in the order in which they were sent.') events!: EventType[];
}

export const EventConnection = connectionOf(EventType, 'Event');

export const EventPageArgs = pageArgsOf('Event', eventOrders, {
  filter: EventFilterInput,
  search: 'Finds the events with this transaction id; part of an id finds nothing.',
});

@ArgsType()
export class EventsWatchedArgs {
  @Text.orNull('Only events of this subscription.') externalSubscriptionId?: string | null;
  @Text.orNull('Only events with this code.') code?: string | null;
}

import { Extensions, Field, InputType } from 'type-graphql';
import { Decimal, JsonObject } from '../../platform/api/scalars.js';
import { type EventTime, EventTimestamp } from '../../modules/usage/event-timestamp.js';
import type { EventToEstimate } from './fee-estimate.input.js';

@InputType({ description: 'An event whose fees are estimated; it is not taken in.' })
export class EventToEstimateInput implements EventToEstimate {
  @Field(() => String, { nullable: true, description: 'Of a metric that the plan charges in advance.' })
  code?: string | null;

  @Field(() => String, { nullable: true, description: 'Of a running subscription.' })
  externalSubscriptionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Default: a new one.' })
  transactionId?: string | null;

  @Field(() => EventTimestamp, {
    nullable: true,
    description: "Not looked at: it is the customer's present.",
  })
  timestamp?: EventTime | null;

  @Field(() => Decimal, { nullable: true, description: 'For charges priced by the event itself.' })
  preciseTotalAmountCents?: string | null;

  @Field(() => JsonObject, { nullable: true })
  @Extensions({ invalidCode: 'invalid_format' })
  properties?: Record<string, unknown> | null;
}

@InputType()
export class ListedEventToEstimateInput extends EventToEstimateInput {
  @Field(() => EventToEstimateInput, { nullable: true, description: 'The event, where REST wraps it.' })
  event?: EventToEstimateInput | null;
}

@InputType()
export class EventsToEstimateInput {
  @Field(() => [ListedEventToEstimateInput], { nullable: true, description: 'At most 100.' })
  @Extensions({ overlongCode: 'too_many_events' })
  events?: ListedEventToEstimateInput[] | null;
}

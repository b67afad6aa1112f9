import { Extensions, Field, InputType } from 'type-graphql';
import { Decimal, JsonObject } from '../../platform/api/scalars.js';
import { type EventTime, EventTimestamp } from '../../modules/usage/events/event-timestamp.js';
import type { EventToEstimate } from './fee-estimate.input.js';

@InputType({ description: 'An event to estimate fees for. It is not stored.' })
export class EventToEstimateInput implements EventToEstimate {
  @Field(() => String, {
    nullable: true,
    description: 'Code of a billable metric that the plan charges in advance.',
  })
  code?: string | null;

  @Field(() => String, { nullable: true, description: 'External id of an active subscription.' })
  externalSubscriptionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Defaults to a new id.' })
  transactionId?: string | null;

  @Field(() => EventTimestamp, {
    nullable: true,
    description: "Ignored: the event is dated at the customer's current time.",
  })
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

@InputType({ description: 'An event whose fees are to be estimated.' })
export class ListedEventToEstimateInput extends EventToEstimateInput {
  @Field(() => EventToEstimateInput, { nullable: true, description: 'The event.' })
  event?: EventToEstimateInput | null;
}

@InputType({ description: 'Events whose fees are to be estimated.' })
export class EventsToEstimateInput {
  @Field(() => [ListedEventToEstimateInput], { nullable: true, description: 'At most 100.' })
  @Extensions({ overlongCode: 'too_many_events' })
  events?: ListedEventToEstimateInput[] | null;
}

import { Extensions, InputType } from 'type-graphql';
import { DecimalText, JsonMap, ListOf, Of, Text } from '../../platform/api/members/fields.js';
import { type EventTime, EventTimestamp } from '../../modules/usage/events/event-timestamp.js';
import type { EventToEstimate } from './fee-estimate.input.js';

@InputType({ description: 'An event to estimate fees for. It is not stored.' })
export class EventToEstimateInput implements EventToEstimate {
  @Text.orNull('Code of a billable metric that the plan charges in advance.') code?: string | null;
  @Text.orNull('External id of an active subscription.') externalSubscriptionId?: string | null;
  @Text.orNull({ note: 'Defaults to a new id.' }) transactionId?: string | null;
  @Of.orNull(() => EventTimestamp, "Accepted and ignored: the event is dated at the customer's current time.")
  timestamp?: EventTime | null;
  @DecimalText.orNull("The event's own price, for charges with the dynamic model.")
  preciseTotalAmountCents?: string | null;
  @JsonMap.orNull('Properties of the event, by name, which metrics and filters read.')
  @Extensions({ invalidCode: 'invalid_format' })
  properties?: Record<string, unknown> | null;
}

@InputType({ description: 'An event whose fees are to be estimated.' })
export class ListedEventToEstimateInput extends EventToEstimateInput {
  @Of.orNull(() => EventToEstimateInput, 'The event to estimate.') event?: EventToEstimateInput | null;
}

@InputType({ description: 'Events whose fees are to be estimated.' })
export class EventsToEstimateInput {
  @ListOf.orNull(() => ListedEventToEstimateInput, 'The events to estimate together; at most 100.')
  @Extensions({ overlongCode: 'too_many_events' })
  events?: ListedEventToEstimateInput[] | null;
}

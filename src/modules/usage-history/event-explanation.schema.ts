import { ObjectType } from 'type-graphql';
import { enumOf } from '../../platform/api/members/enums.js';
import { DecimalText, Flag, Id, Instant, ListOf, Of, Text } from '../../platform/api/members/fields.js';
import { UNCOUNTED_REASONS, type UncountedReason } from './event-explanation.js';

const UncountedReasonEnum = enumOf(UNCOUNTED_REASONS, 'UncountedReason', 'Why an event does not count.', {
  unknown_subscription: 'No subscription with its external subscription id was ever active.',
  unknown_metric: 'No billable metric has its code.',
  no_charge: 'The plan does not charge for the billable metric.',
  filtered_out: 'The event matches no filter of the charge, and the charge has no price for other events.',
  outside_subscription: 'No subscription with its external id was active at its timestamp.',
  period_already_invoiced: 'The event was received after the invoice of its period was finalized.',
  property_missing: 'The event has no value for the property that the metric aggregates.',
  property_not_numeric: 'The value of that property is not a number.',
});

@ObjectType('MatchedCharge', { description: 'A charge that an event matches.' })
class MatchedChargeType {
  @Id() chargeId!: string;
  @Text() chargeCode!: string;
  @Id.orNull('Id of the filter that the event matches; null if it matches none.') chargeFilterId!:
    string | null;
  @Instant('Start of the usage period that contains the event.') from!: Date;
  @Instant('Last second of the period that the event counts in.') to!: Date;
  @DecimalText.orNull(
    'Units added by the event. Null for unique counts, where that depends on earlier events.',
  )
  units!: string | null;
}

@ObjectType('EventExplanation', {
  description: 'What an event counts towards at present, or why it does not count.',
})
export class EventExplanationType {
  @Text() transactionId!: string;
  @Text() externalSubscriptionId!: string;
  @Flag('Whether the event counts for at least one charge.') counted!: boolean;
  @Of.orNull(() => UncountedReasonEnum, 'Why the event does not count; null if it counts.')
  reason!: UncountedReason | null;
  @Id.orNull('The subscription that the event counts towards, if any.') subscriptionId!: string | null;
  @Text.orNull() planCode!: string | null;
  @ListOf(
    () => MatchedChargeType,
    'Charges that the event counts towards. For an event that came too late, those that it would have counted ' +
      'towards.',
  )
  charges!: readonly MatchedChargeType[];
}

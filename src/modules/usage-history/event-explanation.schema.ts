import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime, Decimal } from '../../platform/api/scalars.js';
import { UNCOUNTED_REASONS, type UncountedReason } from './event-explanation.js';

const UncountedReasonEnum = enumOf(UNCOUNTED_REASONS);
registerEnumType(UncountedReasonEnum, {
  name: 'UncountedReason',
  description: 'Why an event does not count.',
  valuesConfig: {
    unknown_subscription: {
      description: 'There was never an active subscription with its external subscription id.',
    },
    unknown_metric: { description: 'No billable metric has its code.' },
    no_charge: { description: 'The plan does not charge for the billable metric.' },
    filtered_out: {
      description: 'It matches no filter of the charge, and the charge has no price for other events.',
    },
    outside_subscription: {
      description: 'No subscription with its external id was active at its timestamp.',
    },
    period_already_invoiced: {
      description: 'It was received after the invoice of its period was finalized.',
    },
    property_missing: { description: 'It has no value for the property that the metric aggregates.' },
    property_not_numeric: { description: 'The value of that property is not a number.' },
  },
});

@ObjectType('MatchedCharge', { description: 'A charge that an event matches.' })
class MatchedChargeType {
  @Field(() => ID)
  chargeId!: string;

  @Field(() => String)
  chargeCode!: string;

  @Field(() => ID, { nullable: true, description: 'Null if the event matches no filter.' })
  chargeFilterId!: string | null;

  @Field(() => DateTime, { description: 'Start of the usage period that contains the event.' })
  from!: Date;

  @Field(() => DateTime, { description: 'Last second of the period that the event counts in.' })
  to!: Date;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Units added by the event. Null for unique counts, where that depends on earlier events.',
  })
  units!: string | null;
}

@ObjectType('EventExplanation', {
  description: 'What an event counts towards at present, or why it does not count.',
})
export class EventExplanationType {
  @Field(() => String)
  transactionId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => Boolean, { description: 'Whether the event counts for at least one charge.' })
  counted!: boolean;

  @Field(() => UncountedReasonEnum, { nullable: true, description: 'Null if the event counts.' })
  reason!: UncountedReason | null;

  @Field(() => ID, { nullable: true, description: 'The subscription that the event counts towards, if any.' })
  subscriptionId!: string | null;

  @Field(() => String, { nullable: true })
  planCode!: string | null;

  @Field(() => [MatchedChargeType], {
    description:
      'Charges that the event counts towards. For an event that came too late, those that it would have counted ' +
      'towards.',
  })
  charges!: readonly MatchedChargeType[];
}

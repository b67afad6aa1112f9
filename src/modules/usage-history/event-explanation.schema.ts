import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime, Decimal } from '../../platform/api/scalars.js';
import { UNCOUNTED_REASONS, type UncountedReason } from './event-explanation.js';

const UncountedReasonEnum = enumOf(UNCOUNTED_REASONS);
registerEnumType(UncountedReasonEnum, {
  name: 'UncountedReason',
  description: 'Why an event counts for nothing.',
  valuesConfig: {
    unknown_subscription: { description: 'No subscription ever ran under its external subscription id.' },
    unknown_metric: { description: 'No billable metric has its code.' },
    no_charge: { description: 'The plan does not charge the metric.' },
    filtered_out: { description: 'No filter of a charge takes it, and nothing is asked for the rest.' },
    outside_subscription: { description: 'No subscription with its external id ran at its time.' },
    period_already_invoiced: { description: 'It came after the invoice of its period was final.' },
    property_missing: { description: 'It has no value for the property that the metric aggregates.' },
    property_not_numeric: { description: 'The value of that property is no number.' },
  },
});

@ObjectType('MatchedCharge', { description: 'A charge that an event belongs to.' })
class MatchedChargeType {
  @Field(() => ID)
  chargeId!: string;

  @Field(() => String)
  chargeCode!: string;

  @Field(() => ID, { nullable: true, description: 'Null: no filter takes the event.' })
  chargeFilterId!: string | null;

  @Field(() => DateTime, { description: 'Start of the usage window that holds the event.' })
  fromDatetime!: Date;

  @Field(() => DateTime)
  toDatetime!: Date;

  @Field(() => Decimal, {
    nullable: true,
    description: 'What the event itself brings; null for items, of which it depends on what was there.',
  })
  units!: string | null;
}

@ObjectType('EventExplanation', {
  description: 'What an event counts for as things are now, or why it does not.',
})
export class EventExplanationType {
  @Field(() => String)
  transactionId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => Boolean)
  counted!: boolean;

  @Field(() => UncountedReasonEnum, { nullable: true, description: 'Null when it counts.' })
  reason!: UncountedReason | null;

  @Field(() => ID, { nullable: true, description: 'The subscription that it counts for, if there is one.' })
  subscriptionId!: string | null;

  @Field(() => String, { nullable: true })
  planCode!: string | null;

  @Field(() => [MatchedChargeType], {
    description: 'The charges it counts for; those that would have counted it, when it came too late.',
  })
  charges!: readonly MatchedChargeType[];
}

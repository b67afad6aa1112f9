import { Field, ID, ObjectType } from 'type-graphql';
import type { Group } from '../../core/metering/groups.js';
import { Decimal, JsonObject } from '../../platform/api/scalars.js';
import type { BilledUsageDifference } from './billed-usage-difference.js';

@ObjectType('BilledUsageDifference', {
  description: 'A fee whose units differ from the aggregation of its events, or usage without a fee.',
})
export class BilledUsageDifferenceType implements BilledUsageDifference {
  @Field(() => ID, { nullable: true, description: 'Null if nothing was billed.' })
  feeId!: string | null;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;

  @Field(() => ID, { nullable: true, description: 'Null for usage that matches no filter of the charge.' })
  chargeFilterId!: string | null;

  @Field(() => JsonObject, { description: 'Values of the pricing group keys.' })
  groupedBy!: Group;

  @Field(() => String, { nullable: true, description: 'Transaction id of the event that created the fee.' })
  eventTransactionId!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'Null if nothing was billed.' })
  billedUnits!: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Units computed from the events. Null if there are no events.',
  })
  recountedUnits!: string | null;
}

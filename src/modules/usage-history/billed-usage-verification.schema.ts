import { Field, ID, ObjectType } from 'type-graphql';
import type { Group } from '../../core/metering/groups.js';
import { Decimal, JsonObject } from '../../platform/api/scalars.js';
import type { BilledUsageDifference } from './billed-usage-difference.js';

@ObjectType('BilledUsageDifference', {
  description: 'A fee whose units are not what its events add up to, or usage that no fee bills.',
})
export class BilledUsageDifferenceType implements BilledUsageDifference {
  @Field(() => ID, { nullable: true, description: 'Null: nothing was billed.' })
  feeId!: string | null;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;

  @Field(() => ID, { nullable: true, description: 'Null: what no filter of the charge takes.' })
  chargeFilterId!: string | null;

  @Field(() => JsonObject, { description: 'The values of the pricing group keys.' })
  groupedBy!: Group;

  @Field(() => String, { nullable: true, description: 'Of the event that made the fee.' })
  eventTransactionId!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'Null: nothing was billed.' })
  billedUnits!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'Null: there are no such events.' })
  recountedUnits!: string | null;
}

import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import { SafeInt } from '../../platform/api/scalars.js';
import { ChargePropertiesInput } from '../plans/charge-properties-input.schema.js';
import { FixedChargeType } from '../plans/fixed-charge.schema.js';

@ObjectType('SubscriptionFixedCharge', { description: "A fixed charge of a subscription's plan." })
export class SubscriptionFixedChargeType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  fixedChargeId!: string;

  @Field(() => FixedChargeType, { description: 'With the units of the subscription in the period at hand.' })
  fixedCharge!: FixedChargeType;
}

@InputType({
  description: 'Units of a fixed charge for one subscription, whatever becomes of those of its plan.',
})
export class OverrideSubscriptionFixedChargeInput {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  fixedChargeId!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Whole units, 0 or more.' })
  units?: bigint | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'From now on instead of the next period; default false.',
  })
  applyUnitsImmediately?: boolean | null;

  @Field(() => ChargePropertiesInput, { nullable: true, description: 'Not built yet.' })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => String, { nullable: true, description: 'Not built yet.' })
  invoiceDisplayName?: string | null;

  @Field(() => [String], { nullable: true, description: 'Not built yet.' })
  taxCodes?: string[] | null;
}

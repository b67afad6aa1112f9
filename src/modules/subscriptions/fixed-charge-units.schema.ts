import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { FixedChargeType } from '../plans/fixed-charges/fixed-charge.schema.js';
import { FixedChargeOverrideMembersInput } from '../plans/own-plans/plan-override.schema.js';
import type { OverrideSubscriptionFixedCharge } from './fixed-charge-units.input.js';

@ObjectType('SubscriptionFixedCharge', { description: "A fixed charge of a subscription's plan." })
export class SubscriptionFixedChargeType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  fixedChargeId!: string;

  @Field(() => FixedChargeType, {
    description: 'With the units of the subscription in the current billing period.',
  })
  fixedCharge!: FixedChargeType;
}

@InputType({
  description:
    'Overrides of a fixed charge for one subscription. Overridden units are kept when those of the plan ' +
    'change; any other override gives the subscription a plan override.',
})
export class OverrideSubscriptionFixedChargeInput
  extends FixedChargeOverrideMembersInput
  implements OverrideSubscriptionFixedCharge
{
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  fixedChargeId!: string;
}

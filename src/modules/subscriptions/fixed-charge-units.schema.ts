import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { FixedChargeType } from '../plans/fixed-charge.schema.js';
import { FixedChargeOverrideMembersInput } from '../plans/plan-override.schema.js';
import type { OverrideSubscriptionFixedCharge } from './fixed-charge-units.input.js';

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
  description:
    'What one subscription has otherwise of a fixed charge. Units alone stay whatever becomes of those of its plan; anything ' +
    'else gives it a plan of its own.',
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

import { InputType, ObjectType } from 'type-graphql';
import { Id, Of } from '../../../platform/api/members/fields.js';
import { FixedChargeType } from '../../plans/fixed-charges/fixed-charge.schema.js';
import { FixedChargeOverrideMembersInput } from '../../plans/own-plans/plan-override.schema.js';
import type { OverrideSubscriptionFixedCharge } from '../units/fixed-charge-units.input.js';

@ObjectType('SubscriptionFixedCharge', { description: "A fixed charge of a subscription's plan." })
export class SubscriptionFixedChargeType {
  @Id() subscriptionId!: string;
  @Id() fixedChargeId!: string;
  @Of(
    () => FixedChargeType,
    'The fixed charge with the units of the subscription in the current billing period.',
  )
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
  @Id() subscriptionId!: string;
  @Id() fixedChargeId!: string;
}

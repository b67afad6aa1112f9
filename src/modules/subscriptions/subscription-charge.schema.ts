import type { ChargeModel as ChargeModelWord } from '../../core/rating/charge-models.js';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ChargeFilterInput, ChargeFilterType } from '../plans/charges/charge-filter.schema.js';
import { ChargeModel, ChargeType } from '../plans/charges/charge.schema.js';
import { ChargeOverrideMembersInput } from '../plans/own-plans/plan-override.schema.js';
import type {
  CreateSubscriptionChargeFilter,
  DeleteSubscriptionChargeFilter,
  OverrideSubscriptionCharge,
  UpdateSubscriptionChargeFilter,
} from './subscription-charge.input.js';

@ObjectType('SubscriptionCharge', { description: 'A charge that applies to a subscription.' })
export class SubscriptionChargeType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;

  @Field(() => ChargeModel)
  chargeModel!: ChargeModelWord;

  @Field(() => ChargeType, {
    description: 'The charge of the plan override if the subscription has one, or else of the plan.',
  })
  charge!: ChargeType;
}

@ObjectType('SubscriptionChargeFilter', {
  description: 'A filter of a charge that applies to a subscription.',
})
export class SubscriptionChargeFilterType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID, { description: 'Id of the filter.' })
  filterId!: string;

  @Field(() => ChargeModel, { description: 'Inherited from the charge.' })
  chargeModel!: ChargeModelWord;

  @Field(() => ChargeFilterType, { description: 'The filter.' })
  chargeFilter!: ChargeFilterType;
}

const NO_COPIES = 'Ignored: a plan override has no overrides of its own.';
const GIVES_OVERRIDE = 'The first such change gives the subscription a plan override.';
const OMITTED = 'Omitted fields keep their value.';

@InputType({ description: `Overrides of a charge for one subscription. ${GIVES_OVERRIDE} ${OMITTED}` })
export class OverrideSubscriptionChargeInput
  extends ChargeOverrideMembersInput
  implements OverrideSubscriptionCharge
{
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;
}

@InputType({ description: `A new filter of a charge for one subscription. ${GIVES_OVERRIDE}` })
export class CreateSubscriptionChargeFilterInput
  extends ChargeFilterInput
  implements CreateSubscriptionChargeFilter
{
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;

  @Field(() => Boolean, { nullable: true, description: NO_COPIES })
  cascadeUpdates?: boolean | null;
}

@InputType({ description: `Changes of a filter for one subscription. ${GIVES_OVERRIDE} ${OMITTED}` })
export class UpdateSubscriptionChargeFilterInput
  extends ChargeFilterInput
  implements UpdateSubscriptionChargeFilter
{
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  id!: string;

  @Field(() => Boolean, { nullable: true, description: NO_COPIES })
  cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteSubscriptionChargeFilterInput implements DeleteSubscriptionChargeFilter {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class DeleteSubscriptionChargeFilterPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => ChargeFilterType, { description: 'The deleted filter.' })
  chargeFilter!: ChargeFilterType;
}

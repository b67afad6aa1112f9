import type { ChargeModel as ChargeModelWord } from '../../core/rating/charge-models.js';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ChargeFilterInput, ChargeFilterType } from '../plans/charge-filter.schema.js';
import { ChargeModel, ChargeType } from '../plans/charge.schema.js';
import { ChargeOverrideMembersInput } from '../plans/plan-override.schema.js';
import type {
  CreateSubscriptionChargeFilter,
  DeleteSubscriptionChargeFilter,
  OverrideSubscriptionCharge,
  UpdateSubscriptionChargeFilter,
} from './subscription-charge.input.js';

@ObjectType('SubscriptionCharge', { description: 'A charge in force for a subscription.' })
export class SubscriptionChargeType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;

  @Field(() => ChargeModel)
  chargeModel!: ChargeModelWord;

  @Field(() => ChargeType, { description: "Of the subscription's own plan when it has one." })
  charge!: ChargeType;
}

@ObjectType('SubscriptionChargeFilter', { description: 'A filter of a charge in force for a subscription.' })
export class SubscriptionChargeFilterType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  filterId!: string;

  @Field(() => ChargeModel, { description: 'Of its charge.' })
  chargeModel!: ChargeModelWord;

  @Field(() => ChargeFilterType)
  chargeFilter!: ChargeFilterType;
}

const NO_COPIES = 'Ignored: there are no copies of the plan of one subscription.';
const FOR_IT_ALONE = 'for one subscription alone: it gets a plan of its own at the first change.';

@InputType({ description: `Changes of a charge ${FOR_IT_ALONE} Members left out stay as they are.` })
export class OverrideSubscriptionChargeInput
  extends ChargeOverrideMembersInput
  implements OverrideSubscriptionCharge
{
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => ID)
  chargeId!: string;
}

@InputType({ description: `A new filter of a charge ${FOR_IT_ALONE}` })
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

@InputType({ description: `Changes of a filter ${FOR_IT_ALONE} Members left out stay as they are.` })
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

  @Field(() => ChargeFilterType, { description: 'The filter as it was.' })
  chargeFilter!: ChargeFilterType;
}

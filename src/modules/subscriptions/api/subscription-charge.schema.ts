import type { ChargeModel as ChargeModelWord } from '../../../core/rating/charge-models.js';
import { InputType, ObjectType } from 'type-graphql';
import { Flag, Id, Of } from '../../../platform/api/members/fields.js';
import { deletedPayloadOf } from '../../../platform/api/members/shapes.js';
import { ChargeFilterInput, ChargeFilterType } from '../../plans/charges/filters/charge-filter.schema.js';
import { ChargeModel, ChargeType } from '../../plans/charges/charge.schema.js';
import { ChargeOverrideMembersInput } from '../../plans/own-plans/plan-override.schema.js';
import type {
  CreateSubscriptionChargeFilter,
  DeleteSubscriptionChargeFilter,
  OverrideSubscriptionCharge,
  UpdateSubscriptionChargeFilter,
} from '../own-plans/subscription-charge.input.js';

@ObjectType('SubscriptionCharge', { description: 'A charge that applies to a subscription.' })
export class SubscriptionChargeType {
  @Id() subscriptionId!: string;
  @Id() chargeId!: string;
  @Of(() => ChargeModel) chargeModel!: ChargeModelWord;
  @Of(() => ChargeType, 'The charge of the plan override if the subscription has one, or else of the plan.')
  charge!: ChargeType;
}

@ObjectType('SubscriptionChargeFilter', {
  description: 'A filter of a charge that applies to a subscription.',
})
export class SubscriptionChargeFilterType {
  @Id() subscriptionId!: string;
  @Id('Id of the filter.') filterId!: string;
  @Of(() => ChargeModel, 'Charge model of the charge, which its filters share.')
  chargeModel!: ChargeModelWord;
  @Of(() => ChargeFilterType, 'The filter with its values and its prices for the subscription.')
  chargeFilter!: ChargeFilterType;
}

const NO_COPIES = 'Accepted and ignored: a plan override has no overrides of its own.';
const GIVES_OVERRIDE = 'The first such change gives the subscription a plan override.';
const OMITTED = 'Omitted fields keep their value.';

@InputType({ description: `Overrides of a charge for one subscription. ${GIVES_OVERRIDE} ${OMITTED}` })
export class OverrideSubscriptionChargeInput
  extends ChargeOverrideMembersInput
  implements OverrideSubscriptionCharge
{
  @Id() subscriptionId!: string;
  @Id() chargeId!: string;
}

@InputType({ description: `A new filter of a charge for one subscription. ${GIVES_OVERRIDE}` })
export class CreateSubscriptionChargeFilterInput
  extends ChargeFilterInput
  implements CreateSubscriptionChargeFilter
{
  @Id() subscriptionId!: string;
  @Id() chargeId!: string;
  @Flag.orNull(NO_COPIES) cascadeUpdates?: boolean | null;
}

@InputType({ description: `Changes of a filter for one subscription. ${GIVES_OVERRIDE} ${OMITTED}` })
export class UpdateSubscriptionChargeFilterInput
  extends ChargeFilterInput
  implements UpdateSubscriptionChargeFilter
{
  @Id() subscriptionId!: string;
  @Id() id!: string;
  @Flag.orNull(NO_COPIES) cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteSubscriptionChargeFilterInput implements DeleteSubscriptionChargeFilter {
  @Id() subscriptionId!: string;
  @Id() id!: string;
}

export const DeleteSubscriptionChargeFilterPayload = deletedPayloadOf(
  'DeleteSubscriptionChargeFilterPayload',
  'chargeFilter',
  () => ChargeFilterType,
);

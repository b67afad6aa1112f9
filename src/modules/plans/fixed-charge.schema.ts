import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { FIXED_CHARGE_MODELS, type FixedChargeModel } from '../../core/fixed-charges/fixed-charge-rules.js';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime, SafeInt } from '../../platform/api/scalars.js';
import { CASCADE_UPDATES } from './charge-filter.schema.js';
import { ChargePropertiesInput } from './charge-properties-input.schema.js';
import type {
  CreateFixedCharge,
  CreatePlanFixedCharge,
  DeleteFixedCharge,
  SentFixedCharge,
  UpdateFixedCharge,
  UpdatePlanFixedCharge,
} from './fixed-charge.input.js';

export const FixedChargeModelEnum = enumOf(FIXED_CHARGE_MODELS);
registerEnumType(FixedChargeModelEnum, {
  name: 'FixedChargeModel',
  description: 'How a fixed quantity becomes an amount.',
});

const PAY_IN_ADVANCE = 'Whether it is billed for the coming period instead of the past one. Not with volume.';
const PRORATED =
  'Whether units are billed by the days they were there. Not with graduated when paid in advance.';
const UNITS = 'Whole units of each subscription, 0 or more.';
const AT_ONCE =
  'Whether subscriptions have the units from now on instead of the next period; default false. Not kept.';

@ObjectType('FixedCharge', { description: 'A quantity of an add-on that a plan bills each period.' })
export class FixedChargeType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  addOnId!: string;

  @Field(() => String, { description: "Unique among the plan's fixed charges." })
  code!: string;

  @Field(() => String, { nullable: true })
  invoiceDisplayName!: string | null;

  @Field(() => FixedChargeModelEnum)
  chargeModel!: FixedChargeModel;

  @Field(() => SafeInt, { description: UNITS })
  units!: bigint;

  @Field(() => Boolean, { description: PAY_IN_ADVANCE })
  payInAdvance!: boolean;

  @Field(() => Boolean, { description: PRORATED })
  prorated!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'On the plan of one subscription: the fixed charge that it was copied from.',
  })
  parentId!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType()
abstract class FixedChargeInput implements SentFixedCharge {
  @Field(() => ID, { nullable: true, description: 'A new one names its add-on by id or code.' })
  addOnId?: string | null;

  @Field(() => String, { nullable: true })
  addOnCode?: string | null;

  @Field(() => String, { nullable: true, description: "Default: the add-on's code, then code_2, ..." })
  code?: string | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => SafeInt, { nullable: true, description: `${UNITS} Default 0.` })
  units?: bigint | null;

  @Field(() => Boolean, { nullable: true, description: AT_ONCE })
  applyUnitsImmediately?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `${PAY_IN_ADVANCE} Default false.` })
  @Extensions({ dependsOn: ['chargeModel'] })
  payInAdvance?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `${PRORATED} Default false.` })
  @Extensions({ dependsOn: ['chargeModel', 'payInAdvance'] })
  prorated?: boolean | null;

  @Field(() => ChargePropertiesInput, { nullable: true })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [String], { nullable: true, description: 'The whole list of taxes, by code.' })
  taxCodes?: string[] | null;
}

@InputType({ description: 'A fixed charge of a new plan.' })
export class CreatePlanFixedChargeInput extends FixedChargeInput implements CreatePlanFixedCharge {
  @Field(() => FixedChargeModelEnum)
  chargeModel!: FixedChargeModel;
}

@InputType({
  description:
    'A fixed charge of a changed plan: with the id of one of its fixed charges that one, members left out staying ' +
    'as they are, else a new one. Add-on, timing and proration of one that is there never change.',
})
export class UpdatePlanFixedChargeInput extends FixedChargeInput implements UpdatePlanFixedCharge {
  @Field(() => ID, { nullable: true })
  id?: string | null;

  @Field(() => FixedChargeModelEnum, { nullable: true, description: 'Mandatory for a new one.' })
  chargeModel?: FixedChargeModel | null;
}

@InputType({ description: 'A new fixed charge of a plan.' })
export class CreateFixedChargeInput extends CreatePlanFixedChargeInput implements CreateFixedCharge {
  @Field(() => ID)
  planId!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType({
  description:
    'Changes of a fixed charge; members left out stay as they are. Add-on, timing and proration are ignored, and model ' +
    'and code once its plan has a subscription.',
})
export class UpdateFixedChargeInput extends FixedChargeInput implements UpdateFixedCharge {
  @Field(() => ID)
  id!: string;

  @Field(() => FixedChargeModelEnum, { nullable: true })
  chargeModel?: FixedChargeModel | null;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteFixedChargeInput implements DeleteFixedCharge {
  @Field(() => ID)
  id!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@ObjectType()
export class FixedChargePayload {
  @Field(() => FixedChargeType)
  fixedCharge!: FixedChargeType;
}

@ObjectType()
export class DeleteFixedChargePayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => FixedChargeType, { description: 'The fixed charge as it was.' })
  fixedCharge!: FixedChargeType;
}

export const FixedChargeConnection = connectionOf(FixedChargeType, 'FixedCharge');

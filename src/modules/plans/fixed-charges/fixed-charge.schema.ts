import { Extensions, InputType, ObjectType } from 'type-graphql';
import {
  FIXED_CHARGE_MODELS,
  type FixedChargeModel,
} from '../../../core/fixed-charges/fixed-charge-rules.js';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Count, Flag, Id, Instant, Of, Text, Texts } from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, payloadOf } from '../../../platform/api/members/shapes.js';
import { CASCADE_UPDATES } from '../charges/filters/charge-filter.schema.js';
import { ChargePropertiesInput } from '../charges/properties/charge-properties.schema.js';
import type {
  CreateFixedCharge,
  CreatePlanFixedCharge,
  DeleteFixedCharge,
  SentFixedCharge,
  UpdateFixedCharge,
  UpdatePlanFixedCharge,
} from './fixed-charge.input.js';
import { fixedChargeOrders } from './fixed-charge.list.js';

export const FixedChargeModelEnum = enumOf(
  FIXED_CHARGE_MODELS,
  'FixedChargeModel',
  'Pricing model that turns a fixed quantity into an amount.',
  {
    graduated: 'Each unit has the price of the range that it falls in.',
    standard: 'Every unit has the same price.',
    volume: 'All units have the price of the range that their total falls in.',
  },
);

const PAY_IN_ADVANCE =
  'Whether it is billed in advance instead of in arrears. Not allowed with the volume model.';
const PRORATED =
  'Whether units are prorated by day. Not allowed with the graduated model when billed in advance.';
const UNITS = 'Units per subscription: a whole number, 0 or more.';
const AT_ONCE =
  'Whether existing subscriptions get the new units immediately instead of from the next billing period. ' +
  'Default false. Not stored.';

@ObjectType('FixedCharge', {
  description: 'A fixed quantity of an add-on that a plan bills every billing period.',
})
export class FixedChargeType {
  @Id() id!: string;
  @Id() addOnId!: string;
  @Text({ note: 'Unique among the fixed charges of the plan.' }) code!: string;
  @Text.orNull() invoiceDisplayName!: string | null;
  @Of(() => FixedChargeModelEnum) chargeModel!: FixedChargeModel;
  @Count(UNITS) units!: bigint;
  @Flag(PAY_IN_ADVANCE) payInAdvance!: boolean;
  @Flag(PRORATED) prorated!: boolean;
  @Id.orNull(
    'Id of the fixed charge of the parent plan that this one of a plan override was copied from; null on other plans.',
  )
  parentId!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType()
abstract class FixedChargeInput implements SentFixedCharge {
  @Id.orNull({ note: "Required for a new fixed charge, unless the add-on's code is given." }) addOnId?:
    string | null;
  @Text.orNull() addOnCode?: string | null;
  @Text.orNull({ note: "Defaults to the add-on's code, then code_2, and so on." }) code?: string | null;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Count.orNull(`${UNITS} Default 0.`) units?: bigint | null;
  @Flag.orNull(AT_ONCE) applyUnitsImmediately?: boolean | null;
  @Flag.orNull(`${PAY_IN_ADVANCE} Default false.`)
  @Extensions({ dependsOn: ['chargeModel'] })
  payInAdvance?: boolean | null;
  @Flag.orNull(`${PRORATED} Default false.`)
  @Extensions({ dependsOn: ['chargeModel', 'payInAdvance'] })
  prorated?: boolean | null;
  @Of.orNull(() => ChargePropertiesInput)
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;
  @Texts.orNull('Tax codes. Replaces the whole list.') taxCodes?: string[] | null;
}

@InputType({ description: 'A fixed charge of a new plan.' })
export class CreatePlanFixedChargeInput extends FixedChargeInput implements CreatePlanFixedCharge {
  @Of(() => FixedChargeModelEnum) chargeModel!: FixedChargeModel;
}

@InputType({
  description:
    'A fixed charge of an updated plan. With the id of an existing one it changes that one, and omitted ' +
    'fields keep their value; otherwise it adds one. Add-on, timing and proration of an existing one cannot ' +
    'be changed.',
})
export class UpdatePlanFixedChargeInput extends FixedChargeInput implements UpdatePlanFixedCharge {
  @Id.orNull() id?: string | null;
  @Of.orNull(() => FixedChargeModelEnum, { note: 'Required for a new fixed charge.' })
  chargeModel?: FixedChargeModel | null;
}

@InputType({ description: 'A new fixed charge of a plan.' })
export class CreateFixedChargeInput extends CreatePlanFixedChargeInput implements CreateFixedCharge {
  @Id() planId!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType({
  description:
    'Changes of a fixed charge. Omitted fields keep their value. Add-on, timing and proration cannot be ' +
    'changed and are ignored, as are model and code once its plan has a subscription.',
})
export class UpdateFixedChargeInput extends FixedChargeInput implements UpdateFixedCharge {
  @Id() id!: string;
  @Of.orNull(() => FixedChargeModelEnum) chargeModel?: FixedChargeModel | null;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteFixedChargeInput implements DeleteFixedCharge {
  @Id() id!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

export const FixedChargePayload = payloadOf('FixedChargePayload', 'fixedCharge', () => FixedChargeType);
export const DeleteFixedChargePayload = deletedPayloadOf(
  'DeleteFixedChargePayload',
  'fixedCharge',
  () => FixedChargeType,
);

export const FixedChargeConnection = connectionOf(FixedChargeType, 'FixedCharge');

export const FixedChargePageArgs = pageArgsOf('FixedCharge', fixedChargeOrders, {
  search: 'Matches part of the code or of the display name.',
});

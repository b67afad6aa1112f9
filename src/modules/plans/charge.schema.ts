import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { CASCADE_UPDATES, ChargeFilterInput } from './charge-filter.schema.js';
import { ChargePropertiesInput } from './charge-properties-input.schema.js';
import { CHARGE_MODELS } from './charge.table.js';
import type {
  CreateCharge,
  CreatePlanCharge,
  DeleteCharge,
  SentAppliedPricingUnit,
  SentPlanCharge,
  UpdateCharge,
  UpdatePlanCharge,
} from './charge.input.js';

type ChargeModelWord = (typeof CHARGE_MODELS)[number];

export const ChargeModel = enumOf(CHARGE_MODELS);
registerEnumType(ChargeModel, { name: 'ChargeModel', description: 'How units become an amount.' });

export const RegroupPaidFees = enumOf(['invoice']);
registerEnumType(RegroupPaidFees, {
  name: 'RegroupPaidFees',
  description: 'Where fees paid in advance are put together.',
});

const PAY_IN_ADVANCE =
  'Whether each event is billed at once, instead of all of them at the end of the period.';
const INVOICEABLE = 'False: the fees of single events belong to no invoice. Only in advance.';
const REGROUP_PAID_FEES =
  'Puts paid fees of single events on an invoice at the end of the period. Only in advance and not invoiceable.';
const PRORATED = 'Whether units count by the days they are held. Only for recurring metrics.';
const MIN_AMOUNT_CENTS = 'What the charge brings in at least in a period, in minor units. Only in arrears.';
const CONVERSION_RATE = 'Currency units for one pricing unit, above 0.';

@ObjectType('AppliedPricingUnit', { description: 'What the prices of a charge are expressed in.' })
export class AppliedPricingUnitType {
  @Field(() => String, { description: 'Of the pricing unit.' })
  code!: string;

  @Field(() => Decimal, { description: CONVERSION_RATE })
  conversionRate!: string;
}

@ObjectType('Charge', { description: 'The price of a billable metric on a plan.' })
export class ChargeType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  billableMetricId!: string;

  @Field(() => String, { description: "Unique among the plan's charges." })
  code!: string;

  @Field(() => String, { nullable: true })
  invoiceDisplayName!: string | null;

  @Field(() => ChargeModel)
  chargeModel!: ChargeModelWord;

  @Field(() => Boolean, { description: PAY_IN_ADVANCE })
  payInAdvance!: boolean;

  @Field(() => Boolean, { description: INVOICEABLE })
  invoiceable!: boolean;

  @Field(() => RegroupPaidFees, { nullable: true, description: REGROUP_PAID_FEES })
  regroupPaidFees!: 'invoice' | null;

  @Field(() => Boolean, { description: PRORATED })
  prorated!: boolean;

  @Field(() => SafeInt, { description: MIN_AMOUNT_CENTS })
  minAmountCents!: bigint;

  @Field(() => Boolean, { nullable: true, description: 'Not built yet: always null.' })
  acceptsTargetWallet?: null;

  @Field(() => ID, {
    nullable: true,
    description: 'On the plan of one subscription: the charge that it was copied from.',
  })
  parentId!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType()
export class AppliedPricingUnitInput implements SentAppliedPricingUnit {
  @Field(() => String, { nullable: true, description: 'Of a pricing unit.' })
  code?: string | null;

  @Field(() => Decimal, { nullable: true, description: CONVERSION_RATE })
  conversionRate?: string | null;
}

@InputType()
export abstract class PlanChargeInput implements SentPlanCharge {
  @Field(() => String, { nullable: true, description: "Default: the metric's code, then code_2, ..." })
  code?: string | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => Boolean, { nullable: true, description: `Default false. ${PAY_IN_ADVANCE}` })
  @Extensions({ dependsOn: ['chargeModel'] })
  payInAdvance?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `Default true. ${INVOICEABLE}` })
  @Extensions({ dependsOn: ['payInAdvance'] })
  invoiceable?: boolean | null;

  @Field(() => RegroupPaidFees, { nullable: true, description: REGROUP_PAID_FEES })
  @Extensions({ dependsOn: ['payInAdvance', 'invoiceable'] })
  regroupPaidFees?: 'invoice' | null;

  @Field(() => Boolean, { nullable: true, description: `Default false. ${PRORATED}` })
  @Extensions({ dependsOn: ['chargeModel', 'payInAdvance'] })
  prorated?: boolean | null;

  @Field(() => SafeInt, { nullable: true, description: `Default 0. ${MIN_AMOUNT_CENTS}` })
  @Extensions({ dependsOn: ['payInAdvance'] })
  minAmountCents?: bigint | null;

  @Field(() => ChargePropertiesInput, { nullable: true })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [ChargeFilterInput], { nullable: true, description: 'The whole list; known by their values.' })
  @Extensions({ lent: 'chargeModel' })
  filters?: ChargeFilterInput[] | null;

  @Field(() => [String], { nullable: true, description: 'The whole list of taxes, by code.' })
  taxCodes?: string[] | null;

  @Field(() => AppliedPricingUnitInput, { nullable: true, description: "Default: the plan's currency." })
  appliedPricingUnit?: AppliedPricingUnitInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Not built yet.' })
  acceptsTargetWallet?: boolean | null;
}

@InputType({ description: 'A charge of a new plan.' })
export class CreatePlanChargeInput extends PlanChargeInput implements CreatePlanCharge {
  @Field(() => ID)
  billableMetricId!: string;

  @Field(() => ChargeModel)
  chargeModel!: ChargeModelWord;
}

@InputType({
  description:
    'A charge of a changed plan: with the id of one of its charges that one, members left out staying as they ' +
    'are, else a new one.',
})
export class UpdatePlanChargeInput extends PlanChargeInput implements UpdatePlanCharge {
  @Field(() => ID, { nullable: true })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'Mandatory for a new charge.' })
  billableMetricId?: string | null;

  @Field(() => ChargeModel, { nullable: true, description: 'Mandatory for a new charge.' })
  chargeModel?: ChargeModelWord | null;
}

@InputType({ description: 'A new charge of a plan.' })
export class CreateChargeInput extends CreatePlanChargeInput implements CreateCharge {
  @Field(() => ID)
  planId!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType({
  description:
    'Changes of a charge; members left out stay as they are. Once its plan has a subscription, all but display name, ' +
    'properties, filters, taxes and conversion rate are ignored.',
})
export class UpdateChargeInput extends PlanChargeInput implements UpdateCharge {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, { nullable: true })
  billableMetricId?: string | null;

  @Field(() => ChargeModel, { nullable: true })
  chargeModel?: ChargeModelWord | null;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteChargeInput implements DeleteCharge {
  @Field(() => ID)
  id!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@ObjectType()
export class ChargePayload {
  @Field(() => ChargeType)
  charge!: ChargeType;
}

@ObjectType()
export class DeleteChargePayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => ChargeType, { description: 'The charge as it was.' })
  charge!: ChargeType;
}

export const ChargeConnection = connectionOf(ChargeType, 'Charge');

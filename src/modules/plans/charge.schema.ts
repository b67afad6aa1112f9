import { Extensions, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { ChargePropertiesInput } from './charge-properties.schema.js';
import { CHARGE_MODELS } from './charge.table.js';

type ChargeModelWord = (typeof CHARGE_MODELS)[number];

const ChargeModel = enumOf(CHARGE_MODELS);
registerEnumType(ChargeModel, { name: 'ChargeModel', description: 'How units become an amount.' });

export const RegroupPaidFees = enumOf(['invoice']);
registerEnumType(RegroupPaidFees, {
  name: 'RegroupPaidFees',
  description: 'Where fees paid in advance are put together.',
});

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

  @Field(() => RegroupPaidFees, { nullable: true, description: 'Not built yet: always null.' })
  regroupPaidFees?: null;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet: always null.' })
  appliedPricingUnit?: null;

  @Field(() => Boolean, { nullable: true, description: 'Not built yet: always null.' })
  acceptsTargetWallet?: null;

  @Field(() => ID, { nullable: true, description: 'Not built yet: always null.' })
  parentId?: null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType()
export abstract class PlanChargeInput {
  @Field(() => String, { nullable: true, description: "Default: the metric's code, then code_2, ..." })
  code?: string | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false. True is not built yet.' })
  payInAdvance?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true. False is not built yet.' })
  invoiceable?: boolean | null;

  @Field(() => RegroupPaidFees, { nullable: true, description: 'Not built yet.' })
  regroupPaidFees?: 'invoice' | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false. True is not built yet.' })
  prorated?: boolean | null;

  @Field(() => SafeInt, { nullable: true, description: 'Default 0. More is not built yet.' })
  minAmountCents?: bigint | null;

  @Field(() => ChargePropertiesInput, { nullable: true })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [JsonObject], { nullable: true, description: 'Not built yet.' })
  filters?: object[] | null;

  @Field(() => [String], { nullable: true, description: 'The whole list of taxes, by code.' })
  taxCodes?: string[] | null;

  @Field(() => JsonObject, { nullable: true, description: 'Not built yet.' })
  appliedPricingUnit?: object | null;

  @Field(() => Boolean, { nullable: true, description: 'Not built yet.' })
  acceptsTargetWallet?: boolean | null;
}

@InputType({ description: 'A charge of a new plan.' })
export class CreatePlanChargeInput extends PlanChargeInput {
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
export class UpdatePlanChargeInput extends PlanChargeInput {
  @Field(() => ID, { nullable: true })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'Mandatory for a new charge.' })
  billableMetricId?: string | null;

  @Field(() => ChargeModel, { nullable: true, description: 'Mandatory for a new charge.' })
  chargeModel?: ChargeModelWord | null;
}

import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  DecimalText,
  Flag,
  Id,
  Instant,
  ListOf,
  Of,
  Text,
  Texts,
} from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, payloadOf } from '../../../platform/api/members/shapes.js';
import { CASCADE_UPDATES, ChargeFilterInput } from './filters/charge-filter.schema.js';
import { ChargePropertiesInput } from './properties/charge-properties.schema.js';
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
import { chargeOrders } from './charge.list.js';

type ChargeModelWord = (typeof CHARGE_MODELS)[number];

export const ChargeModel = enumOf(
  CHARGE_MODELS,
  'ChargeModel',
  'Pricing model that turns units into an amount.',
  {
    custom: 'Priced by a program of the organization; no charge can have it.',
    dynamic: 'Each event carries its amount.',
    graduated: 'Each unit has the price of the range that it falls in.',
    graduated_percentage: 'Each part of the sum has the percentage of the range that it falls in.',
    package: 'Units are sold in packages; a started package costs as much as a full one.',
    percentage: 'A percentage of the sum, and an amount for each event.',
    standard: 'Every unit has the same price.',
    volume: 'All units have the price of the range that their total falls in.',
  },
);

export const RegroupPaidFees = enumOf(
  ['invoice'],
  'RegroupPaidFees',
  'Where paid fees of charges billed in advance are collected.',
  {
    invoice: 'The paid fees of a period are collected on one invoice.',
  },
);

const PAY_IN_ADVANCE =
  'Whether each event is billed immediately instead of at the end of the billing period.';
const INVOICEABLE = 'Whether fees appear on invoices. False is allowed only for charges billed in advance.';
const REGROUP_PAID_FEES =
  'Whether paid fees are collected on one invoice at the end of the billing period. Only for charges billed ' +
  'in advance that are not invoiceable.';
const PRORATED =
  'Whether units are prorated by the days for which they are held. Only for recurring metrics.';
const MIN_AMOUNT_CENTS =
  'Minimum amount of the charge per billing period, in minor units. Only for charges billed in arrears.';
const CONVERSION_RATE = 'Currency units per pricing unit; greater than 0.';

@ObjectType('AppliedPricingUnit', {
  description: "The pricing unit of a charge's prices, and its conversion rate.",
})
export class AppliedPricingUnitType {
  @Text('Code of the pricing unit.') code!: string;
  @DecimalText(CONVERSION_RATE) conversionRate!: string;
}

@ObjectType('Charge', { description: 'The price of a billable metric on a plan.' })
export class ChargeType {
  @Id() id!: string;
  @Id() billableMetricId!: string;
  @Text({ note: 'Unique among the charges of the plan.' }) code!: string;
  @Text.orNull() invoiceDisplayName!: string | null;
  @Of(() => ChargeModel) chargeModel!: ChargeModelWord;
  @Flag(PAY_IN_ADVANCE) payInAdvance!: boolean;
  @Flag(INVOICEABLE) invoiceable!: boolean;
  @Of.orNull(() => RegroupPaidFees, REGROUP_PAID_FEES) regroupPaidFees!: 'invoice' | null;
  @Flag(PRORATED) prorated!: boolean;
  @Cents(MIN_AMOUNT_CENTS) minAmountCents!: bigint;
  @Flag.orNull(
    'Whether events may name the wallet that pays for them: usage is then also grouped by the property `target_wallet_code`. Null means false.',
  )
  acceptsTargetWallet!: boolean | null;
  @Id.orNull(
    'Id of the charge of the parent plan that this charge of a plan override was copied from; null on other plans.',
  )
  parentId!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'The pricing unit in which a charge is priced, and what a unit of it costs.' })
export class AppliedPricingUnitInput implements SentAppliedPricingUnit {
  @Text.orNull('Code of a pricing unit.') code?: string | null;
  @DecimalText.orNull(CONVERSION_RATE) conversionRate?: string | null;
}

@InputType()
export abstract class PlanChargeInput implements SentPlanCharge {
  @Text.orNull({ note: "Defaults to the metric's code, then code_2, and so on." }) code?: string | null;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Flag.orNull(`${PAY_IN_ADVANCE} Default false.`)
  @Extensions({ dependsOn: ['chargeModel'] })
  payInAdvance?: boolean | null;
  @Flag.orNull(`${INVOICEABLE} Default true.`)
  @Extensions({ dependsOn: ['payInAdvance'] })
  invoiceable?: boolean | null;
  @Of.orNull(() => RegroupPaidFees, REGROUP_PAID_FEES)
  @Extensions({ dependsOn: ['payInAdvance', 'invoiceable'] })
  regroupPaidFees?: 'invoice' | null;
  @Flag.orNull(`${PRORATED} Default false.`)
  @Extensions({ dependsOn: ['chargeModel', 'payInAdvance'] })
  prorated?: boolean | null;
  @Cents.orNull(`${MIN_AMOUNT_CENTS} Default 0.`)
  @Extensions({ dependsOn: ['payInAdvance'] })
  minAmountCents?: bigint | null;
  @Of.orNull(() => ChargePropertiesInput)
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;
  @ListOf.orNull(() => ChargeFilterInput, {
    note: 'Replaces the whole list. Filters are matched by their values.',
  })
  @Extensions({ elementsChosenBy: 'chargeModel' })
  filters?: ChargeFilterInput[] | null;
  @Texts.orNull('Tax codes. Replaces the whole list.') taxCodes?: string[] | null;
  @Of.orNull(() => AppliedPricingUnitInput, { note: 'Prices are in the currency of the plan by default.' })
  appliedPricingUnit?: AppliedPricingUnitInput | null;
  @Flag.orNull(
    'Whether events may name the wallet that pays for them by its code, in the property `target_wallet_code`. Usage is then also grouped by this property. Default false.',
  )
  acceptsTargetWallet?: boolean | null;
}

@InputType({ description: 'A charge of a new plan.' })
export class CreatePlanChargeInput extends PlanChargeInput implements CreatePlanCharge {
  @Id() billableMetricId!: string;
  @Of(() => ChargeModel) chargeModel!: ChargeModelWord;
}

@InputType({
  description:
    'A charge of an updated plan. With the id of an existing charge it changes that one, and omitted fields ' +
    'keep their value; otherwise it adds a charge.',
})
export class UpdatePlanChargeInput extends PlanChargeInput implements UpdatePlanCharge {
  @Id.orNull() id?: string | null;
  @Id.orNull({ note: 'Required for a new charge.' }) billableMetricId?: string | null;
  @Of.orNull(() => ChargeModel, { note: 'Required for a new charge.' }) chargeModel?: ChargeModelWord | null;
}

@InputType({ description: 'A new charge of a plan.' })
export class CreateChargeInput extends CreatePlanChargeInput implements CreateCharge {
  @Id() planId!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType({
  description:
    'Changes of a charge. Omitted fields keep their value. Once its plan has a subscription, only display ' +
    'name, properties, filters, taxes and conversion rate can be changed; other fields are ignored.',
})
export class UpdateChargeInput extends PlanChargeInput implements UpdateCharge {
  @Id() id!: string;
  @Id.orNull() billableMetricId?: string | null;
  @Of.orNull(() => ChargeModel) chargeModel?: ChargeModelWord | null;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteChargeInput implements DeleteCharge {
  @Id() id!: string;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

export const ChargePayload = payloadOf('ChargePayload', 'charge', () => ChargeType);
export const DeleteChargePayload = deletedPayloadOf('DeleteChargePayload', 'charge', () => ChargeType);

export const ChargeConnection = connectionOf(ChargeType, 'Charge');

export const ChargePageArgs = pageArgsOf('Charge', chargeOrders, {
  search: "Matches part of the code, of the display name, or of the metric's code or name.",
});

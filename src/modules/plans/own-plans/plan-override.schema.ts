import { Extensions, Field, ID, InputType, Int } from 'type-graphql';
import { REPLACED_THRESHOLDS, UsageThresholdInput } from '../usage-thresholds/usage-threshold.schema.js';
import type { FixedChargeModel } from '../../../core/fixed-charges/fixed-charge-rules.js';
import { CurrencyCode } from '../../../platform/api/enums.js';
import { JsonObject, SafeInt } from '../../../platform/api/scalars.js';
import { ChargeFilterInput } from '../charges/charge-filter.schema.js';
import { ChargePropertiesInput } from '../charges/charge-properties-input.schema.js';
import { AppliedPricingUnitInput, ChargeModel } from '../charges/charge.schema.js';
import { FixedChargeModelEnum } from '../fixed-charges/fixed-charge.schema.js';
import { MinimumCommitmentInput } from '../commitments/minimum-commitment.schema.js';
import type { CHARGE_MODELS } from '../charges/charge.table.js';
import type {
  ChargeOverrideMembers,
  FixedChargeOverrideMembers,
  SentChargeOverride,
  SentFixedChargeOverride,
  SentPlanOverrides,
} from './plan-override.input.js';

const TAX_CODES = 'Tax codes. Replaces the whole list.';

/** The members of a charge that a subscription may override. Source: subscriptions.md §9. */
@InputType()
export abstract class ChargeOverrideMembersInput implements ChargeOverrideMembers {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only for charges billed in arrears.' })
  minAmountCents?: bigint | null;

  @Field(() => ChargePropertiesInput, { nullable: true, description: "Properties of the charge's model." })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [ChargeFilterInput], {
    nullable: true,
    description: 'Replaces the whole list. Filters are matched by their values.',
  })
  @Extensions({ elementsChosenBy: 'chargeModel' })
  filters?: ChargeFilterInput[] | null;

  @Field(() => [String], { nullable: true, description: TAX_CODES })
  taxCodes?: string[] | null;

  @Field(() => AppliedPricingUnitInput, {
    nullable: true,
    description: 'Only the conversion rate can be overridden.',
  })
  appliedPricingUnit?: AppliedPricingUnitInput | null;

  @Field(() => ChargeModel, {
    nullable: true,
    description: 'Cannot be changed; tells which model the properties belong to.',
  })
  chargeModel?: (typeof CHARGE_MODELS)[number] | null;
}

@InputType({
  description: "Overrides of a charge for one subscription. Omitted fields keep the plan's value.",
})
export class ChargeOverrideInput extends ChargeOverrideMembersInput implements SentChargeOverride {
  @Field(() => ID, { nullable: true, description: "Id of the plan's charge or of its override." })
  id?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Ignored: the billable metric of a charge cannot be changed.',
  })
  billableMetricId?: string | null;

  @Field(() => String, { nullable: true, description: 'Ignored: the code of a charge cannot be changed.' })
  code?: string | null;
}

/** The members of a fixed charge that a subscription may override. Source: fixed-charges-and-commitments.md §7. */
@InputType()
export abstract class FixedChargeOverrideMembersInput implements FixedChargeOverrideMembers {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'A whole number of units, 0 or more.' })
  units?: bigint | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the units apply immediately instead of from the next billing period. Default false.',
  })
  applyUnitsImmediately?: boolean | null;

  @Field(() => ChargePropertiesInput, { nullable: true })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [String], { nullable: true, description: TAX_CODES })
  taxCodes?: string[] | null;

  @Field(() => FixedChargeModelEnum, {
    nullable: true,
    description: 'Cannot be changed: another model is refused.',
  })
  chargeModel?: FixedChargeModel | null;
}

@InputType({
  description: "Overrides of a fixed charge for one subscription. Omitted fields keep the plan's value.",
})
export class FixedChargeOverrideInput
  extends FixedChargeOverrideMembersInput
  implements SentFixedChargeOverride
{
  @Field(() => ID, { description: "Id of the plan's fixed charge or of its override." })
  id!: string;
}

@InputType({
  description:
    'Overrides of a plan for one subscription, which then has a plan override of its own. Overriding only ' +
    'units of fixed charges creates none.',
})
export class PlanOverridesInput implements SentPlanOverrides {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => SafeInt, { nullable: true })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Length of the free trial in days, from the subscription's first start.",
  })
  trialPeriod?: number | null;

  @Field(() => [String], { nullable: true, description: 'Tax codes. They replace those of the plan.' })
  taxCodes?: string[] | null;

  @Field(() => MinimumCommitmentInput, {
    nullable: true,
    description: 'Replaces that of the plan; null ends it.',
  })
  minimumCommitment?: MinimumCommitmentInput | null;

  @Field(() => [ChargeOverrideInput], { nullable: true, description: "Omitted ones keep the plan's values." })
  charges?: ChargeOverrideInput[] | null;

  @Field(() => [FixedChargeOverrideInput], {
    nullable: true,
    description: "Omitted ones keep the plan's values.",
  })
  fixedCharges?: FixedChargeOverrideInput[] | null;

  @Field(() => [UsageThresholdInput], { nullable: true, description: REPLACED_THRESHOLDS })
  usageThresholds?: UsageThresholdInput[] | null;

  @Field(() => JsonObject, { nullable: true, description: 'Replaces the whole map.' })
  metadata?: Record<string, unknown> | null;
}

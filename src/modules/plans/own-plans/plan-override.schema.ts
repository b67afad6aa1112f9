import { Extensions, InputType } from 'type-graphql';
import { REPLACED_THRESHOLDS, UsageThresholdInput } from '../usage-thresholds/usage-threshold.schema.js';
import type { FixedChargeModel } from '../../../core/fixed-charges/fixed-charge-rules.js';
import {
  Cents,
  Count,
  Currency,
  Flag,
  Id,
  JsonMap,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../../platform/api/members/fields.js';
import { ChargeFilterInput } from '../charges/filters/charge-filter.schema.js';
import { ChargePropertiesInput } from '../charges/properties/charge-properties.schema.js';
import { AppliedPricingUnitInput, ChargeModel } from '../charges/charge.schema.js';
import { FixedChargeModelEnum } from '../fixed-charges/fixed-charge.schema.js';
import { MinimumCommitmentInput } from '../commitments/minimum-commitment.schema.js';
import type { CHARGE_MODELS } from '../charges/charge.table.js';
import type { ChargeOverrideMembers, SentChargeOverride } from '../charges/charge-override.input.js';
import type {
  FixedChargeOverrideMembers,
  SentFixedChargeOverride,
} from '../fixed-charges/fixed-charge-override.input.js';
import type { SentPlanOverrides } from './plan-override.input.js';

const TAX_CODES = 'Tax codes. Replaces the whole list.';

/** The members of a charge that a subscription may override. Source: subscriptions.md §9. */
@InputType()
export abstract class ChargeOverrideMembersInput implements ChargeOverrideMembers {
  @Text.orNull() invoiceDisplayName?: string | null;
  @Cents.orNull(
    'Minimum amount of the charge per billing period, in minor units. Only for charges billed in arrears.',
  )
  minAmountCents?: bigint | null;
  @Of.orNull(() => ChargePropertiesInput, "Properties of the charge's model.")
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;
  @ListOf.orNull(() => ChargeFilterInput, {
    note: 'Replaces the whole list. Filters are matched by their values.',
  })
  @Extensions({ elementsChosenBy: 'chargeModel' })
  filters?: ChargeFilterInput[] | null;
  @Texts.orNull(TAX_CODES) taxCodes?: string[] | null;
  @Of.orNull(() => AppliedPricingUnitInput, { note: 'Only the conversion rate can be overridden.' })
  appliedPricingUnit?: AppliedPricingUnitInput | null;
  @Of.orNull(
    () => ChargeModel,
    'Charge model of the charge. It cannot be overridden: another model is refused.',
  )
  chargeModel?: (typeof CHARGE_MODELS)[number] | null;
}

@InputType({
  description: "Overrides of a charge for one subscription. Omitted fields keep the plan's value.",
})
export class ChargeOverrideInput extends ChargeOverrideMembersInput implements SentChargeOverride {
  @Id.orNull("Id of the plan's charge or of its override.") id?: string | null;
  @Id.orNull('Id of the billable metric of the charge. It cannot be overridden: another metric is refused.')
  billableMetricId?: string | null;
  @Text.orNull('Code of the charge. It cannot be overridden: another code is refused.') code?: string | null;
}

/** The members of a fixed charge that a subscription may override. Source: fixed-charges-and-commitments.md §7. */
@InputType()
export abstract class FixedChargeOverrideMembersInput implements FixedChargeOverrideMembers {
  @Text.orNull() invoiceDisplayName?: string | null;
  @Count.orNull('A whole number of units, 0 or more.') units?: bigint | null;
  @Flag.orNull('Whether the units apply immediately instead of from the next billing period. Default false.')
  applyUnitsImmediately?: boolean | null;
  @Of.orNull(() => ChargePropertiesInput)
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;
  @Texts.orNull(TAX_CODES) taxCodes?: string[] | null;
  @Of.orNull(
    () => FixedChargeModelEnum,
    'Charge model of the charge. It cannot be overridden: another model is refused.',
  )
  chargeModel?: FixedChargeModel | null;
}

@InputType({
  description: "Overrides of a fixed charge for one subscription. Omitted fields keep the plan's value.",
})
export class FixedChargeOverrideInput
  extends FixedChargeOverrideMembersInput
  implements SentFixedChargeOverride
{
  @Id("Id of the plan's fixed charge or of its override.") id!: string;
}

@InputType({
  description:
    'Overrides of a plan for one subscription, which then has a plan override of its own. Overriding only ' +
    'units of fixed charges creates none.',
})
export class PlanOverridesInput implements SentPlanOverrides {
  @Text.orNull() name?: string | null;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Text.orNull() description?: string | null;
  @Cents.orNull() amountCents?: bigint | null;
  @Currency.orNull() amountCurrency?: string | null;
  @Whole.orNull("Length of the free trial in days, from the subscription's first start.")
  trialPeriod?: number | null;
  @Texts.orNull('Tax codes. They replace those of the plan.') taxCodes?: string[] | null;
  @Of.orNull(() => MinimumCommitmentInput, 'Minimum commitment instead of that of the plan; null ends it.')
  minimumCommitment?: MinimumCommitmentInput | null;
  @ListOf.orNull(() => ChargeOverrideInput, "Overrides of charges. Omitted charges keep the plan's values.")
  charges?: ChargeOverrideInput[] | null;
  @ListOf.orNull(
    () => FixedChargeOverrideInput,
    "Overrides of fixed charges. Omitted ones keep the plan's values.",
  )
  fixedCharges?: FixedChargeOverrideInput[] | null;
  @ListOf.orNull(() => UsageThresholdInput, REPLACED_THRESHOLDS)
  usageThresholds?: UsageThresholdInput[] | null;
  @JsonMap.orNull({ note: 'Replaces the whole map.' }) metadata?: Record<string, unknown> | null;
}

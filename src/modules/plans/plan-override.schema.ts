import { Extensions, Field, ID, InputType, Int } from 'type-graphql';
import type { FixedChargeModel } from '../../core/fixed-charges/fixed-charge-rules.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { ChargeFilterInput } from './charge-filter.schema.js';
import { ChargePropertiesInput } from './charge-properties-input.schema.js';
import { AppliedPricingUnitInput, ChargeModel } from './charge.schema.js';
import { FixedChargeModelEnum } from './fixed-charge.schema.js';
import { MinimumCommitmentInput } from './minimum-commitment.schema.js';
import type { CHARGE_MODELS } from './charge.table.js';
import type {
  ChargeOverrideMembers,
  FixedChargeOverrideMembers,
  SentChargeOverride,
  SentFixedChargeOverride,
  SentPlanOverrides,
} from './plan-override.input.js';

const TAX_CODES = 'The whole list of taxes, by code.';

/** What a subscription may have otherwise than its plan has it. Source: subscriptions.md §9. */
@InputType()
export abstract class ChargeOverrideMembersInput implements ChargeOverrideMembers {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only in arrears.' })
  minAmountCents?: bigint | null;

  @Field(() => ChargePropertiesInput, { nullable: true, description: "Of the charge's model." })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [ChargeFilterInput], { nullable: true, description: 'The whole list; known by their values.' })
  @Extensions({ lent: 'chargeModel' })
  filters?: ChargeFilterInput[] | null;

  @Field(() => [String], { nullable: true, description: TAX_CODES })
  taxCodes?: string[] | null;

  @Field(() => AppliedPricingUnitInput, { nullable: true, description: 'Only its conversion rate changes.' })
  appliedPricingUnit?: AppliedPricingUnitInput | null;

  @Field(() => ChargeModel, {
    nullable: true,
    description: 'As it is: only says what the properties are of.',
  })
  chargeModel?: (typeof CHARGE_MODELS)[number] | null;
}

@InputType({ description: 'A charge as one subscription has it; members left out stay as they are.' })
export class ChargeOverrideInput extends ChargeOverrideMembersInput implements SentChargeOverride {
  @Field(() => ID, { nullable: true, description: "Of the plan's charge, or of the subscription's own." })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'Ignored: the metric of a charge stays.' })
  billableMetricId?: string | null;

  @Field(() => String, { nullable: true, description: 'Ignored: the code of a charge stays.' })
  code?: string | null;
}

/** What a subscription may have otherwise of a fixed charge. Source: fixed-charges-and-commitments.md §7. */
@InputType()
export abstract class FixedChargeOverrideMembersInput implements FixedChargeOverrideMembers {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Whole units, 0 or more.' })
  units?: bigint | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'From now on instead of the next period; default false.',
  })
  applyUnitsImmediately?: boolean | null;

  @Field(() => ChargePropertiesInput, { nullable: true })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => [String], { nullable: true, description: TAX_CODES })
  taxCodes?: string[] | null;

  @Field(() => FixedChargeModelEnum, { nullable: true, description: 'As it is: another one is refused.' })
  chargeModel?: FixedChargeModel | null;
}

@InputType({ description: 'A fixed charge as one subscription has it; members left out stay as they are.' })
export class FixedChargeOverrideInput
  extends FixedChargeOverrideMembersInput
  implements SentFixedChargeOverride
{
  @Field(() => ID, { description: "Of the plan's fixed charge, or of the subscription's own." })
  id!: string;
}

@InputType({
  description:
    'What one subscription has otherwise than its plan: it then has a plan of its own, which others do not see. Units of ' +
    'fixed charges alone make no such plan.',
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

  @Field(() => Int, { nullable: true, description: 'Days from the first start.' })
  trialPeriod?: number | null;

  @Field(() => [String], { nullable: true, description: `${TAX_CODES} Those of the plan do not count.` })
  taxCodes?: string[] | null;

  @Field(() => MinimumCommitmentInput, { nullable: true, description: 'That of the plan does not count.' })
  minimumCommitment?: MinimumCommitmentInput | null;

  @Field(() => [ChargeOverrideInput], { nullable: true, description: 'Those left out stay as they are.' })
  charges?: ChargeOverrideInput[] | null;

  @Field(() => [FixedChargeOverrideInput], {
    nullable: true,
    description: 'Those left out stay as they are.',
  })
  fixedCharges?: FixedChargeOverrideInput[] | null;

  @Field(() => [JsonObject], { nullable: true, description: 'Not built yet: refused.' })
  usageThresholds?: Record<string, unknown>[] | null;

  @Field(() => JsonObject, { nullable: true, description: 'The whole map.' })
  metadata?: Record<string, unknown> | null;
}

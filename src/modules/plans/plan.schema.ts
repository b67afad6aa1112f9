import { Extensions, InputType, ObjectType } from 'type-graphql';
import { CheckedBy } from '../../platform/api/members/member-rules.js';
import { REPLACED_THRESHOLDS, UsageThresholdInput } from './usage-thresholds/usage-threshold.schema.js';
import type { PlanInterval } from '../../core/time/plan-interval.js';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import {
  Cents,
  Currency,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import type { MetadataMap } from '../../platform/metadata/metadata-map.js';
import { CASCADE_UPDATES } from './charges/filters/charge-filter.schema.js';
import { CreatePlanChargeInput, UpdatePlanChargeInput } from './charges/charge.schema.js';
import {
  CreatePlanFixedChargeInput,
  UpdatePlanFixedChargeInput,
} from './fixed-charges/fixed-charge.schema.js';
import { MinimumCommitmentInput } from './commitments/minimum-commitment.schema.js';
import { PlanIntervalEnum } from './plan-interval.schema.js';
import type {
  CreatePlan,
  DuplicatePlan,
  MergePlanMetadata,
  SentPlan,
  SetPlanMetadata,
  UpdatePlan,
} from './plan.input.js';
import { planOrders } from './plan.list.js';
import { checkNewPlan } from './plan.rules.js';

const PAY_IN_ADVANCE = 'Whether the plan amount is billed in advance instead of in arrears.';
const TRIAL = "Length of the free trial in days, from the subscription's first start. No trial by default.";
const METADATA =
  'Keys and values of the organization, which have no effect on billing: at most 50 keys. Values are strings or null.';
const CHARGES_MONTHLY =
  'Whether usage-based charges are billed monthly although the plan is billed yearly or semiannually. Null for other plans.';
const FIXED_CHARGES_MONTHLY =
  'Whether fixed charges are billed monthly although the plan is billed yearly or semiannually. Null for other plans.';

@ObjectType('Plan', { description: 'A plan: the prices that a subscription pays.' })
export class PlanType {
  @Id() id!: string;
  @Text({ note: 'Unique among plans that are not deleted. Plan overrides share the code of their parent.' })
  code!: string;
  @Text() name!: string;
  @Text.orNull() invoiceDisplayName!: string | null;
  @Text.orNull() description!: string | null;
  @Of(() => PlanIntervalEnum, 'Length of the billing period.') interval!: PlanInterval;
  @Cents('Amount per billing period, in minor units of the currency of the plan.') amountCents!: bigint;
  @Currency() amountCurrency!: string;
  @Flag(PAY_IN_ADVANCE) payInAdvance!: boolean;
  @Whole.orNull(TRIAL, { name: 'trialPeriod' }) trialPeriodDays!: number | null;
  @Flag.orNull(CHARGES_MONTHLY) billChargesMonthly!: boolean | null;
  @Flag.orNull(FIXED_CHARGES_MONTHLY) billFixedChargesMonthly!: boolean | null;
  @Flag('Whether the plan will be deleted as soon as its subscriptions have ended.')
  pendingDeletion!: boolean;
  @JsonMap.orNull(METADATA) metadata!: MetadataMap | null;
  @Id.orNull('Id of the plan that this plan override was copied from. Null for other plans.')
  parentId!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType()
abstract class PlanInput implements SentPlan {
  @Text.orNull() invoiceDisplayName?: string | null;
  @Text.orNull() description?: string | null;
  @Whole.orNull(TRIAL) trialPeriod?: number | null;
  @Flag.orNull({ note: 'Default false.' }) billChargesMonthly?: boolean | null;
  @Flag.orNull({ note: 'Default false.' }) billFixedChargesMonthly?: boolean | null;
  @Texts.orNull('Tax codes. Replaces the whole list.') taxCodes?: string[] | null;
  @Of.orNull(() => MinimumCommitmentInput) minimumCommitment?: MinimumCommitmentInput | null;
  @ListOf.orNull(() => UsageThresholdInput, REPLACED_THRESHOLDS)
  usageThresholds?: UsageThresholdInput[] | null;
  @JsonMap.orNull(METADATA) metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'A new plan.' })
@CheckedBy(checkNewPlan)
export class CreatePlanInput extends PlanInput implements CreatePlan {
  @Text() code!: string;
  @Text() name!: string;
  @Of(() => PlanIntervalEnum) @Extensions({ missingCode: 'value_is_invalid' }) interval!: PlanInterval;
  @Cents() amountCents!: bigint;
  @Currency() @Extensions({ missingCode: 'value_is_invalid' }) amountCurrency!: string;
  @Flag(PAY_IN_ADVANCE) @Extensions({ missingCode: 'value_is_invalid' }) payInAdvance!: boolean;
  @ListOf.orNull(() => CreatePlanChargeInput) charges?: CreatePlanChargeInput[] | null;
  @ListOf.orNull(() => CreatePlanFixedChargeInput) fixedCharges?: CreatePlanFixedChargeInput[] | null;
}

@InputType({
  description:
    'Changes of a plan. Omitted fields keep their value. Once a plan has a subscription, its code, interval, ' +
    'timing, currency, trial and monthly flags cannot be changed and are ignored; of its charges only display ' +
    'name, properties, filters, taxes and conversion rate can be changed.',
})
export class UpdatePlanInput extends PlanInput implements UpdatePlan {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @Of.orNull(() => PlanIntervalEnum) interval?: PlanInterval | null;
  @Cents.orNull() amountCents?: bigint | null;
  @Currency.orNull() amountCurrency?: string | null;
  @Flag.orNull(PAY_IN_ADVANCE) payInAdvance?: boolean | null;
  @ListOf.orNull(() => UpdatePlanChargeInput, { note: 'Replaces the whole list.' })
  charges?: UpdatePlanChargeInput[] | null;
  @ListOf.orNull(() => UpdatePlanFixedChargeInput, { note: 'Replaces the whole list.' })
  fixedCharges?: UpdatePlanFixedChargeInput[] | null;
  @Flag.orNull(CASCADE_UPDATES) cascadeUpdates?: boolean | null;
}

@InputType({ description: 'A plan to copy, and what differs on the copy.' })
export class DuplicatePlanInput implements DuplicatePlan {
  @Id('Id of the plan to copy.') id!: string;
  @Text('Code of the new plan.') code!: string;
  @Text('Name of the new plan.') name!: string;
}

export const DeletePlanInput = idInput('DeletePlanInput');

@InputType()
export class SetPlanMetadataInput implements SetPlanMetadata {
  @Id() id!: string;
  @JsonMap.orNull(`${METADATA} Replaces the whole map; null clears it.`)
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class MergePlanMetadataInput implements MergePlanMetadata {
  @Id() id!: string;
  @JsonMap.orNull(`${METADATA} The keys are added or changed.`) metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'The plan, by its id or its code.' })
export class DeletePlanMetadataInput {
  @Id.orNull() id?: string | null;
  @Text.orNull() code?: string | null;
  @Text.orNull('The key to remove. If omitted, all keys are removed.') key?: string | null;
}

@ObjectType()
export class PlanMetadataPayload {
  @JsonMap.orNull(METADATA) metadata!: MetadataMap | null;
}

export const PlanPayload = payloadOf('PlanPayload', 'plan', () => PlanType);
export const DeletePlanPayload = deletedPayloadOf('DeletePlanPayload', 'plan', () => PlanType);

export const PlanConnection = connectionOf(PlanType, 'Plan');

export const PlanPageArgs = pageArgsOf('Plan', planOrders, {
  search: 'Matches part of the name or code.',
});

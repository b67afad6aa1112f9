import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { CheckedBy } from '../../platform/api/member-rules.js';
import { REPLACED_THRESHOLDS, UsageThresholdInput } from './usage-thresholds/usage-threshold.schema.js';
import type { PlanInterval } from '../../core/plan-interval.js';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { DateTime, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import type { MetadataMap } from '../../platform/metadata-map.js';
import { CASCADE_UPDATES } from './charges/charge-filter.schema.js';
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
const METADATA = 'At most 50 keys, chosen by the caller. Values are strings or null.';
const MONTHLY = 'Whether they are billed monthly on a yearly or semiannual plan. Null for other plans.';

@ObjectType('Plan', { description: 'A plan: the prices that a subscription pays.' })
export class PlanType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description:
      'Set by the caller. Unique among plans that are not deleted. Plan overrides share the code of their ' +
      'parent.',
  })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  invoiceDisplayName!: string | null;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => PlanIntervalEnum, { description: 'Length of the billing period.' })
  interval!: PlanInterval;

  @Field(() => SafeInt, { description: 'Amount per billing period.' })
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => Boolean, { description: PAY_IN_ADVANCE })
  payInAdvance!: boolean;

  @Field(() => Int, { name: 'trialPeriod', nullable: true, description: TRIAL })
  trialPeriodDays!: number | null;

  @Field(() => Boolean, { nullable: true, description: MONTHLY })
  billChargesMonthly!: boolean | null;

  @Field(() => Boolean, { nullable: true, description: MONTHLY })
  billFixedChargesMonthly!: boolean | null;

  @Field(() => Boolean, {
    description: 'Whether the plan will be deleted as soon as its subscriptions have ended.',
  })
  pendingDeletion!: boolean;

  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata!: MetadataMap | null;

  @Field(() => ID, {
    nullable: true,
    description: 'On a plan override: the plan that it was copied from. Null for other plans.',
  })
  parentId!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType()
abstract class PlanInput implements SentPlan {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Int, { nullable: true, description: TRIAL })
  trialPeriod?: number | null;

  @Field(() => Boolean, { nullable: true, description: `${MONTHLY} Default false.` })
  billChargesMonthly?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: `${MONTHLY} Default false.` })
  billFixedChargesMonthly?: boolean | null;

  @Field(() => [String], { nullable: true, description: 'Tax codes. Replaces the whole list.' })
  taxCodes?: string[] | null;

  @Field(() => MinimumCommitmentInput, { nullable: true })
  minimumCommitment?: MinimumCommitmentInput | null;

  @Field(() => [UsageThresholdInput], { nullable: true, description: REPLACED_THRESHOLDS })
  usageThresholds?: UsageThresholdInput[] | null;

  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'A new plan.' })
@CheckedBy(checkNewPlan)
export class CreatePlanInput extends PlanInput implements CreatePlan {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => PlanIntervalEnum)
  @Extensions({ missingCode: 'value_is_invalid' })
  interval!: PlanInterval;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  @Extensions({ missingCode: 'value_is_invalid' })
  amountCurrency!: string;

  @Field(() => Boolean, { description: PAY_IN_ADVANCE })
  @Extensions({ missingCode: 'value_is_invalid' })
  payInAdvance!: boolean;

  @Field(() => [CreatePlanChargeInput], { nullable: true })
  charges?: CreatePlanChargeInput[] | null;

  @Field(() => [CreatePlanFixedChargeInput], { nullable: true })
  fixedCharges?: CreatePlanFixedChargeInput[] | null;
}

@InputType({
  description:
    'Changes of a plan. Omitted fields keep their value. Once a plan has a subscription, its code, interval, ' +
    'timing, currency, trial and monthly flags cannot be changed and are ignored; of its charges only display ' +
    'name, properties, filters, taxes and conversion rate can be changed.',
})
export class UpdatePlanInput extends PlanInput implements UpdatePlan {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => PlanIntervalEnum, { nullable: true })
  interval?: PlanInterval | null;

  @Field(() => SafeInt, { nullable: true })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency?: string | null;

  @Field(() => Boolean, { nullable: true, description: PAY_IN_ADVANCE })
  payInAdvance?: boolean | null;

  @Field(() => [UpdatePlanChargeInput], {
    nullable: true,
    description: 'Replaces the whole list of charges.',
  })
  charges?: UpdatePlanChargeInput[] | null;

  @Field(() => [UpdatePlanFixedChargeInput], {
    nullable: true,
    description: 'Replaces the whole list of fixed charges.',
  })
  fixedCharges?: UpdatePlanFixedChargeInput[] | null;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType({ description: 'A plan to copy, and what differs on the copy.' })
export class DuplicatePlanInput implements DuplicatePlan {
  @Field(() => ID, { description: 'Id of the plan to copy.' })
  id!: string;

  @Field(() => String, { description: 'Code of the new plan.' })
  code!: string;

  @Field(() => String, { description: 'Name of the new plan.' })
  name!: string;
}

@InputType()
export class DeletePlanInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class SetPlanMetadataInput implements SetPlanMetadata {
  @Field(() => ID)
  id!: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: `Replaces the whole map; null clears it. ${METADATA}`,
  })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class MergePlanMetadataInput implements MergePlanMetadata {
  @Field(() => ID)
  id!: string;

  @Field(() => JsonObject, { nullable: true, description: `Keys to add or change. ${METADATA}` })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'The plan, by its id or its code.' })
export class DeletePlanMetadataInput {
  @Field(() => ID, { nullable: true })
  id?: string | null;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The key to remove. If omitted, all keys are removed.',
  })
  key?: string | null;
}

@ObjectType()
export class PlanMetadataPayload {
  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata!: MetadataMap | null;
}

@ObjectType()
export class PlanPayload {
  @Field(() => PlanType)
  plan!: PlanType;
}

@ObjectType()
export class DeletePlanPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => PlanType, { description: 'The deleted plan.' })
  plan!: PlanType;
}

export const PlanConnection = connectionOf(PlanType, 'Plan');

export const PlanPageArgs = pageArgsOf('Plan', planOrders, {
  search: 'Matches part of the name or code.',
});

import { InputType, ObjectType } from 'type-graphql';
import { Cents, Id, Instant, Of, Text, Texts } from '../../../platform/api/members/fields.js';
import type { PlanInterval } from '../../../core/time/plan-interval.js';
import { PlanIntervalEnum } from '../plan-interval.schema.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';

const AMOUNT =
  'Amount per billing period of the plan, in minor units of its currency, before taxes; greater than 0.';

@ObjectType('MinimumCommitment', {
  description:
    'Minimum amount that a subscription pays per billing period. The shortfall is billed as a true-up fee.',
})
export class MinimumCommitmentType {
  @Id() id!: string;
  @Cents(AMOUNT) amountCents!: bigint;
  @Text.orNull() invoiceDisplayName!: string | null;
  @Text() planCode!: string;
  @Of(() => PlanIntervalEnum, 'Length of the period that the commitment covers.') interval!: PlanInterval;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({
  description:
    'Creates or changes the minimum commitment. Omitted fields keep their value. Empty removes it.',
})
export class MinimumCommitmentInput implements SentMinimumCommitment {
  @Cents.orNull(`${AMOUNT} Required for a new commitment.`) amountCents?: bigint | null;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Texts.orNull('Tax codes. Replaces the whole list.') taxCodes?: string[] | null;
}

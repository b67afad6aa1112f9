import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { PlanInterval } from '../../../core/plan-interval.js';
import { DateTime, SafeInt } from '../../../platform/api/scalars.js';
import { PlanIntervalEnum } from '../plan-interval.schema.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';

const AMOUNT =
  'Amount per billing period of the plan, in minor units of its currency, before taxes; greater than 0.';

@ObjectType('MinimumCommitment', {
  description:
    'Minimum amount that a subscription pays per billing period. The shortfall is billed as a true-up fee.',
})
export class MinimumCommitmentType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt, { description: AMOUNT })
  amountCents!: bigint;

  @Field(() => String, { nullable: true })
  invoiceDisplayName!: string | null;

  @Field(() => String)
  planCode!: string;

  @Field(() => PlanIntervalEnum, { description: 'Length of the period that the commitment covers.' })
  interval!: PlanInterval;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({
  description:
    'Creates or changes the minimum commitment. Omitted fields keep their value. Empty removes it.',
})
export class MinimumCommitmentInput implements SentMinimumCommitment {
  @Field(() => SafeInt, { nullable: true, description: `Required for a new commitment. ${AMOUNT}` })
  amountCents?: bigint | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => [String], { nullable: true, description: 'Tax codes. Replaces the whole list.' })
  taxCodes?: string[] | null;
}

import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { PlanInterval } from '../../core/plan-interval.js';
import { DateTime, SafeInt } from '../../platform/api/scalars.js';
import { PlanIntervalEnum } from './plan-interval.schema.js';
import type { SentMinimumCommitment } from './minimum-commitment.input.js';

const AMOUNT = 'For each billing period of the plan, in its currency, before taxes; more than 0.';

@ObjectType('MinimumCommitment', {
  description: 'What a subscription pays at least: what its fees lack to it is billed.',
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

  @Field(() => PlanIntervalEnum, { description: 'How long a period is that it is for.' })
  interval!: PlanInterval;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({
  description: 'Creates or changes the commitment; members left out stay as they are. Empty: there is none.',
})
export class MinimumCommitmentInput implements SentMinimumCommitment {
  @Field(() => SafeInt, { nullable: true, description: `Mandatory for a new one. ${AMOUNT}` })
  amountCents?: bigint | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => [String], { nullable: true, description: 'The whole list of taxes, by code.' })
  taxCodes?: string[] | null;
}

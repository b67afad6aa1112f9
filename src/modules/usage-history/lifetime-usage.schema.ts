import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime, SafeInt } from '../../platform/api/scalars.js';

const HISTORICAL = 'Usage from before the subscription was imported, set by the caller.';

@ObjectType('LifetimeUsage', {
  description: 'Total usage of a subscription and of its predecessors in the chain of plan changes.',
})
export class LifetimeUsageType {
  @Field(() => ID, { description: 'Does not change when the plan changes.' })
  id!: string;

  @Field(() => SafeInt, { name: 'externalHistoricalUsageAmountCents', description: HISTORICAL })
  historicalAmountCents!: bigint;
}

@ObjectType('UsageThresholdCompletion', {
  description: 'How far lifetime usage has come towards a threshold of progressive billing.',
})
export class ThresholdCompletionType {
  @Field(() => SafeInt, { description: 'Of a recurring threshold: the amount of one of its steps.' })
  amountCents!: bigint;

  @Field(() => Float, {
    description: 'From 0 to 1, measured from the threshold before; 1 once it is reached.',
  })
  completionRatio!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When usage that has reached it was invoiced last. Null unless it is reached.',
  })
  reachedAt!: Date | null;
}

@InputType()
export class UpdateLifetimeUsageInput {
  @Field(() => ID, {
    description: 'Id of the lifetime usage, or of any subscription in its chain.',
  })
  id!: string;

  @Field(() => SafeInt, { description: HISTORICAL })
  externalHistoricalUsageAmountCents!: bigint;
}

@ObjectType()
export class LifetimeUsagePayload {
  @Field(() => LifetimeUsageType)
  lifetimeUsage!: LifetimeUsageType;
}

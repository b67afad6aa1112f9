import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { SafeInt } from '../../platform/api/scalars.js';

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

import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { SafeInt } from '../../platform/api/scalars.js';

const HISTORICAL = 'What was used before this system had the subscription, as its owner says.';

@ObjectType('LifetimeUsage', {
  description: 'What a subscription, and those before it in its chain of plan changes, has used in all.',
})
export class LifetimeUsageType {
  @Field(() => ID, { description: 'Stays the same when the plan changes.' })
  id!: string;

  @Field(() => SafeInt, { name: 'externalHistoricalUsageAmountCents', description: HISTORICAL })
  historicalAmountCents!: bigint;
}

@InputType()
export class UpdateLifetimeUsageInput {
  @Field(() => ID, { description: 'Of the lifetime usage, or of any subscription of the chain.' })
  id!: string;

  @Field(() => SafeInt, { description: HISTORICAL })
  externalHistoricalUsageAmountCents!: bigint;
}

@ObjectType()
export class LifetimeUsagePayload {
  @Field(() => LifetimeUsageType)
  lifetimeUsage!: LifetimeUsageType;
}

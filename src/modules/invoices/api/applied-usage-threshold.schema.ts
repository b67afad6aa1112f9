import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, SafeInt } from '../../../platform/api/scalars.js';
import { UsageThresholdType } from '../../plans/usage-thresholds/usage-threshold.schema.js';

@ObjectType('AppliedUsageThreshold', {
  description: 'A threshold that lifetime usage had passed when a progressive invoice was issued.',
})
export class AppliedUsageThresholdType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt, { description: 'Total lifetime usage when the threshold was passed.' })
  lifetimeUsageAmountCents!: bigint;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => UsageThresholdType, { description: 'The threshold as it was then.' })
  usageThreshold!: UsageThresholdType;
}

import { ObjectType } from 'type-graphql';
import { Cents, Id, Instant, Of } from '../../../platform/api/members/fields.js';
import { UsageThresholdType } from '../../plans/usage-thresholds/usage-threshold.schema.js';

@ObjectType('AppliedUsageThreshold', {
  description: 'A threshold that lifetime usage had passed when a progressive invoice was issued.',
})
export class AppliedUsageThresholdType {
  @Id() id!: string;
  @Cents('Total lifetime usage when the threshold was passed.') lifetimeUsageAmountCents!: bigint;
  @Instant() createdAt!: Date;
  @Of(() => UsageThresholdType, 'The threshold as it was then.') usageThreshold!: UsageThresholdType;
}

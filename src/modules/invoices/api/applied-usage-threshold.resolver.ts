import { FieldResolver, Resolver, Root } from 'type-graphql';
import { UsageThresholdType } from '../../plans/usage-thresholds/usage-threshold.schema.js';
import type { AppliedUsageThreshold } from '../records/periods/applied-usage-threshold.table.js';
import { AppliedUsageThresholdType } from './applied-usage-threshold.schema.js';

@Resolver(() => AppliedUsageThresholdType)
export class AppliedUsageThresholdResolver {
  @FieldResolver(() => UsageThresholdType)
  usageThreshold(@Root() applied: AppliedUsageThreshold): UsageThresholdType {
    const { thresholdId: id, amountCents, displayName, recurring } = applied;
    const { thresholdCreatedAt: createdAt, thresholdUpdatedAt: updatedAt } = applied;
    return { id, amountCents, displayName, recurring, createdAt, updatedAt };
  }
}

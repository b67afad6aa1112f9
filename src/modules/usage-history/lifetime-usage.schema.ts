import { Float, InputType, ObjectType } from 'type-graphql';
import { Cents, Id, Instant, Of } from '../../platform/api/members/fields.js';
import { payloadOf } from '../../platform/api/members/shapes.js';

const HISTORICAL = 'Usage from before the subscription was imported, set by the caller.';

@ObjectType('LifetimeUsage', {
  description: 'Total usage of a subscription and of its predecessors in the chain of plan changes.',
})
export class LifetimeUsageType {
  @Id('Identifies the lifetime usage: a UUID that the server made, and that stays when the plan changes.')
  id!: string;
  @Cents(HISTORICAL, { name: 'externalHistoricalUsageAmountCents' }) historicalAmountCents!: bigint;
}

@ObjectType('UsageThresholdCompletion', {
  description: 'How far lifetime usage has come towards a threshold of progressive billing.',
})
export class ThresholdCompletionType {
  @Cents(
    'Amount of the threshold, in minor units of the currency; for a recurring one, the amount of each step.',
  )
  amountCents!: bigint;
  @Of(
    () => Float,
    'Share of the way from the threshold before to this one, from 0 to 1; 1 once it is reached.',
  )
  completionRatio!: number;
  @Instant.orNull('When usage that has reached it was invoiced last. Null unless it is reached.')
  reachedAt!: Date | null;
}

@InputType()
export class UpdateLifetimeUsageInput {
  @Id('Id of the lifetime usage, or of any subscription in its chain.') id!: string;
  @Cents(HISTORICAL) externalHistoricalUsageAmountCents!: bigint;
}

export const LifetimeUsagePayload = payloadOf(
  'LifetimeUsagePayload',
  'lifetimeUsage',
  () => LifetimeUsageType,
  'The updated lifetime usage.',
);

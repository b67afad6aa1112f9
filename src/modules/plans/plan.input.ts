import type { SentUsageThreshold } from './usage-thresholds/usage-threshold.input.js';
import type { SentMinimumCommitment } from './commitments/minimum-commitment.input.js';
import type { CreatePlanFixedCharge, UpdatePlanFixedCharge } from './fixed-charges/fixed-charge.input.js';
import type { CreatePlanCharge, UpdatePlanCharge } from './charges/charge.input.js';
import type { PlanInterval } from '../../core/time/plan-interval.js';

export interface SentPlan {
  readonly invoiceDisplayName?: string | null;
  readonly description?: string | null;
  readonly trialPeriod?: number | null;
  readonly billChargesMonthly?: boolean | null;
  readonly billFixedChargesMonthly?: boolean | null;
  readonly taxCodes?: readonly string[] | null;
  readonly minimumCommitment?: SentMinimumCommitment | null;
  readonly usageThresholds?: readonly SentUsageThreshold[] | null;
  readonly metadata?: Record<string, unknown> | null;
}

/** A new plan. */
export interface CreatePlan extends SentPlan {
  readonly code: string;
  readonly name: string;
  readonly interval: PlanInterval;
  readonly amountCents: bigint;
  readonly amountCurrency: string;
  readonly payInAdvance: boolean;
  readonly charges?: readonly CreatePlanCharge[] | null;
  readonly fixedCharges?: readonly CreatePlanFixedCharge[] | null;
}

/** Changes of a plan; omitted members stay as they are. */
export interface UpdatePlan extends SentPlan {
  readonly id: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly interval?: PlanInterval | null;
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly payInAdvance?: boolean | null;
  readonly charges?: readonly UpdatePlanCharge[] | null;
  readonly fixedCharges?: readonly UpdatePlanFixedCharge[] | null;
  readonly cascadeUpdates?: boolean | null;
}

/** A new plan with everything of another one but its code and name. */
export interface DuplicatePlan {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

export interface SetPlanMetadata {
  readonly id: string;
  readonly metadata?: Record<string, unknown> | null;
}

export interface MergePlanMetadata {
  readonly id: string;
  readonly metadata?: Record<string, unknown> | null;
}

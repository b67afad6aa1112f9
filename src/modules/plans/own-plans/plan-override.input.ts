import type { SentUsageThreshold } from '../usage-thresholds/usage-threshold.input.js';
import type { SentMinimumCommitment } from '../commitments/minimum-commitment.input.js';
import type { SentChargeOverride } from '../charges/charge-override.input.js';
import type { SentFixedChargeOverride } from '../fixed-charges/fixed-charge-override.input.js';

/** Overrides of a plan for one subscription, which then has a private copy of the plan. */
export interface SentPlanOverrides {
  readonly name?: string | null;
  readonly invoiceDisplayName?: string | null;
  readonly description?: string | null;
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly trialPeriod?: number | null;
  readonly taxCodes?: readonly string[] | null;
  readonly minimumCommitment?: SentMinimumCommitment | null;
  readonly charges?: readonly SentChargeOverride[] | null;
  readonly fixedCharges?: readonly SentFixedChargeOverride[] | null;
  readonly usageThresholds?: readonly SentUsageThreshold[] | null;
  readonly metadata?: Record<string, unknown> | null;
}

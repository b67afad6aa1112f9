import type { SentUsageThreshold } from '../usage-thresholds/usage-threshold.input.js';
import type { SentMinimumCommitment } from '../commitments/minimum-commitment.input.js';
import type { CHARGE_MODELS } from '../charges/charge.table.js';
import type { SentAppliedPricingUnit } from '../charges/charge.input.js';
import type { SentChargeProperties } from '../charges/charge-properties.input.js';
import type { SentChargeFilter } from '../charges/charge-filter.input.js';
import type { FixedChargeModel } from '../../../core/fixed-charges/fixed-charge-rules.js';

/** The members of a charge that a subscription may override. Source: subscriptions.md §9. */
export interface ChargeOverrideMembers {
  readonly invoiceDisplayName?: string | null;
  readonly minAmountCents?: bigint | null;
  readonly properties?: SentChargeProperties | null;
  readonly filters?: readonly SentChargeFilter[] | null;
  readonly taxCodes?: readonly string[] | null;
  readonly appliedPricingUnit?: SentAppliedPricingUnit | null;
  readonly chargeModel?: (typeof CHARGE_MODELS)[number] | null;
}

/** Overrides of a charge for one subscription; omitted members stay as they are. */
export interface SentChargeOverride extends ChargeOverrideMembers {
  readonly id?: string | null;
  readonly billableMetricId?: string | null;
  readonly code?: string | null;
}

/** The members of a fixed charge that a subscription may override. Source: fixed-charges-and-commitments.md §7. */
export interface FixedChargeOverrideMembers {
  readonly invoiceDisplayName?: string | null;
  readonly units?: bigint | null;
  readonly applyUnitsImmediately?: boolean | null;
  readonly properties?: SentChargeProperties | null;
  readonly taxCodes?: readonly string[] | null;
  readonly chargeModel?: FixedChargeModel | null;
}

/** Overrides of a fixed charge for one subscription; omitted members stay as they are. */
export interface SentFixedChargeOverride extends FixedChargeOverrideMembers {
  readonly id: string;
}

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

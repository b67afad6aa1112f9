import type { SentMinimumCommitment } from '../commitments/minimum-commitment.input.js';
import type { CHARGE_MODELS } from '../charges/charge.table.js';
import type { SentAppliedPricingUnit } from '../charges/charge.input.js';
import type { SentChargeProperties } from '../charges/charge-properties.input.js';
import type { SentChargeFilter } from '../charges/charge-filter.input.js';
import type { FixedChargeModel } from '../../../core/fixed-charges/fixed-charge-rules.js';

/** What a subscription may have otherwise than its plan has it. Source: subscriptions.md §9. */
export interface ChargeOverrideMembers {
  readonly invoiceDisplayName?: string | null;
  readonly minAmountCents?: bigint | null;
  readonly properties?: SentChargeProperties | null;
  readonly filters?: readonly SentChargeFilter[] | null;
  readonly taxCodes?: readonly string[] | null;
  readonly appliedPricingUnit?: SentAppliedPricingUnit | null;
  readonly chargeModel?: (typeof CHARGE_MODELS)[number] | null;
}

/** A charge as one subscription has it; members left out stay as they are. */
export interface SentChargeOverride extends ChargeOverrideMembers {
  readonly id?: string | null;
  readonly billableMetricId?: string | null;
  readonly code?: string | null;
}

/** What a subscription may have otherwise of a fixed charge. Source: fixed-charges-and-commitments.md §7. */
export interface FixedChargeOverrideMembers {
  readonly invoiceDisplayName?: string | null;
  readonly units?: bigint | null;
  readonly applyUnitsImmediately?: boolean | null;
  readonly properties?: SentChargeProperties | null;
  readonly taxCodes?: readonly string[] | null;
  readonly chargeModel?: FixedChargeModel | null;
}

/** A fixed charge as one subscription has it; members left out stay as they are. */
export interface SentFixedChargeOverride extends FixedChargeOverrideMembers {
  readonly id: string;
}

/** What one subscription has otherwise than its plan: it then has a plan of its own, which others do not see. */
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
  readonly usageThresholds?: readonly Record<string, unknown>[] | null;
  readonly metadata?: Record<string, unknown> | null;
}

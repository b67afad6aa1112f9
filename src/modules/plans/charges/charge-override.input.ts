import type { CHARGE_MODELS } from './charge.table.js';
import type { SentAppliedPricingUnit } from './charge.input.js';
import type { SentChargeProperties } from './properties/charge-properties.input.js';
import type { SentChargeFilter } from './filters/charge-filter.input.js';

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

import type { CHARGE_MODELS } from './charge.table.js';
import type { SentChargeProperties } from './properties/charge-properties.input.js';
import type { SentChargeFilter } from './filters/charge-filter.input.js';

export interface SentAppliedPricingUnit {
  readonly code?: string | null;
  readonly conversionRate?: string | null;
}

export interface SentPlanCharge {
  readonly code?: string | null;
  readonly invoiceDisplayName?: string | null;
  readonly payInAdvance?: boolean | null;
  readonly invoiceable?: boolean | null;
  readonly regroupPaidFees?: 'invoice' | null;
  readonly prorated?: boolean | null;
  readonly minAmountCents?: bigint | null;
  readonly properties?: SentChargeProperties | null;
  readonly filters?: readonly SentChargeFilter[] | null;
  readonly taxCodes?: readonly string[] | null;
  readonly appliedPricingUnit?: SentAppliedPricingUnit | null;
  readonly acceptsTargetWallet?: boolean | null;
}

/** A charge of a new plan. */
export interface CreatePlanCharge extends SentPlanCharge {
  readonly billableMetricId: string;
  readonly chargeModel: (typeof CHARGE_MODELS)[number];
}

/** A charge in the update of a plan: a change of the charge with this id, or a new charge. */
export interface UpdatePlanCharge extends SentPlanCharge {
  readonly id?: string | null;
  readonly billableMetricId?: string | null;
  readonly chargeModel?: (typeof CHARGE_MODELS)[number] | null;
}

/** A new charge of a plan. */
export interface CreateCharge extends CreatePlanCharge {
  readonly planId: string;
  readonly cascadeUpdates?: boolean | null;
}

/** Changes of a charge; omitted members stay as they are. */
export interface UpdateCharge extends SentPlanCharge {
  readonly id: string;
  readonly billableMetricId?: string | null;
  readonly chargeModel?: (typeof CHARGE_MODELS)[number] | null;
  readonly cascadeUpdates?: boolean | null;
}

export interface DeleteCharge {
  readonly id: string;
  readonly cascadeUpdates?: boolean | null;
}

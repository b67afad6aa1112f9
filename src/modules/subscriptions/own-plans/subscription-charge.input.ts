import type { ChargeOverrideMembers } from '../../plans/charges/charge-override.input.js';
import type { SentChargeFilter } from '../../plans/charges/filters/charge-filter.input.js';

/** Changes of a charge for one subscription only; omitted members stay as they are. */
export interface OverrideSubscriptionCharge extends ChargeOverrideMembers {
  readonly subscriptionId: string;
  readonly chargeId: string;
}

/** A new filter of a charge for one subscription only. */
export interface CreateSubscriptionChargeFilter extends SentChargeFilter {
  readonly subscriptionId: string;
  readonly chargeId: string;
  readonly cascadeUpdates?: boolean | null;
}

/** Changes of a filter for one subscription only; omitted members stay as they are. */
export interface UpdateSubscriptionChargeFilter extends SentChargeFilter {
  readonly subscriptionId: string;
  readonly id: string;
  readonly cascadeUpdates?: boolean | null;
}

export interface DeleteSubscriptionChargeFilter {
  readonly subscriptionId: string;
  readonly id: string;
}

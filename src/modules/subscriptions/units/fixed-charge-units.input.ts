import type { FixedChargeOverrideMembers } from '../../plans/fixed-charges/fixed-charge-override.input.js';

/** Overrides of a fixed charge for one subscription. Overridden units do not follow later changes of the plan. */
export interface OverrideSubscriptionFixedCharge extends FixedChargeOverrideMembers {
  readonly subscriptionId: string;
  readonly fixedChargeId: string;
}

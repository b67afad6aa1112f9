import type { FixedChargeOverrideMembers } from '../plans/own-plans/plan-override.input.js';

/** What one subscription has otherwise of a fixed charge. Units alone stay whatever becomes of those of its plan. */
export interface OverrideSubscriptionFixedCharge extends FixedChargeOverrideMembers {
  readonly subscriptionId: string;
  readonly fixedChargeId: string;
}

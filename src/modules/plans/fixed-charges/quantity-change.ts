import type { FixedCharge } from './fixed-charge.table.js';

/** New or changed units of a fixed charge, to be applied to the subscriptions on the plan. */
export interface QuantityChange {
  readonly fixedCharge: FixedCharge;
  /** True: they apply immediately; false: from the next period. */
  readonly atOnce: boolean;
}

import type { QuantityChange } from '../fixed-charges/quantity-change.js';
import type { Plan } from '../plan.table.js';

/** A plan that was changed, and the quantities to apply to its subscriptions. */
export interface ChangedPlan {
  readonly before: Plan;
  readonly plan: Plan;
  readonly quantities: readonly QuantityChange[];
}

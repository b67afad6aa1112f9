import type { RatedBucket } from '../../../core/rating/rate-charge.js';
import type { PresentationUnits } from '../../../core/usage-reading/breakdown.js';
import type { ChargeFilter } from '../../plans/charges/filters/charge-filter.table.js';
import type { UsageMoment } from '../events/usage-moment.js';
import type { PricedCharge } from '../metering/priced-charge.js';

/** A rated bucket of a charge, which becomes one fee when it is billed. */
export interface UsageBucket extends RatedBucket<ChargeFilter> {
  /** Empty if its price has no presentation group keys. */
  readonly presentation: readonly PresentationUnits[];
}

/** The rated usage of a charge in a window. */
export interface RatedCharge extends PricedCharge {
  /** In the order of fees: first the filters, then usage that matches no filter (`filter` null), each by group. */
  readonly buckets: readonly UsageBucket[];
  /** The events that the reading statement saw. */
  readonly moment: UsageMoment;
}

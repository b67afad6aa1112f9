import type { RatedBucket } from '../../../core/rating/rate-charge.js';
import type { PresentationUnits } from '../../../core/usage-reading/breakdown.js';
import type { ChargeFilter } from '../../plans/charges/charge-filter.table.js';
import type { UsageMoment } from '../events/usage-moment.js';
import type { PricedCharge } from '../metering/priced-charge.js';

/** A part of a charge that is priced by itself: a fee, when it is billed. */
export interface UsageBucket extends RatedBucket<ChargeFilter> {
  /** Empty when its price has no presentation keys. */
  readonly presentation: readonly PresentationUnits[];
}

/** What a charge comes to in a window. */
export interface RatedCharge extends PricedCharge {
  /** In the order of fees: filters in theirs, then what no filter takes (`filter` null), each by group. */
  readonly buckets: readonly UsageBucket[];
  /** When its usage was read. */
  readonly moment: UsageMoment;
}

import type { Group } from '../../core/metering/groups.js';
import type { Big } from '../../core/decimal.js';
import type { RatedBucket } from '../../core/rating/rate-charge.js';
import type { ChargeFilter } from '../plans/charge-filter.table.js';
import type { PricedCharge } from './priced-charge.js';

/** Units of a bucket that have these values of the presentation keys. */
export interface PresentationUnits {
  readonly presentationBy: Group;
  readonly units: Big;
}

/** A part of a charge that is priced by itself: a fee, when it is billed. */
export interface UsageBucket extends RatedBucket<ChargeFilter> {
  /** Empty when its price has no presentation keys. */
  readonly presentation: readonly PresentationUnits[];
}

/** What a charge comes to in a window. */
export interface RatedCharge extends PricedCharge {
  /** In the order of fees: filters in theirs, then what no filter takes (`filter` null), each by group. */
  readonly buckets: readonly UsageBucket[];
}

import type { RatedCharge as Price } from '../../core/rating/charge-models.js';
import type { Big } from '../../core/decimal.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { Charge } from '../plans/charge.table.js';

/** What a charge comes to in a window. */
export interface RatedCharge extends Price {
  readonly charge: Charge;
  readonly metric: BillableMetric;
  readonly totalAggregatedUnits: Big;
  readonly eventsCount: number;
}

import type { RatedUsage } from '../../core/rating/charge-models.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { Charge } from '../plans/charge.table.js';

/** What a charge comes to in a window. */
export interface RatedCharge extends Omit<RatedUsage, 'eventsCount'> {
  readonly charge: Charge;
  readonly metric: BillableMetric;
  readonly eventsCount: number;
}

import type { FilterValues } from '../../core/metering/filters.js';
import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { BillableMetric } from './billable-metric.table.js';

export type BillableMetricChange =
  | ChangeOf<'billable_metric.created', { metric: BillableMetric }>
  | ChangeOf<
      'billable_metric.updated',
      {
        metric: BillableMetric;
        before: Representation;
        /** The values that its filters now declare; null if the filters have not changed. */
        filters: FilterValues | null;
      }
    >
  | ChangeOf<'billable_metric.deleted', { metric: BillableMetric; before: Representation }>;

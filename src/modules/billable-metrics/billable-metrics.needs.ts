import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillableMetricChange } from './billable-metric.changes.js';
import type { MetricUse } from './metric-use.js';

/** What the services of `billable-metrics` can need: the platform, and the services of lower capabilities. */
export type BillableMetricsNeeds = PlatformServices<BillableMetricChange, 'billable_metric'> & {
  readonly metricUse: MetricUse;
};

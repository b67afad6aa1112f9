import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { BillableMetricsNeeds } from './billable-metrics.needs.js';
import { BILLABLE_METRIC_ACTIVITIES } from './billable-metric.activities.js';
import { BillableMetricResolver } from './billable-metric.resolver.js';
import { BillableMetricService } from './billable-metric.service.js';
import { MetricCatalogService } from './metric-catalog.service.js';

/** Billable metrics. */
export const billableMetricsCapability = capability({
  services: (lower: BillableMetricsNeeds) => {
    const metricCatalog = new MetricCatalogService();
    return {
      metricCatalog,
      billableMetrics: new BillableMetricService({
        ...lower,
        catalog: metricCatalog,
        use: lower.metricUse,
      }),
    };
  },
  resolvers: ({ billableMetrics }) => [new BillableMetricResolver(billableMetrics)],
  activities: BILLABLE_METRIC_ACTIVITIES,
});

export type BillableMetricsServices = ServicesOf<typeof billableMetricsCapability>;

import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import { BILLABLE_METRIC_ACTIVITIES } from './billable-metric.activities.js';
import type { BillableMetricChange } from './billable-metric.changes.js';
import { BillableMetricResolver } from './billable-metric.resolver.js';
import { BillableMetricService, type MetricUse } from './billable-metric.service.js';
import { MetricCatalogService } from './metric-catalog.service.js';

type Lower = PlatformServices<BillableMetricChange, 'billable_metric'> & { readonly metricUse: MetricUse };

/** Billable metrics. */
export const billableMetricsCapability = capability({
  services: (lower: Lower) => {
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

import { QueuedJob } from '../../platform/jobs/job.js';

export interface MetricToRecount {
  readonly organizationId: string;
  readonly billableMetricId: string;
}

/** Rebuilds the usage counters of a metric from raw events; the module of usage does it (docs/adr/0005). */
export const RECOUNT_METRIC = new QueuedJob<MetricToRecount>('recount_metric');

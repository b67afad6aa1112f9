import { QueuedJob } from '../../platform/jobs/job.js';

export interface MetricToRecount {
  readonly organizationId: string;
  readonly billableMetricId: string;
}

/** Rebuilds the counters of a metric from raw events; the `usage` module handles it (docs/adr/0005). */
export const RECOUNT_METRIC = new QueuedJob<MetricToRecount>('recount_metric');

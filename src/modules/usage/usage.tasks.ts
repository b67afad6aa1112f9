import type { CronItem, Task } from 'graphile-worker';
import type { TaskPayloads } from '../../platform/jobs/enqueue.js';
import type { EventPartitions } from './event-partitions.js';
import type { MetricRecount } from './metric-recount.js';
import type { PendingEventService } from './pending-event.service.js';

interface UsageWork {
  readonly metricRecount: MetricRecount;
  readonly eventPartitions: EventPartitions;
  readonly pendingEvents: PendingEventService;
}

/** What the job queue does for usage. */
export function usageTasks({
  metricRecount,
  eventPartitions,
  pendingEvents,
}: UsageWork): Record<string, Task> {
  return {
    recount_metric: (payload) => metricRecount.run(payload as TaskPayloads['recount_metric']),
    resume_recounts: () => metricRecount.resume(),
    resume_event_billing: () => pendingEvents.resume(),
    keep_event_partitions: () => eventPartitions.keepReady(),
  };
}

export const USAGE_CRONTAB: readonly CronItem[] = [
  { task: 'keep_event_partitions', match: '41 2 * * *' },
  { task: 'resume_recounts', match: '11 2 * * *' },
  { task: 'resume_event_billing', match: '*/10 * * * *' },
];

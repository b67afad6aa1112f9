import type { Task } from 'graphile-worker';
import type { TaskPayloads } from '../platform/jobs/enqueue.js';
import type { EventBilling } from './event-billing.js';

/** What the job queue does for billing. */
export function billingTasks({
  eventBilling,
}: {
  readonly eventBilling: EventBilling;
}): Record<string, Task> {
  return {
    bill_events: (payload) => eventBilling.run(payload as TaskPayloads['bill_events']),
  };
}

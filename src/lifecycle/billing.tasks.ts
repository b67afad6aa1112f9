import type { Task } from 'graphile-worker';
import type { TaskPayloads } from '../platform/jobs/enqueue.js';
import type { EventBilling } from './event-billing.js';
import type { SubscriptionWindUp } from './subscription-wind-up.js';

/** What the job queue does for billing. */
export function billingTasks({
  eventBilling,
  subscriptionWindUp,
}: {
  readonly eventBilling: EventBilling;
  readonly subscriptionWindUp: SubscriptionWindUp;
}): Record<string, Task> {
  return {
    bill_events: (payload) => eventBilling.run(payload as TaskPayloads['bill_events']),
    end_subscriptions: (payload) => subscriptionWindUp.run(payload as TaskPayloads['end_subscriptions']),
  };
}

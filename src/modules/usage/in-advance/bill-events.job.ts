import { QueuedJob } from '../../../platform/jobs/job.js';

export interface SubscriptionToBill {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
}

/**
 * Bills the pending events of a subscription; `lifecycle` handles it. The SQL statements that store pending events
 * queue it by this name (docs/adr/0005).
 */
export const BILL_EVENTS = new QueuedJob<SubscriptionToBill>('bill_events');

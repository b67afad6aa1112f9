import { QueuedJob } from '../../../platform/jobs/job.js';

export interface SubscriptionToBill {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
}

/**
 * Bills the pending events of a subscription; the lifecycle does it. Statements that store pending events queue it
 * themselves, by its name (docs/adr/0005).
 */
export const BILL_EVENTS = new QueuedJob<SubscriptionToBill>('bill_events');

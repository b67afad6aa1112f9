import { QueuedJob } from '../../platform/jobs/job.js';

/** Erases what identifies a deleted customer. A repeat goes on where an attempt has ended. */
export const ERASE_CUSTOMER = new QueuedJob<{ readonly organizationId: string; readonly customerId: string }>(
  'erase_customer',
);

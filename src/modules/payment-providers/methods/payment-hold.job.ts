import { QueuedJob } from '../../../platform/jobs/job.js';
import type { RetrySchedule } from '../../../platform/jobs/retry-schedule.js';

/** A hold that a provider may have made. */
export interface NamedHold {
  readonly organizationId: string;
  readonly holdId: string;
  /** How often its release has failed. */
  readonly failures: number;
}

/** Releases an amount that a provider holds. Source: docs/adr/0200. */
export const RELEASE_HOLD = new QueuedJob<NamedHold>('release_payment_hold', { lane: 'others' });

/** Waits between the calls that release a hold. */
export const HOLD_RELEASE_RETRIES: RetrySchedule<'repeat'> = {
  waitsSeconds: [2, 10, 60, 600, 3_600],
  afterLast: 'repeat',
};

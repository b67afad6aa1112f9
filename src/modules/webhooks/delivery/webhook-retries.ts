import type { RetrySchedule } from '../../../platform/jobs/retry-schedule.js';

/** The waits between the attempts of one delivery, of which there are `WEBHOOK_MAX_ATTEMPTS`. Source: webhooks.md §5. */
export const WEBHOOK_RETRIES: RetrySchedule<'repeat'> = {
  waitsSeconds: [5, 30, 120, 900, 3_600, 21_600, 86_400],
  afterLast: 'repeat',
  jitter: 0.1,
};

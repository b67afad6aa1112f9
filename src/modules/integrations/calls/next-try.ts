import { type RetrySchedule, retryWaitMs } from '../../../platform/jobs/retry-schedule.js';
import type { IntegrationRefusal } from '../adapters/calls/integration-refusal.js';

/** How often a call has failed, the last time included. */
export interface FailedTries {
  readonly failures: number;
  /** How often the system said that there were too many calls. These are not counted as failures. */
  readonly limited: number;
}

export const NO_FAILED_TRIES: FailedTries = { failures: 0, limited: 0 };

/** How often a system may say that there were too many calls. Source: integrations.md §5. */
const MOST_LIMITED = 100;

/** After which no failure is followed by another try. */
export const ALL_TRIES: FailedTries = { failures: 1_000, limited: 1_000 };

/** The wait of a system that does not say how long. Source: integrations.md §5. */
const LIMITED_WAIT_MS = 10_000;

/** Waits between the tries of calls about taxes, and of checks. Source: integrations.md §5. */
export const TAX_RETRIES: RetrySchedule<'stop'> = {
  waitsSeconds: [5, 30, 120, 600, 1_800],
  afterLast: 'stop',
};

/** Waits between the tries to send a document to a system of another category. Sources: integrations.md §5, webhooks.md §5. */
export const SYNC_RETRIES: RetrySchedule<'stop'> = {
  waitsSeconds: [5, 30, 120, 900, 3_600, 21_600, 86_400],
  afterLast: 'stop',
};

/** The failures after another one. */
export function withFailure(
  { failures, limited }: FailedTries,
  { refusalClass }: IntegrationRefusal,
): FailedTries {
  if (refusalClass === 'paced') return { failures, limited };
  return refusalClass === 'rate_limited'
    ? { failures, limited: limited + 1 }
    : { failures: failures + 1, limited };
}

/**
 * How long a failed call waits until it is repeated, in milliseconds; null if it is not repeated.
 * @param tried the failures, this one included. Source: integrations.md §5.
 */
export function nextTryMs(
  { refusalClass, retryAfterMs }: IntegrationRefusal,
  { failures, limited }: FailedTries,
  schedule: RetrySchedule,
): number | null {
  if (refusalClass === 'paced') return retryAfterMs ?? LIMITED_WAIT_MS;
  if (refusalClass === 'rate_limited')
    return limited <= MOST_LIMITED ? (retryAfterMs ?? LIMITED_WAIT_MS) : null;
  return refusalClass === 'retriable' ? retryWaitMs(schedule, failures) : null;
}

import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';
import { type RetrySchedule, retryWaitMs } from '../../../platform/jobs/retry-schedule.js';

/** A check of a customer's VAT number. A customer has one at a time; one that was replaced is not carried out. */
export interface VatCheck {
  readonly organizationId: string;
  readonly customerId: string;
  readonly checkId: string;
  /** Attempts at which the registry gave no answer. */
  readonly failures: number;
}

/** Asks the VAT registry about the number of a customer. Source: taxes.md §6.4. */
export const CHECK_VAT_NUMBER = new QueuedJob<VatCheck>('check_vat_number', { lane: 'others' });

/** An unavailable registry is asked again, in the end each hour. Source: taxes.md §6.4. */
export const VAT_CHECK_RETRIES: RetrySchedule<'repeat'> = {
  waitsSeconds: [300, 300, 600, 1_200, 2_400, 3_600],
  afterLast: 'repeat',
};

/** Queues an attempt, after the wait that follows its failures; at most one attempt of a check waits. */
export function queueVatCheck(tx: Tx, check: VatCheck): Promise<void> {
  const afterMs = check.failures === 0 ? 0 : retryWaitMs(VAT_CHECK_RETRIES, check.failures);
  const jobKey = `vat-check:${check.checkId}`;
  return CHECK_VAT_NUMBER.enqueue(tx, check, { jobKey, afterMs });
}

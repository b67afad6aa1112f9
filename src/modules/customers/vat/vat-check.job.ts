import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';

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

/** Queues an attempt; at most one attempt of a check waits. */
export function queueVatCheck(tx: Tx, check: VatCheck, afterSeconds = 0): Promise<void> {
  const jobKey = `vat-check:${check.checkId}`;
  return CHECK_VAT_NUMBER.enqueue(tx, check, { jobKey, afterSeconds });
}

import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';
import type { RetrySchedule } from '../../../platform/jobs/retry-schedule.js';

/** A customer with invoices that wait for their taxes. */
export interface WaitingCustomer {
  readonly organizationId: string;
  readonly customerId: string;
}

/** Computes the taxes of a customer's invoices that wait for them. Source: taxes.md §6.4. */
export const TAX_PENDING_INVOICES = new QueuedJob<WaitingCustomer>('tax_pending_invoices');

/** An invoice whose taxes may be known later. */
export interface FailedInvoice {
  readonly organizationId: string;
  readonly invoiceId: string;
}

/** Waits between these tries, for three days after the first failure. Source: integrations.md §6. */
export const INVOICE_TAX_RETRIES: RetrySchedule<'repeat'> = {
  waitsSeconds: [900],
  afterLast: 'repeat',
};

/** Asks once more for the taxes of an invoice after a failure that may pass by itself. Source: integrations.md §6. */
export const RETRY_TAXES = new QueuedJob<FailedInvoice>('retry_taxes', { lane: 'others' });

export function queueTaxes(tx: Tx, waiting: WaitingCustomer): Promise<void> {
  return TAX_PENDING_INVOICES.enqueue(tx, waiting, { jobKey: `pending-invoices:${waiting.customerId}` });
}

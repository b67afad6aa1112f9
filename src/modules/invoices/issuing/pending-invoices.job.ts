import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';

interface Waiting {
  readonly organizationId: string;
  readonly customerId: string;
}

/** Computes the taxes of a customer's invoices that wait for them. Source: taxes.md §6.4. */
export const TAX_PENDING_INVOICES = new QueuedJob<Waiting>('tax_pending_invoices');

export function queueTaxes(tx: Tx, waiting: Waiting): Promise<void> {
  return TAX_PENDING_INVOICES.enqueue(tx, waiting, { jobKey: `pending-invoices:${waiting.customerId}` });
}

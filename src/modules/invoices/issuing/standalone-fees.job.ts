import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';
import type { WaitingCustomer } from './pending-invoices.job.js';

/** Taxes the standalone fees of a customer that has left its tax connection while the provider was asked. Source: integrations.md §6. */
export const TAX_STANDALONE_FEES = new QueuedJob<WaitingCustomer>('tax_standalone_fees');

export function queueFeeTaxes(tx: Tx, { organizationId, customerId }: WaitingCustomer): Promise<void> {
  const options = { jobKey: `standalone-fees:${customerId}` };
  return TAX_STANDALONE_FEES.enqueue(tx, { organizationId, customerId }, options);
}

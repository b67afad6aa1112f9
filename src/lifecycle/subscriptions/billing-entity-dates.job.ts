import type { Tx } from '../../platform/db/database.js';
import { QueuedJob } from '../../platform/jobs/job.js';

/** A billing entity whose settings have changed. */
export interface ChangedBillingEntity {
  readonly organizationId: string;
  readonly billingEntityId: string;
}

/** Moves draft invoices, billing days and deadlines to the dates by the settings of a billing entity. */
export const BILLING_ENTITY_DATES = new QueuedJob<ChangedBillingEntity>('billing_entity_dates');

/** Longer than any transaction of a request, a job or due work takes. */
const LATE_MS = 120_000;

/**
 * Queues the job to run at once, and again once transactions have ended that read the settings before they changed and
 * wrote an invoice or a billing day by them after the first run has passed its customer.
 */
export async function queueBillingEntityDates(tx: Tx, changed: ChangedBillingEntity): Promise<void> {
  const jobKey = `billing_entity_dates:${changed.billingEntityId}`;
  await BILLING_ENTITY_DATES.enqueue(tx, changed, { jobKey });
  await BILLING_ENTITY_DATES.enqueue(tx, changed, { jobKey: `${jobKey}:late`, afterMs: LATE_MS });
}

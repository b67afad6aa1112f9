import type { InvoiceAction } from '../../modules/invoices/records/invoice-action.js';
import { QueuedJob } from '../../platform/jobs/job.js';

/** An action on all invoices of an organization that qualify, up to the newest one when it was requested. */
export interface RequestedBatches {
  readonly organizationId: string;
  readonly action: InvoiceAction;
  readonly lastId: string;
}

/** An action on some invoices. */
export interface InvoiceBatch {
  readonly organizationId: string;
  readonly action: InvoiceAction;
  readonly invoiceIds: readonly string[];
}

/** Finds the invoices of a request, and queues them in batches. */
export const QUEUE_INVOICE_BATCHES = new QueuedJob<RequestedBatches>('queue_invoice_batches');

/** Performs the action on a batch, invoice by invoice. */
export const PERFORM_INVOICE_BATCH = new QueuedJob<InvoiceBatch>('perform_invoice_batch');

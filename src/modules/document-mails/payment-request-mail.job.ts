import { QueuedJob } from '../../platform/jobs/job.js';

/** Sends the e-mail about overdue invoices with the page on which they are paid. Source: payment-providers.md §6. */
export const MAIL_PAYMENT_REQUEST = new QueuedJob<{
  readonly organizationId: string;
  readonly paymentRequestId: string;
}>('mail_payment_request', { lane: 'others' });

import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';
import type { RetrySchedule } from '../../../platform/jobs/retry-schedule.js';
import type { PaymentMethodReference } from '../../payment-providers/methods/payment-method-reference.js';

/** The document whose payment a provider is asked for. */
export type CollectedDocument = { readonly invoiceId: string } | { readonly paymentRequestId: string };

export type CollectPayment = CollectedDocument & {
  readonly organizationId: string;
  /** How a caller wants it paid; by default as the document says. */
  readonly method?: PaymentMethodReference;
};

/** Asks a provider for the payment of a document. Source: payments.md §5. */
export const COLLECT_PAYMENT = new QueuedJob<CollectPayment>('collect_payment', { lane: 'others' });

/** Queues an attempt; at most one of a document waits. */
export function queueCollection(tx: Tx, collect: CollectPayment, afterMs = 0): Promise<void> {
  const id = 'invoiceId' in collect ? collect.invoiceId : collect.paymentRequestId;
  return COLLECT_PAYMENT.enqueue(tx, collect, { jobKey: `collect-payment:${id}`, afterMs });
}

interface NamedRefund {
  readonly organizationId: string;
  readonly refundId: string;
}

/** Asks a provider for a refund. Source: payments.md §8. */
export const MAKE_REFUND = new QueuedJob<NamedRefund>('make_refund', { lane: 'others' });

export function queueRefund(tx: Tx, refund: NamedRefund, afterMs = 0): Promise<void> {
  return MAKE_REFUND.enqueue(tx, refund, { jobKey: `make-refund:${refund.refundId}`, afterMs });
}

/** Closes a page at its provider. Source: payment-providers.md §5. */
export const EXPIRE_PAYMENT_LINK = new QueuedJob<{
  readonly organizationId: string;
  readonly paymentLinkId: string;
}>('expire_payment_link', { lane: 'others', maxAttempts: 6 });

/** Six calls for one payment or refund, as long as a provider does not answer. Source: payment-providers.md §7. */
export const PROVIDER_CALL_RETRIES: RetrySchedule<'stop'> = {
  waitsSeconds: [2, 10, 60, 600, 3_600],
  afterLast: 'stop',
};

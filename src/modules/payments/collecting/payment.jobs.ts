import type { Tx } from '../../../platform/db/database.js';
import { QueuedJob } from '../../../platform/jobs/job.js';
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
export function queueCollection(tx: Tx, collect: CollectPayment, afterSeconds = 0): Promise<void> {
  const id = 'invoiceId' in collect ? collect.invoiceId : collect.paymentRequestId;
  return COLLECT_PAYMENT.enqueue(tx, collect, { jobKey: `collect-payment:${id}`, afterSeconds });
}

interface NamedRefund {
  readonly organizationId: string;
  readonly refundId: string;
}

/** Asks a provider for a refund. Source: payments.md §8. */
export const MAKE_REFUND = new QueuedJob<NamedRefund>('make_refund', { lane: 'others' });

export function queueRefund(tx: Tx, refund: NamedRefund, afterSeconds = 0): Promise<void> {
  return MAKE_REFUND.enqueue(tx, refund, { jobKey: `make-refund:${refund.refundId}`, afterSeconds });
}

/** Closes a page at its provider. Source: payment-providers.md §5. */
export const EXPIRE_PAYMENT_LINK = new QueuedJob<{
  readonly organizationId: string;
  readonly paymentLinkId: string;
}>('expire_payment_link', { lane: 'others', maxAttempts: 6 });

/** The most calls for one payment or refund, the first one included. Source: payment-providers.md §7. */
export const MOST_TRIES = 6;

/** Seconds after which a call that nobody answered is repeated, by the number of calls made. */
const WAITS = [2, 10, 60, 600, 3_600];

/** @param tries calls made; null if there is no further one. */
export function secondsUntilNextTry(tries: number): number | null {
  return tries >= MOST_TRIES ? null : (WAITS[tries - 1] ?? 0);
}

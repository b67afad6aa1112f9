import type { Invoice } from '../records/invoice.table.js';

type PaymentStatus = Invoice['paymentStatus'];

/** What is still to be paid, in minor units. Source: payments.md §3. */
export function dueCents({
  status,
  totalAmountCents,
  totalPaidAmountCents,
  totalOffsetAmountCents,
}: Pick<Invoice, 'status' | 'totalAmountCents' | 'totalPaidAmountCents' | 'totalOffsetAmountCents'>): bigint {
  return status === 'voided' ? 0n : totalAmountCents - totalPaidAmountCents - totalOffsetAmountCents;
}

/** Source: payments.md §2. */
const MOVES = {
  pending: ['succeeded', 'failed'],
  failed: ['succeeded', 'pending'],
  succeeded: ['pending'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

/**
 * Whether a caller may say that the payment status of an invoice is, or has become, this one. Saying it again changes
 * nothing; of an open invoice only the outcome can be said, which ends its being open.
 */
export function mayBecome(
  { status, paymentStatus }: Pick<Invoice, 'status' | 'paymentStatus'>,
  to: PaymentStatus,
): boolean {
  const moves: readonly PaymentStatus[] = MOVES[paymentStatus];
  return moves.includes(to) || (paymentStatus === to && status !== 'open');
}

import type { Invoice } from './invoice.table.js';

type PaymentStatus = Invoice['paymentStatus'];

/** What is still to be paid, in minor units. Source: payments.md §3. */
export function dueCents({
  status,
  totalAmountCents,
  totalPaidAmountCents,
}: Pick<Invoice, 'status' | 'totalAmountCents' | 'totalPaidAmountCents'>): bigint {
  return status === 'voided' ? 0n : totalAmountCents - totalPaidAmountCents;
}

/** Source: payments.md §2. */
const MOVES = {
  pending: ['succeeded', 'failed'],
  failed: ['succeeded', 'pending'],
  succeeded: ['pending'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

/** Whether a caller may say that a payment status has become another one; saying it again changes nothing. */
export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  const moves: readonly PaymentStatus[] = MOVES[from];
  return from === to || moves.includes(to);
}

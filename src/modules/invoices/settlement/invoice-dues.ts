import type { Invoice } from '../records/invoice.table.js';

type PaymentStatus = Invoice['paymentStatus'];

/** The unpaid amount in minor units. Source: payments.md §3. */
export function dueCents({
  status,
  totalAmountCents,
  totalPaidAmountCents,
  totalOffsetAmountCents,
}: Pick<Invoice, 'status' | 'totalAmountCents' | 'totalPaidAmountCents' | 'totalOffsetAmountCents'>): bigint {
  return status === 'voided' ? 0n : totalAmountCents - totalPaidAmountCents - totalOffsetAmountCents;
}

/** True if the invoice waits for its taxes, or they could not be computed. Source: taxes.md §6.4. */
export function isUntaxed({ taxStatus }: Pick<Invoice, 'taxStatus'>): boolean {
  return taxStatus === 'pending' || taxStatus === 'failed';
}

/** The allowed changes of the payment status. Source: payments.md §2. */
const MOVES = {
  pending: ['succeeded', 'failed'],
  failed: ['succeeded', 'pending'],
  succeeded: ['pending'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

/**
 * True if a caller may set the payment status of an invoice to this one. Setting the same status again changes nothing. An
 * open invoice accepts only the outcome of its payment, which issues or closes it. An invoice without its taxes cannot be paid.
 */
export function mayBecome(
  invoice: Pick<Invoice, 'status' | 'paymentStatus' | 'taxStatus'>,
  to: PaymentStatus,
): boolean {
  const { status, paymentStatus } = invoice;
  if (isUntaxed(invoice) && (status !== 'open' || to === 'succeeded')) return paymentStatus === to;
  const moves: readonly PaymentStatus[] = MOVES[paymentStatus];
  return moves.includes(to) || (paymentStatus === to && status !== 'open');
}

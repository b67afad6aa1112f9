import { type CreditNoteParts, totalOfParts } from './credit-note-amounts.js';
import { Big, sum, ZERO } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';

/** A fee and what was given back of it so far. */
export interface CreditableFee {
  readonly amountCents: bigint;
  readonly taxesRatePercent: Big;
  readonly creditedCents: bigint;
}

/** What limits the credit notes of an invoice. Amounts are minor units. */
export interface CreditableInvoice {
  readonly fees: readonly CreditableFee[];
  readonly feesAmountCents: bigint;
  /** Coupons and progressive billing credits: what came off before taxes. */
  readonly discountsCents: bigint;
  readonly totalAmountCents: bigint;
  readonly totalPaidAmountCents: bigint;
  readonly isPaymentSucceeded: boolean;
  /** What its notes gave back so far, voided ones included. */
  readonly givenBack: CreditNoteParts;
}

/** What is left of a fee before coupons and taxes. Source: credit-notes.md §2.1. */
export function creditableFeeCents({ amountCents, creditedCents }: CreditableFee): bigint {
  return amountCents - creditedCents;
}

/** What is left of an invoice, less coupons and with taxes; not rounded. Source: credit-notes.md §2.1. */
export function creditableCents({ fees, feesAmountCents, discountsCents }: CreditableInvoice): Big {
  const left = fees.reduce((total, fee) => total + creditableFeeCents(fee), 0n);
  if (left <= 0n) return ZERO;
  const discounts = new Big(discountsCents).times(left).div(feesAmountCents);
  const taxes = fees.map((fee) => {
    const credited = new Big(creditableFeeCents(fee));
    return credited.minus(discounts.times(credited).div(left)).times(fee.taxesRatePercent).div(100);
  });
  return new Big(left).minus(discounts).plus(roundHalfAwayFromZero(sum(taxes)));
}

/** What can be given back in money; not rounded. Source: credit-notes.md §2.1. */
export function refundableCents(invoice: CreditableInvoice): Big {
  if (isPaidButUnsettled(invoice)) return ZERO;
  const paid = new Big(invoice.totalPaidAmountCents - invoice.givenBack.refundAmountCents);
  const least = lesser(paid, creditableCents(invoice));
  return least.lt(ZERO) ? ZERO : least;
}

/** What can be taken off the invoice itself; not rounded. Source: credit-notes.md §2.1. */
export function offsettableCents(invoice: CreditableInvoice): Big {
  return lesser(new Big(dueCents(invoice)), creditableCents(invoice));
}

/** What is still to be paid. Source: payments.md §3. */
export function dueCents({ totalAmountCents, totalPaidAmountCents, givenBack }: CreditableInvoice): bigint {
  return totalAmountCents - totalPaidAmountCents - givenBack.offsetAmountCents;
}

/**
 * No more is given back in money than was paid, and no more taken off the invoice than is due on it, as rounding and what
 * was credited before might have it: the rest would be lost, so it is credited.
 */
export function cappedParts(
  { creditAmountCents, refundAmountCents, offsetAmountCents }: CreditNoteParts,
  invoice: CreditableInvoice,
): CreditNoteParts {
  const refund = atMost(
    refundAmountCents,
    invoice.totalPaidAmountCents - invoice.givenBack.refundAmountCents,
  );
  const offset = atMost(offsetAmountCents, dueCents(invoice));
  return {
    creditAmountCents: creditAmountCents + refundAmountCents - refund + offsetAmountCents - offset,
    refundAmountCents: refund,
    offsetAmountCents: offset,
  };
}

/** Paid in full, and yet said not to be paid: nothing is given back in money then. */
export function isPaidButUnsettled({
  totalAmountCents,
  totalPaidAmountCents,
  isPaymentSucceeded,
}: CreditableInvoice): boolean {
  return !isPaymentSucceeded && totalPaidAmountCents > 0n && totalPaidAmountCents === totalAmountCents;
}

/** The most that each part of another note may be, and all together. A cent is left for rounding. */
export interface CreditNoteBounds extends CreditNoteParts {
  readonly totalAmountCents: bigint;
}

/** The table of credit-notes.md §2: its limits are gross of coupons. */
export function creditNoteBounds(invoice: CreditableInvoice): CreditNoteBounds {
  const { creditAmountCents, refundAmountCents, offsetAmountCents } = invoice.givenBack;
  const gross = grossCents(invoice.fees);
  const uncredited = gross - creditAmountCents - offsetAmountCents;
  const due = dueCents(invoice);
  return {
    creditAmountCents: uncredited + 1n,
    refundAmountCents: invoice.totalPaidAmountCents - refundAmountCents,
    offsetAmountCents: due < uncredited ? due : uncredited,
    totalAmountCents: gross - totalOfParts(invoice.givenBack) + 1n,
  };
}

function grossCents(fees: readonly CreditableFee[]): bigint {
  const taxes = fees.map(({ amountCents, taxesRatePercent }) => taxesRatePercent.times(amountCents).div(100));
  return fees.reduce((total, fee) => total + fee.amountCents, 0n) + roundHalfAwayFromZero(sum(taxes));
}

function atMost(cents: bigint, limit: bigint): bigint {
  const most = limit > 0n ? limit : 0n;
  return cents < most ? cents : most;
}

function lesser(first: Big, second: Big): Big {
  return first.lt(second) ? first : second;
}

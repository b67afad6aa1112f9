import { type CreditNoteParts, totalOfParts } from './credit-note-amounts.js';
import { Big, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';

/** A fee and the amount credited on it so far. */
export interface CreditableFee {
  readonly amountCents: bigint;
  readonly taxesRatePercent: Big;
  /** Taxes that a tax provider has computed for it; null if they follow from the rate. */
  readonly providedTaxesCents: bigint | null;
  readonly creditedCents: bigint;
}

/** The facts that limit the credit notes of an invoice. Amounts are in minor units. */
export interface CreditableInvoice {
  readonly fees: readonly CreditableFee[];
  readonly feesAmountCents: bigint;
  /** Coupons and progressive billing credits, deducted before taxes. */
  readonly discountsCents: bigint;
  /** After deductions before taxes, with taxes: what all credit notes together give back at most. */
  readonly taxedCents: bigint;
  readonly totalAmountCents: bigint;
  readonly totalPaidAmountCents: bigint;
  readonly isPaymentSucceeded: boolean;
  /** Totals of the invoice's credit notes so far, voided ones included. */
  readonly givenBack: CreditNoteParts;
  /** What is left of the credits that the invoice bills; null unless it bills a top-up of a wallet. */
  readonly purchaseLeftCents: bigint | null;
}

/** The part of a fee not credited yet, before coupons and taxes. Source: credit-notes.md §2.1. */
export function creditableFeeCents({ amountCents, creditedCents }: CreditableFee): bigint {
  return amountCents - creditedCents;
}

/** The part of an invoice not credited yet, less coupons and with taxes; not rounded. Source: credit-notes.md §2.1. */
export function creditableCents(invoice: CreditableInvoice): Big {
  // Bought credits are refunded, never credited.
  return invoice.purchaseLeftCents === null
    ? lesser(uncreditedCents(invoice), new Big(leftCents(invoice)))
    : ZERO;
}

/** The part of an invoice that its credit notes have not given back. Source: credit-notes.md §2. */
function leftCents({ taxedCents, givenBack }: CreditableInvoice): bigint {
  const left = taxedCents - totalOfParts(givenBack);
  return left > 0n ? left : 0n;
}

function uncreditedCents({ fees, feesAmountCents, discountsCents }: CreditableInvoice): Big {
  const left = fees.reduce((total, fee) => total + creditableFeeCents(fee), 0n);
  if (left <= 0n) return ZERO;
  const discounts = new Big(discountsCents).times(left).div(feesAmountCents);
  const taxes = fees.map((fee) => {
    const credited = new Big(creditableFeeCents(fee));
    if (fee.providedTaxesCents !== null) return providedTax(fee.providedTaxesCents, credited, fee);
    return credited.minus(discounts.times(credited).div(left)).times(fee.taxesRatePercent).div(100);
  });
  return new Big(left).minus(discounts).plus(roundHalfAwayFromZero(sum(taxes)));
}

/** The share of a fee's taxes, as a tax provider has computed them, that belongs to a part of it. Source: credit-notes.md §2.1. */
function providedTax(taxesCents: bigint, credited: Big, { amountCents }: CreditableFee): Big {
  return amountCents === 0n ? ZERO : credited.times(taxesCents).div(amountCents);
}

/** The highest amount that can be paid back in money; not rounded. Source: credit-notes.md §2.1. */
export function refundableCents(invoice: CreditableInvoice): Big {
  if (isPaidButUnsettled(invoice)) return ZERO;
  const paid = new Big(invoice.totalPaidAmountCents - invoice.givenBack.refundAmountCents);
  const { purchaseLeftCents } = invoice;
  const least = lesser(
    paid,
    purchaseLeftCents === null ? creditableCents(invoice) : new Big(purchaseLeftCents),
  );
  return least.lt(ZERO) ? ZERO : least;
}

/** The highest amount that can be offset against the invoice itself; not rounded. Source: credit-notes.md §2.1. */
export function offsettableCents(invoice: CreditableInvoice): Big {
  const { purchaseLeftCents, totalAmountCents, totalPaidAmountCents } = invoice;
  if (purchaseLeftCents !== null) return new Big(totalPaidAmountCents === 0n ? totalAmountCents : 0n);
  return lesser(new Big(dueCents(invoice)), creditableCents(invoice));
}

/** The unpaid part of the invoice. Source: payments.md §3. */
export function dueCents({ totalAmountCents, totalPaidAmountCents, givenBack }: CreditableInvoice): bigint {
  return totalAmountCents - totalPaidAmountCents - givenBack.offsetAmountCents;
}

/**
 * Limits the refund to what was paid and the offset to what is due on the invoice, which rounding and earlier notes could
 * exceed by some cents. The excess becomes credit, so that none of it is lost.
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

/** True if payments cover the invoice but its payment status is not succeeded: nothing is then paid back in money. */
export function isPaidButUnsettled({
  totalAmountCents,
  totalPaidAmountCents,
  isPaymentSucceeded,
}: CreditableInvoice): boolean {
  return !isPaymentSucceeded && totalPaidAmountCents > 0n && totalPaidAmountCents === totalAmountCents;
}

/** The highest amount of each part of another note, and of their total. One cent is added for rounding. */
export interface CreditNoteBounds extends CreditNoteParts {
  readonly totalAmountCents: bigint;
}

/** The table of credit-notes.md §2. */
export function creditNoteBounds(invoice: CreditableInvoice): CreditNoteBounds {
  const { creditAmountCents, refundAmountCents, offsetAmountCents } = invoice.givenBack;
  const uncredited = invoice.taxedCents - creditAmountCents - offsetAmountCents;
  const due = dueCents(invoice);
  return {
    creditAmountCents: uncredited + 1n,
    refundAmountCents: invoice.totalPaidAmountCents - refundAmountCents,
    offsetAmountCents: due < uncredited ? due : uncredited,
    totalAmountCents: invoice.taxedCents - totalOfParts(invoice.givenBack) + 1n,
  };
}

function atMost(cents: bigint, limit: bigint): bigint {
  const most = limit > 0n ? limit : 0n;
  return cents < most ? cents : most;
}

function lesser(first: Big, second: Big): Big {
  return first.lt(second) ? first : second;
}

import type { CreditNoteAmounts } from './credit-note-amounts.js';
import { type CreditableInvoice, offsettableCents, refundableCents } from './credit-note-limits.js';
import { type Big, floorAt } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';

/** How much of what items are worth each part of a note may be, in minor units. */
export interface CreditNoteEstimate {
  readonly maxCreditableAmountCents: bigint;
  readonly maxRefundableAmountCents: bigint;
  readonly maxOffsettableAmountCents: bigint;
  /** Moved by at most a cent, so that sub total and taxes are what can be credited. */
  readonly taxesAmountCents: bigint;
}

/**
 * What a note could give back. Limits that are no whole cents are cut: no note may exceed them.
 * Source: credit-notes.md §3.4.
 */
export function creditNoteEstimate(
  amounts: CreditNoteAmounts<unknown>,
  invoice: CreditableInvoice,
): CreditNoteEstimate {
  const { taxesAmountCents: taxes, subTotalExcludingTaxesAmountCents: subTotal } = amounts;
  const worth = roundHalfAwayFromZero(amounts.preciseTotalAmountCents);
  const beforeTaxes = worth - taxes;
  return {
    maxCreditableAmountCents: beforeTaxes > subTotal ? worth - 1n : worth,
    maxRefundableAmountCents: lesser(worth, refundableCents(invoice)),
    maxOffsettableAmountCents: lesser(worth, offsettableCents(invoice)),
    taxesAmountCents: beforeTaxes < subTotal && taxes > 0n ? taxes - 1n : taxes,
  };
}

function lesser(worth: bigint, limit: Big): bigint {
  const cents = BigInt(floorAt(limit, 0).toFixed());
  return cents < worth ? cents : worth;
}

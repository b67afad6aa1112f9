import type { CreditNoteAmounts } from './credit-note-amounts.js';
import { type CreditableInvoice, offsettableCents, refundableCents } from './credit-note-limits.js';
import { type Big, floorAt } from '../money/decimal.js';

/** The highest amount of each part of a credit note over given items, in minor units. */
export interface CreditNoteEstimate {
  readonly maxCreditableAmountCents: bigint;
  readonly maxRefundableAmountCents: bigint;
  readonly maxOffsettableAmountCents: bigint;
  /** Adjusted by at most a cent, so that subtotal and taxes add up to the creditable amount. */
  readonly taxesAmountCents: bigint;
}

/**
 * Estimates what a credit note could give back. Limits are rounded down to whole cents, since no note may exceed them.
 * Source: credit-notes.md §3.4.
 */
export function creditNoteEstimate(
  amounts: CreditNoteAmounts<unknown>,
  invoice: CreditableInvoice,
): CreditNoteEstimate {
  const { taxesAmountCents: taxes, worthCents: worth, totalAmountCents: total } = amounts;
  return {
    maxCreditableAmountCents: invoice.purchaseLeftCents === null ? (worth > total ? worth - 1n : worth) : 0n,
    maxRefundableAmountCents: lesser(worth, refundableCents(invoice)),
    maxOffsettableAmountCents: lesser(worth, offsettableCents(invoice)),
    taxesAmountCents: worth < total && taxes > 0n ? taxes - 1n : taxes,
  };
}

function lesser(worth: bigint, limit: Big): bigint {
  const cents = BigInt(floorAt(limit, 0).toFixed());
  return cents < worth ? cents : worth;
}

import { Big, divideAt, percentOf, roundAt, sum, ZERO } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';
import type { FeeAmounts, TaxRate } from './tax.js';

/** Decimal places of the precise amounts that credit notes store and later steps read back. Source: taxes.md, head. */
export const CREDIT_NOTE_SCALE = 5;
const TAXES_RATE_SCALE = 5;

/** A fee and the amount of it that a credit note gives back. */
export interface CreditedFee<Tax> {
  readonly fee: FeeAmounts;
  /** The fee's taxes, at the rates that its invoice applied. */
  readonly taxes: readonly Tax[];
  /** Before coupons and taxes. */
  readonly creditedCents: Big;
}

/** Total taxes of an invoice's earlier credit notes. */
export interface TaxesGivenBack {
  readonly taxesAmountCents: bigint;
  readonly preciseTaxesAmountCents: Big;
}

export const NO_TAXES_GIVEN_BACK: TaxesGivenBack = { taxesAmountCents: 0n, preciseTaxesAmountCents: ZERO };

/** One tax of a credit note. */
export interface CreditNoteTax<Tax> {
  readonly tax: Tax;
  readonly baseAmountCents: bigint;
  readonly amountCents: bigint;
}

/** Amounts of a credit note in minor units, computed from its items; `precise...` has five decimals. */
export interface CreditNoteAmounts<Tax> {
  /** The part of the fees' coupons that belongs to the amounts credited. */
  readonly preciseCouponsAdjustmentAmountCents: Big;
  readonly couponsAdjustmentAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  /** In the order in which the taxes first appear on the items. */
  readonly appliedTaxes: readonly CreditNoteTax<Tax>[];
  readonly preciseTaxesAmountCents: Big;
  readonly taxesAmountCents: bigint;
  /** Mean rate, weighted by the amount taxed. */
  readonly taxesRatePercent: Big;
  /** Subtotal and taxes before rounding: the worth of the note. */
  readonly preciseTotalAmountCents: Big;
}

/**
 * Computes the amounts of a credit note from the amounts that it gives back of fees.
 * @param before on the invoice's last credit note, the taxes of its other notes; on any other note, none. The last note
 *   corrects what rounding added to the others: the taxes of all notes are rounded together, as the invoice's were, so
 *   that they add up to the invoice's taxes even if the last note's own taxes are then negative.
 * Source: credit-notes.md §3.1–3.2.
 */
export function creditNoteAmounts<Tax extends TaxRate>(
  items: readonly CreditedFee<Tax>[],
  before: TaxesGivenBack,
): CreditNoteAmounts<Tax> {
  const shares = items.map(couponsShare);
  const coupons = roundAt(sum(shares), CREDIT_NOTE_SCALE);
  const subTotal = sum(items.map(creditedCents)).minus(coupons);
  const lines = taxLines(items, shares);
  const taxes = sum(lines.map(({ tax, base }) => taxOf(base, tax)));
  const preciseTaxesOfAll = roundAt(taxes.plus(before.preciseTaxesAmountCents), CREDIT_NOTE_SCALE);
  const preciseTaxes = preciseTaxesOfAll.minus(new Big(before.taxesAmountCents));
  return {
    preciseCouponsAdjustmentAmountCents: coupons,
    couponsAdjustmentAmountCents: roundHalfAwayFromZero(coupons),
    subTotalExcludingTaxesAmountCents: roundHalfAwayFromZero(subTotal),
    appliedTaxes: lines.map(({ tax, base }) => ({
      tax,
      baseAmountCents: roundHalfAwayFromZero(base),
      amountCents: roundHalfAwayFromZero(taxOf(base, tax)),
    })),
    preciseTaxesAmountCents: preciseTaxes,
    taxesAmountCents: roundHalfAwayFromZero(preciseTaxesOfAll) - before.taxesAmountCents,
    taxesRatePercent: subTotal.eq(ZERO) ? ZERO : divideAt(taxes.times(100), subTotal, TAXES_RATE_SCALE),
    preciseTotalAmountCents: subTotal.plus(preciseTaxes),
  };
}

/** The parts in which the total of a credit note is returned, in minor units. Source: credit-notes.md §1. */
export interface CreditNoteParts {
  /** Kept as a balance for later invoices. */
  readonly creditAmountCents: bigint;
  /** Paid back in money. */
  readonly refundAmountCents: bigint;
  /** Offset against the unpaid part of the credited invoice. */
  readonly offsetAmountCents: bigint;
}

export function totalOfParts({
  creditAmountCents,
  refundAmountCents,
  offsetAmountCents,
}: CreditNoteParts): bigint {
  return creditAmountCents + refundAmountCents + offsetAmountCents;
}

/**
 * Moves the total by at most one cent towards the sum of the rounded subtotal and taxes. The cent changes the first part
 * that is positive: credit, refund, else offset. Source: credit-notes.md §3.3.
 */
export function adjustRounding(
  parts: CreditNoteParts,
  {
    taxesAmountCents,
    subTotalExcludingTaxesAmountCents,
  }: Pick<CreditNoteAmounts<unknown>, 'taxesAmountCents' | 'subTotalExcludingTaxesAmountCents'>,
): CreditNoteParts {
  const off = subTotalExcludingTaxesAmountCents + taxesAmountCents - totalOfParts(parts);
  const cent = off > 0n ? 1n : off < 0n ? -1n : 0n;
  if (parts.creditAmountCents > 0n) return { ...parts, creditAmountCents: parts.creditAmountCents + cent };
  if (parts.refundAmountCents > 0n) return { ...parts, refundAmountCents: parts.refundAmountCents + cent };
  return { ...parts, offsetAmountCents: parts.offsetAmountCents + cent };
}

interface TaxLine<Tax> {
  readonly tax: Tax;
  readonly base: Big;
}

/** One line per tax, with the total of the items that carry it, less their coupons. */
function taxLines<Tax extends TaxRate>(
  items: readonly CreditedFee<Tax>[],
  shares: readonly Big[],
): TaxLine<Tax>[] {
  const lines = new Map<string, TaxLine<Tax>>();
  items.forEach((item, index) => {
    const base = creditedCents(item).minus(shares[index] ?? ZERO);
    for (const tax of item.taxes) {
      lines.set(tax.id, { tax, base: base.plus(lines.get(tax.id)?.base ?? ZERO) });
    }
  });
  return [...lines.values()];
}

/** The part of the fee's coupons that belongs to the amount credited. */
function couponsShare<Tax>({ fee, ...item }: CreditedFee<Tax>): Big {
  if (fee.amountCents === 0n) return ZERO;
  return fee.preciseCouponsAmountCents.times(creditedCents({ fee, ...item })).div(fee.amountCents);
}

function creditedCents<Tax>(item: CreditedFee<Tax>): Big {
  return roundAt(item.creditedCents, CREDIT_NOTE_SCALE);
}

function taxOf(base: Big, { ratePercent }: TaxRate): Big {
  return percentOf(base.times(ratePercent));
}

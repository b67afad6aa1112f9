import { Big, roundAt, sum, ZERO } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';
import type { FeeAmounts, TaxRate } from './tax.js';

/** Decimal places at which credit notes store precise amounts; later steps read what is stored. Source: taxes.md, head. */
export const CREDIT_NOTE_SCALE = 5;
const TAXES_RATE_SCALE = 5;

/** What is given back of a fee. */
export interface CreditedFee<Tax> {
  readonly fee: FeeAmounts;
  /** Those of the fee, at the rates that its invoice was taxed with. */
  readonly taxes: readonly Tax[];
  /** Before coupons and taxes. */
  readonly creditedCents: Big;
}

/** The taxes that an invoice's notes have had so far, together. */
export interface TaxesGivenBack {
  readonly taxesAmountCents: bigint;
  readonly preciseTaxesAmountCents: Big;
}

export const NO_TAXES_GIVEN_BACK: TaxesGivenBack = { taxesAmountCents: 0n, preciseTaxesAmountCents: ZERO };

/** What one tax adds to a credit note. */
export interface CreditNoteTax<Tax> {
  readonly tax: Tax;
  readonly baseAmountCents: bigint;
  readonly amountCents: bigint;
}

/** Amounts of a credit note in minor units, as its items make them; `precise...` has five decimals. */
export interface CreditNoteAmounts<Tax> {
  /** The credited share of the coupons that the fees had. */
  readonly preciseCouponsAdjustmentAmountCents: Big;
  readonly couponsAdjustmentAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  /** In order of first appearance on the items. */
  readonly appliedTaxes: readonly CreditNoteTax<Tax>[];
  readonly preciseTaxesAmountCents: Big;
  readonly taxesAmountCents: bigint;
  /** Mean rate, weighted by what is taxed. */
  readonly taxesRatePercent: Big;
  /** Sub total and taxes before rounding: what the note is worth. */
  readonly preciseTotalAmountCents: Big;
}

/**
 * Works a credit note out from what it gives back of fees.
 * @param before the taxes of the invoice's other notes, on its last one: that one takes off what rounding has added to
 *   them. The taxes of all are rounded together, as the invoice's were, so that they add up to them also where half a
 *   cent goes up on the invoice and would go down on a note that is left with less than nothing. None on any other note.
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
    taxesRatePercent: subTotal.eq(ZERO) ? ZERO : roundAt(taxes.times(100).div(subTotal), TAXES_RATE_SCALE),
    preciseTotalAmountCents: subTotal.plus(preciseTaxes),
  };
}

/** What becomes of the total of a credit note, in minor units. Source: credit-notes.md §1. */
export interface CreditNoteParts {
  /** Kept for later invoices. */
  readonly creditAmountCents: bigint;
  /** Given back in money. */
  readonly refundAmountCents: bigint;
  /** Taken off what is still due on the invoice itself. */
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
 * Moves the total by at most one cent towards sub total and taxes, as they are rounded; the cent comes from the first
 * part that there is. Source: credit-notes.md §3.3.
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

/** One line per tax on at least one item, with what the items that carry it add up to, less their coupons. */
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

/** The fee's coupons, as far as it is given back. */
function couponsShare<Tax>({ fee, ...item }: CreditedFee<Tax>): Big {
  if (fee.amountCents === 0n) return ZERO;
  return fee.preciseCouponsAmountCents.times(creditedCents({ fee, ...item })).div(fee.amountCents);
}

function creditedCents<Tax>(item: CreditedFee<Tax>): Big {
  return roundAt(item.creditedCents, CREDIT_NOTE_SCALE);
}

function taxOf(base: Big, { ratePercent }: TaxRate): Big {
  return base.times(ratePercent).div(100);
}

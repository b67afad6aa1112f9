import assert from 'node:assert/strict';
import { Big, divideAt, roundAt, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';
import { wholeParts, withUnits } from '../money/spread.js';
import {
  COUPONS_SCALE,
  type FeeAmounts,
  type InvoiceTaxes,
  meanRate,
  taxLines,
  type TaxRate,
  TAXES_RATE_SCALE,
} from './tax.js';

/** Decimal places of shares before they are cut to whole units. */
const SHARE_SCALE = 15;

/** A tax of a line, as a tax provider has answered it. */
export interface AnsweredTax {
  readonly code: string;
  readonly name: string;
  /** 20 means 20 %. */
  readonly ratePercent: Big;
  /** In minor units, before rounding. */
  readonly amount: Big;
}

/** The taxes of a line. */
export interface AnsweredLine {
  readonly taxes: readonly AnsweredTax[];
  /** Tax of the line in whole minor units; null if the provider says none, so that its taxes are added up. */
  readonly taxAmount: Big | null;
}

/** A line whose taxes are whole and add up. */
export interface SettledLine {
  readonly taxAmount: Big;
  /** Whole minor units, in the order of the taxes. */
  readonly amounts: readonly Big[];
}

/**
 * Makes the taxes of a document whole, so that those of each line add up to its tax, and the lines to the document: what is
 * invoiced is what the provider files.
 * @param documentTax tax of the document in whole minor units; null if the provider says none.
 * @returns the lines in their order; null for an answer that does not add up, even by one unit for each part.
 * Source: integrations.md §7.
 */
export function settleTaxes(
  lines: readonly AnsweredLine[],
  documentTax: Big | null,
): readonly SettledLine[] | null {
  const answered = lines.map(
    ({ taxes, taxAmount }) => taxAmount ?? roundAt(sum(taxes.map(({ amount }) => amount)), 0),
  );
  const settled = withUnits(answered, documentTax ?? sum(answered));
  if (settled === null) return null;
  const whole = lines.map(({ taxes }, index) =>
    wholeParts(
      taxes.map(({ amount }) => amount),
      settled[index] ?? ZERO,
    ),
  );
  if (whole.includes(null)) return null;
  return whole.map((amounts, index) => ({ taxAmount: settled[index] ?? ZERO, amounts: amounts ?? [] }));
}

/**
 * The amounts of fees that a tax provider taxes: less coupons and progressive billing credits, in whole minor units that add up
 * to the sub total. The fees with the largest remainders get the units that cutting leaves; of equal ones the first.
 * @param subTotalCents fees less progressive billing credits and coupons.
 * Source: integrations.md §7 "Lines".
 */
export function taxableAmounts(fees: readonly FeeAmounts[], subTotalCents: bigint): Big[] {
  const bases = fees.map(({ amountCents, preciseCouponsAmountCents: coupons }) =>
    new Big(amountCents).minus(roundAt(coupons, COUPONS_SCALE)),
  );
  const amounts = wholeParts(bases, new Big(subTotalCents));
  assert(amounts !== null, 'The fees less their deductions add up to the sub total.');
  return amounts;
}

/** Spreads a tax of fees that were sent as one line over the fees, by their amounts. Source: integrations.md §7 "Lines". */
export function sharedTax(tax: Big, amounts: readonly Big[]): Big[] {
  const whole = sum(amounts);
  const shares = amounts.map((amount) => divideAt(tax.times(amount), whole, SHARE_SCALE));
  const parts = wholeParts(shares, tax);
  assert(parts !== null, 'Shares differ from their sum by rounding only.');
  return parts;
}

/** A fee with the taxes that a provider has computed, in whole minor units. */
export interface ProvidedFee<Tax> extends FeeAmounts {
  readonly taxes: readonly { readonly tax: Tax; readonly amount: Big }[];
}

/**
 * The taxes of an invoice whose fees a provider has taxed: those of the fees, added up by tax.
 * @param subTotalCents fees less progressive billing credits and coupons.
 * Source: integrations.md §7 "Answer"; taxes.md §4.
 */
export function taxesOfProvidedFees<Tax extends TaxRate>(
  fees: readonly ProvidedFee<Tax>[],
  subTotalCents: bigint,
): InvoiceTaxes<Tax> {
  const lines = taxLines(fees.map((fee) => ({ ...fee, taxes: fee.taxes.map(({ tax }) => tax) })));
  const provided = fees.flatMap(({ taxes }) => taxes);
  const amountOf = (id: string) =>
    sum(provided.filter(({ tax }) => tax.id === id).map(({ amount }) => amount));
  return {
    appliedTaxes: lines.map(({ tax, base }) => ({
      tax,
      amountCents: BigInt(amountOf(tax.id).toFixed()),
      feesAmountCents: roundHalfAwayFromZero(base),
    })),
    taxesAmountCents: BigInt(sum(provided.map(({ amount }) => amount)).toFixed()),
    taxesRatePercent: meanRate(lines, subTotalCents, fees.length),
  };
}

/** The taxes of an invoice that a provider has taxed, and what they are of, in minor units. */
export interface TaxRatio {
  readonly taxesCents: bigint;
  /** Above 0. */
  readonly subTotalCents: bigint;
}

/**
 * Taxes of an amount that was not invoiced yet, in minor units: nobody asks the provider about it, so that they are in proportion to
 * those of an invoice. Source: integrations.md §6.
 */
export function taxesByRatio(amountCents: bigint, { taxesCents, subTotalCents }: TaxRatio): bigint {
  return roundHalfAwayFromZero(
    divideAt(new Big(amountCents * taxesCents), new Big(subTotalCents), SHARE_SCALE),
  );
}

/** The rate of a ratio: 8.25 means 8.25 %. */
export function ratePercentOf({ taxesCents, subTotalCents }: TaxRatio): Big {
  return divideAt(new Big(taxesCents).times(100), new Big(subTotalCents), TAXES_RATE_SCALE);
}

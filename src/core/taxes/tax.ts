import { Big, divideAt, percentOf, roundAt, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';

/** Decimal places at which amounts are stored and read back by later steps. Source: taxes.md. */
export const COUPONS_SCALE = 5;
const PRECISE_CENTS_SCALE = 15;
export const TAXES_RATE_SCALE = 5;

/** The members of a tax that this file reads; callers pass their own rows and receive them back. */
export interface TaxRate {
  readonly id: string;
  /** 20 means 20 %. */
  readonly ratePercent: Big;
}

/**
 * The records that list taxes. `named`: the request for a one-off invoice; `copied`: the fee of a voided one-off invoice.
 * Source: taxes.md §2.
 */
export const TAX_LISTS = [
  'named',
  'copied',
  'add_on',
  'charge',
  'fixed_charge',
  'commitment',
  'plan',
  'customer',
  'billing_entity',
] as const;

/** Taxes with the record that lists them. */
export interface ListedTaxes<Tax> {
  /**
   * `none`: no record lists any; `pending`: nobody knows before the customer's VAT number is checked; `provider`: a tax provider
   * computes them, and no list counts.
   */
  readonly list: (typeof TAX_LISTS)[number] | 'none' | 'pending' | 'provider';
  /** The id of the record, and that of the last one where none lists any; null where a request lists them. */
  readonly ownerId: string | null;
  readonly taxes: readonly Tax[];
}

/** No record was asked. */
export const NO_TAXES: ListedTaxes<never> = { list: 'none', ownerId: null, taxes: [] };
export const PENDING_TAXES: ListedTaxes<never> = { list: 'pending', ownerId: null, taxes: [] };
export const PROVIDER_TAXES: ListedTaxes<never> = { list: 'provider', ownerId: null, taxes: [] };

/**
 * The taxes of a fee: the first list that is not empty; lists are never merged.
 * @param lists taxes by level, most specific first. Source: taxes.md §2.
 */
export function applicableTaxes<Tax>(lists: readonly ListedTaxes<Tax>[]): ListedTaxes<Tax> {
  const applicable = lists.find(({ taxes }) => taxes.length > 0);
  return applicable ?? { ...NO_TAXES, ownerId: lists.at(-1)?.ownerId ?? null };
}

/** The taxes of a record, of those that were read for several records. */
export function taxesListedBy<Tax>(
  list: (typeof TAX_LISTS)[number],
  ownerId: string | null | undefined,
  read: ReadonlyMap<string, readonly Tax[]>,
): ListedTaxes<Tax> {
  if (ownerId === null || ownerId === undefined) return NO_TAXES;
  return { list, ownerId, taxes: read.get(ownerId) ?? [] };
}

export interface FeeAmounts {
  readonly amountCents: bigint;
  /** The fee's share of coupons and progressive billing credits. */
  readonly preciseCouponsAmountCents: Big;
}

export interface FeeTax<Tax> {
  readonly tax: Tax;
  readonly amountCents: bigint;
  readonly preciseAmountCents: Big;
}

export interface FeeTaxes<Tax> {
  readonly appliedTaxes: readonly FeeTax<Tax>[];
  /** Rounded once, after summing: may differ from the sum of the applied taxes by some cents. */
  readonly taxesAmountCents: bigint;
  readonly taxesPreciseAmountCents: Big;
  readonly taxesRatePercent: Big;
}

/** Computes the taxes of one fee. Source: taxes.md §3. */
export function taxesOfFee<Tax extends TaxRate>(
  fee: FeeAmounts & { readonly preciseAmountCents: Big },
  taxes: readonly Tax[],
): FeeTaxes<Tax> {
  const coupons = roundAt(fee.preciseCouponsAmountCents, COUPONS_SCALE);
  const base = new Big(fee.amountCents).minus(coupons);
  const preciseBase = roundAt(fee.preciseAmountCents, PRECISE_CENTS_SCALE).minus(coupons);
  const taxesRatePercent = sum(taxes.map((tax) => tax.ratePercent));
  return {
    appliedTaxes: taxes.map((tax) => ({
      tax,
      amountCents: roundHalfAwayFromZero(share(base, tax.ratePercent)),
      preciseAmountCents: roundAt(share(preciseBase, tax.ratePercent), PRECISE_CENTS_SCALE),
    })),
    taxesAmountCents: roundHalfAwayFromZero(share(base, taxesRatePercent)),
    taxesPreciseAmountCents: roundAt(share(preciseBase, taxesRatePercent), PRECISE_CENTS_SCALE),
    taxesRatePercent,
  };
}

export interface TaxedFee<Tax> extends FeeAmounts {
  readonly taxes: readonly Tax[];
}

export interface InvoiceTax<Tax> {
  readonly tax: Tax;
  readonly amountCents: bigint;
  /** The amount taxed, rounded to whole cents. */
  readonly feesAmountCents: bigint;
}

export interface InvoiceTaxes<Tax> {
  /** In the order in which the taxes first appear on the fees. */
  readonly appliedTaxes: readonly InvoiceTax<Tax>[];
  readonly taxesAmountCents: bigint;
  /** Mean rate over the fees, five decimals: weighted by amount, or by number of fees when the subtotal is 0. */
  readonly taxesRatePercent: Big;
}

/**
 * Computes the taxes of an invoice from the taxable amounts of its fees, not from their rounded taxes.
 * @param subTotalCents fees less progressive billing credits and coupons.
 * Source: taxes.md §4.
 */
export function taxesOfInvoice<Tax extends TaxRate>(
  fees: readonly TaxedFee<Tax>[],
  subTotalCents: bigint,
): InvoiceTaxes<Tax> {
  const lines = taxLines(fees);
  const exactTaxes = lines.map(({ tax, base }) => share(base, tax.ratePercent));
  return {
    appliedTaxes: lines.map(({ tax, base }) => ({
      tax,
      amountCents: roundHalfAwayFromZero(share(base, tax.ratePercent)),
      feesAmountCents: roundHalfAwayFromZero(base),
    })),
    taxesAmountCents: roundHalfAwayFromZero(sum(exactTaxes)),
    taxesRatePercent: meanRate(lines, subTotalCents, fees.length),
  };
}

/** A tax with the fees that carry it. */
export interface TaxLine<Tax> {
  readonly tax: Tax;
  readonly base: Big;
  readonly feesCount: number;
}

/** One line per tax, with the total and the number of the fees that carry it. */
export function taxLines<Tax extends TaxRate>(fees: readonly TaxedFee<Tax>[]): TaxLine<Tax>[] {
  const lines = new Map<string, TaxLine<Tax>>();
  for (const fee of fees) {
    const base = new Big(fee.amountCents).minus(roundAt(fee.preciseCouponsAmountCents, COUPONS_SCALE));
    for (const tax of fee.taxes) {
      const line = lines.get(tax.id) ?? { tax, base: ZERO, feesCount: 0 };
      lines.set(tax.id, { tax, base: line.base.plus(base), feesCount: line.feesCount + 1 });
    }
  }
  return [...lines.values()];
}

/** The mean rate over the fees: weighted by amount, or by number of fees when the sub total is 0. Source: taxes.md §4. */
export function meanRate(lines: readonly TaxLine<TaxRate>[], subTotalCents: bigint, feesCount: number): Big {
  if (lines.length === 0) return ZERO;
  const byAmount = subTotalCents > 0n;
  const weighted = sum(
    lines.map((line) => line.tax.ratePercent.times(byAmount ? line.base : new Big(line.feesCount))),
  );
  return divideAt(weighted, new Big(byAmount ? subTotalCents : feesCount), TAXES_RATE_SCALE);
}

function share(base: Big, ratePercent: Big): Big {
  return percentOf(base.times(ratePercent));
}

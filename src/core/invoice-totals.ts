import { Big, roundAt, ZERO } from './decimal.js';
import { taxesOfInvoice, type InvoiceTax, type InvoiceTaxes, type TaxedFee, type TaxRate } from './tax.js';

/** What comes off fees before taxes, in minor units; 0 when there is none. */
export interface Discounts {
  readonly progressiveBillingCreditCents: bigint;
  readonly couponsCents: bigint;
}

export const NO_DISCOUNTS: Discounts = { progressiveBillingCreditCents: 0n, couponsCents: 0n };

/** What comes off an invoice after taxes, in minor units; 0 when there is none. */
export interface Credits {
  readonly creditNotesCents: bigint;
  readonly prepaidCreditCents: bigint;
}

/** Amounts of an invoice in minor units, in the order in which they are worked out. */
export interface InvoiceTotals<Tax> {
  readonly feesAmountCents: bigint;
  readonly progressiveBillingCreditAmountCents: bigint;
  readonly couponsAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  readonly taxes: InvoiceTaxes<Tax>;
  readonly subTotalIncludingTaxesAmountCents: bigint;
  readonly creditNotesAmountCents: bigint;
  readonly prepaidCreditAmountCents: bigint;
  readonly totalAmountCents: bigint;
}

/**
 * Adds an invoice up to its taxes: the first six steps of the spec, in its order. Nothing is taken off after taxes yet.
 * @throws RangeError when discounts exceed the fees: whoever made them has to cap them.
 * Source: invoices.md §4.
 */
export function invoiceTotals<Tax extends TaxRate>(
  fees: readonly TaxedFee<Tax>[],
  discounts: Discounts,
): InvoiceTotals<Tax> {
  const feesCents = totalOf(fees.map((fee) => fee.amountCents));
  const beforeTaxesCents = feesCents - discounts.progressiveBillingCreditCents - discounts.couponsCents;
  if (beforeTaxesCents < 0n) throw new RangeError('Discounts exceed the fees of the invoice.');
  const taxes = taxesOfInvoice(fees, beforeTaxesCents);
  const afterTaxesCents = beforeTaxesCents + taxes.taxesAmountCents;
  return {
    feesAmountCents: feesCents,
    progressiveBillingCreditAmountCents: discounts.progressiveBillingCreditCents,
    couponsAmountCents: discounts.couponsCents,
    subTotalExcludingTaxesAmountCents: beforeTaxesCents,
    taxes,
    subTotalIncludingTaxesAmountCents: afterTaxesCents,
    creditNotesAmountCents: 0n,
    prepaidCreditAmountCents: 0n,
    totalAmountCents: afterTaxesCents,
  };
}

/**
 * The last three steps: what comes off after taxes.
 * @throws RangeError when credits exceed what they are taken from: whoever made them has to cap them.
 */
export function withCredits<Tax>(
  totals: InvoiceTotals<Tax>,
  { creditNotesCents, prepaidCreditCents }: Credits,
): InvoiceTotals<Tax> {
  const totalCents = totals.subTotalIncludingTaxesAmountCents - creditNotesCents - prepaidCreditCents;
  if (totalCents < 0n) throw new RangeError('Credits exceed the amount of the invoice.');
  return {
    ...totals,
    creditNotesAmountCents: creditNotesCents,
    prepaidCreditAmountCents: prepaidCreditCents,
    totalAmountCents: totalCents,
  };
}

/** A fee that was paid before it is invoiced. */
export interface PaidFee<Tax> {
  readonly amountCents: bigint;
  readonly taxesAmountCents: bigint;
  readonly appliedTaxes: readonly { readonly tax: Tax; readonly amountCents: bigint }[];
}

const PAID_TAXES_RATE_SCALE = 2;

/**
 * Adds an invoice of fees up that keep the taxes they were paid with; nothing is taken off.
 * Source: invoices.md §3.4.
 */
export function totalsOfPaidFees<Tax extends Pick<TaxRate, 'id'>>(
  fees: readonly PaidFee<Tax>[],
): InvoiceTotals<Tax> {
  const feesCents = totalOf(fees.map((fee) => fee.amountCents));
  const taxesAmountCents = totalOf(fees.map((fee) => fee.taxesAmountCents));
  const rate = feesCents === 0n ? ZERO : new Big(taxesAmountCents).times(100).div(feesCents);
  const totalCents = feesCents + taxesAmountCents;
  return {
    feesAmountCents: feesCents,
    progressiveBillingCreditAmountCents: 0n,
    couponsAmountCents: 0n,
    subTotalExcludingTaxesAmountCents: feesCents,
    taxes: {
      appliedTaxes: paidTaxes(fees),
      taxesAmountCents,
      taxesRatePercent: roundAt(rate, PAID_TAXES_RATE_SCALE),
    },
    subTotalIncludingTaxesAmountCents: totalCents,
    creditNotesAmountCents: 0n,
    prepaidCreditAmountCents: 0n,
    totalAmountCents: totalCents,
  };
}

/** In order of first appearance on the fees. */
function paidTaxes<Tax extends Pick<TaxRate, 'id'>>(fees: readonly PaidFee<Tax>[]): InvoiceTax<Tax>[] {
  const taxed = fees.flatMap((fee) =>
    fee.appliedTaxes.map(({ tax, amountCents }) => ({ tax, amountCents, feeAmountCents: fee.amountCents })),
  );
  return [...Map.groupBy(taxed, ({ tax }) => tax.id).values()].flatMap((same) =>
    same.slice(0, 1).map(({ tax }) => ({
      tax,
      amountCents: totalOf(same.map(({ amountCents }) => amountCents)),
      feesAmountCents: totalOf(same.map(({ feeAmountCents }) => feeAmountCents)),
    })),
  );
}

function totalOf(cents: readonly bigint[]): bigint {
  return cents.reduce((total, amount) => total + amount, 0n);
}

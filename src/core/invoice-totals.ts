import { Big, roundAt, ZERO } from './decimal.js';
import { taxesOfInvoice, type InvoiceTax, type InvoiceTaxes, type TaxedFee, type TaxRate } from './tax.js';

/** What is taken off an invoice besides its fees, in minor units; 0 when there is none. */
export interface InvoiceCredits {
  readonly progressiveBillingCreditCents: bigint;
  readonly couponsCents: bigint;
  readonly creditNotesCents: bigint;
  readonly prepaidCreditCents: bigint;
}

export const NO_CREDITS: InvoiceCredits = {
  progressiveBillingCreditCents: 0n,
  couponsCents: 0n,
  creditNotesCents: 0n,
  prepaidCreditCents: 0n,
};

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
 * Adds an invoice up: the nine steps of the spec, in its order. Coupons and progressive billing come off
 * before taxes, credit notes and prepaid credits after.
 * @throws RangeError when credits exceed what they are taken from: whoever made them has to cap them.
 * Source: spec/behaviour/invoices.md §4.
 */
export function invoiceTotals<Tax extends TaxRate>(
  fees: readonly TaxedFee<Tax>[],
  credits: InvoiceCredits,
): InvoiceTotals<Tax> {
  const feesCents = totalOf(fees.map((fee) => fee.amountCents));
  const beforeTaxesCents = feesCents - credits.progressiveBillingCreditCents - credits.couponsCents;
  const taxes = taxesOfInvoice(fees, beforeTaxesCents);
  const afterTaxesCents = beforeTaxesCents + taxes.taxesAmountCents;
  const totalCents = afterTaxesCents - credits.creditNotesCents - credits.prepaidCreditCents;
  if (beforeTaxesCents < 0n || totalCents < 0n)
    throw new RangeError('Credits exceed the amount of the invoice.');
  return {
    feesAmountCents: feesCents,
    progressiveBillingCreditAmountCents: credits.progressiveBillingCreditCents,
    couponsAmountCents: credits.couponsCents,
    subTotalExcludingTaxesAmountCents: beforeTaxesCents,
    taxes,
    subTotalIncludingTaxesAmountCents: afterTaxesCents,
    creditNotesAmountCents: credits.creditNotesCents,
    prepaidCreditAmountCents: credits.prepaidCreditCents,
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
 * Source: spec/behaviour/invoices.md §3.4.
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

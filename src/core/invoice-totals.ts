import { taxesOfInvoice, type InvoiceTaxes, type TaxedFee, type TaxRate } from './tax.js';

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
  const feesCents = fees.reduce((total, fee) => total + fee.amountCents, 0n);
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

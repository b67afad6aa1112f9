import { Big, roundAt, ZERO } from './decimal.js';
import { taxesOfInvoice, type InvoiceTax, type InvoiceTaxes, type TaxedFee, type TaxRate } from './tax.js';

/**
 * What comes off an invoice, in this order: each deduction sees what those before it have left. Taxes are due on what is
 * left before them, so that a coupon lowers them and a credit note does not. Source: invoices.md §4.
 */
const DEDUCTIONS = [
  /** What progressive invoices have billed of the same usage before. Source: progressive-billing.md §6. */
  { name: 'progressiveBillingCredit', comesOff: 'before taxes' },
  /** Source: coupons.md §5. */
  { name: 'coupons', comesOff: 'before taxes' },
  /** Source: credit-notes.md §4. */
  { name: 'creditNotes', comesOff: 'after taxes' },
  /** Source: wallets.md §4. */
  { name: 'prepaidCredit', comesOff: 'after taxes' },
] as const;

export type DeductionName = (typeof DEDUCTIONS)[number]['name'];

/** One part of a deduction: of one coupon, of one credit note, … */
interface Deducted {
  readonly amountCents: bigint;
}

/** Returns what a deduction takes of the cents that are left. */
type Deduct<Part extends Deducted> = (leftCents: bigint) => readonly Part[];

/** A deduction that is not named takes nothing. */
export type Deductions<Part extends Deducted = Deducted> = Partial<
  Readonly<Record<DeductionName, Deduct<Part>>>
>;

/** Amounts of an invoice in minor units, in the order in which they are computed. */
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

/** The totals of an invoice, and the parts of all deductions in their order. */
interface AddedUp<Tax, Part> {
  readonly totals: InvoiceTotals<Tax>;
  readonly deducted: readonly Part[];
}

/**
 * Adds up an invoice of new fees.
 * @throws RangeError when a deduction takes more than is left: the caller has to limit it.
 * Source: invoices.md §4.
 */
export function invoiceTotals<Tax extends TaxRate, Part extends Deducted = Deducted>(
  fees: readonly TaxedFee<Tax>[],
  deductions: Deductions<Part>,
): AddedUp<Tax, Part> {
  return addUp(totalOf(fees.map(centsOf)), (leftCents) => taxesOfInvoice(fees, leftCents), deductions);
}

function addUp<Tax, Part extends Deducted>(
  feesAmountCents: bigint,
  taxesOn: (leftCents: bigint) => InvoiceTaxes<Tax>,
  deductions: Deductions<Part>,
): AddedUp<Tax, Part> {
  const beforeTaxes = deduct('before taxes', feesAmountCents, deductions);
  const taxes = taxesOn(beforeTaxes.leftCents);
  const taxedCents = beforeTaxes.leftCents + taxes.taxesAmountCents;
  const afterTaxes = deduct('after taxes', taxedCents, deductions);
  const parts = { ...beforeTaxes.parts, ...afterTaxes.parts };
  const centsOff = (name: DeductionName) => totalOf((parts[name] ?? []).map(centsOf));
  return {
    totals: {
      feesAmountCents,
      progressiveBillingCreditAmountCents: centsOff('progressiveBillingCredit'),
      couponsAmountCents: centsOff('coupons'),
      subTotalExcludingTaxesAmountCents: beforeTaxes.leftCents,
      taxes,
      subTotalIncludingTaxesAmountCents: taxedCents,
      creditNotesAmountCents: centsOff('creditNotes'),
      prepaidCreditAmountCents: centsOff('prepaidCredit'),
      totalAmountCents: afterTaxes.leftCents,
    },
    deducted: DEDUCTIONS.flatMap(({ name }) => parts[name] ?? []),
  };
}

/** Takes the deductions before or after taxes, one after the other. */
function deduct<Part extends Deducted>(
  when: (typeof DEDUCTIONS)[number]['comesOff'],
  fromCents: bigint,
  deductions: Deductions<Part>,
): { readonly leftCents: bigint; readonly parts: Partial<Record<DeductionName, readonly Part[]>> } {
  const parts: Partial<Record<DeductionName, readonly Part[]>> = {};
  let leftCents = fromCents;
  for (const { name, comesOff } of DEDUCTIONS) {
    if (comesOff !== when) continue;
    const taken = deductions[name]?.(leftCents) ?? [];
    parts[name] = taken;
    leftCents -= totalOf(taken.map(centsOf));
    if (leftCents < 0n) throw new RangeError(`The deduction ${name} exceeds what is left of the invoice.`);
  }
  return { leftCents, parts };
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
  const feesCents = totalOf(fees.map(centsOf));
  const taxesAmountCents = totalOf(fees.map((fee) => fee.taxesAmountCents));
  const rate = feesCents === 0n ? ZERO : new Big(taxesAmountCents).times(100).div(feesCents);
  const taxes = {
    appliedTaxes: paidTaxes(fees),
    taxesAmountCents,
    taxesRatePercent: roundAt(rate, PAID_TAXES_RATE_SCALE),
  };
  return addUp(feesCents, () => taxes, {}).totals;
}

/** In order of first appearance on the fees. */
function paidTaxes<Tax extends Pick<TaxRate, 'id'>>(fees: readonly PaidFee<Tax>[]): InvoiceTax<Tax>[] {
  const taxed = fees.flatMap((fee) =>
    fee.appliedTaxes.map(({ tax, amountCents }) => ({ tax, amountCents, feeAmountCents: fee.amountCents })),
  );
  return [...Map.groupBy(taxed, ({ tax }) => tax.id).values()].flatMap((same) =>
    same.slice(0, 1).map(({ tax }) => ({
      tax,
      amountCents: totalOf(same.map(centsOf)),
      feesAmountCents: totalOf(same.map(({ feeAmountCents }) => feeAmountCents)),
    })),
  );
}

function centsOf({ amountCents }: Deducted): bigint {
  return amountCents;
}

function totalOf(cents: readonly bigint[]): bigint {
  return cents.reduce((total, amount) => total + amount, 0n);
}

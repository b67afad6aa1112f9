import { Big, divideAt, ZERO } from '../money/decimal.js';
import {
  type FeeAmounts,
  type InvoiceTax,
  type InvoiceTaxes,
  taxesOfInvoice,
  type TaxRate,
} from '../taxes/tax.js';

/**
 * The deductions of an invoice, in order: each applies to the amount after those before it. Taxes apply to the amount after
 * the deductions listed before them, so that a coupon lowers taxes and a credit note does not. Source: invoices.md §4.
 */
const BEFORE_TAXES = [
  /** The amount that progressive invoices billed for the same usage. Source: progressive-billing.md §6. */
  'progressiveBillingCredit',
  /** Source: coupons.md §5. */
  'coupons',
] as const;

const AFTER_TAXES = [
  /** Source: credit-notes.md §4. */
  'creditNotes',
] as const;

type NameBeforeTaxes = (typeof BEFORE_TAXES)[number];
type NameAfterTaxes = (typeof AFTER_TAXES)[number];
export type DeductionName = NameBeforeTaxes | NameAfterTaxes;

/** One part of a deduction: of one coupon, of one credit note, … */
export interface Deducted {
  readonly amountCents: bigint;
}

/** A deduction before taxes, and its share of each fee, in the order of the fees: no tax is due on that share. */
interface DeductedFromFees<Part extends Deducted> {
  readonly parts: readonly Part[];
  readonly feeShares: readonly Big[];
}

type DeductFromFees<Part extends Deducted> = (
  leftCents: bigint,
  fees: readonly FeeAmounts[],
) => DeductedFromFees<Part>;
type Deduct<Part extends Deducted> = (leftCents: bigint) => readonly Part[];

/** Returns, by name, what a deduction takes of the cents that are left; one that is not named takes nothing. */
export type Deductions<Part extends Deducted = Deducted> = Partial<
  Readonly<Record<NameBeforeTaxes, DeductFromFees<Part>> & Record<NameAfterTaxes, Deduct<Part>>>
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

/** The totals of an invoice, and what was taken off it. */
interface AddedUp<Tax, Part> {
  readonly totals: InvoiceTotals<Tax>;
  readonly deducted: Readonly<Record<DeductionName, readonly Part[]>>;
  /** The deductions before taxes from each fee, in the order of the fees. */
  readonly feeShares: readonly Big[];
}

/** A new fee, before anything is taken off its invoice. */
interface UntaxedFee<Tax> extends Deducted {
  readonly taxes: readonly Tax[];
}

/**
 * Adds up an invoice of new fees.
 * @throws RangeError when a deduction takes more than is left, of the invoice or of a fee: the caller has to limit it.
 * Source: invoices.md §4.
 */
export function invoiceTotals<Tax extends TaxRate, Part extends Deducted = Deducted>(
  fees: readonly UntaxedFee<Tax>[],
  deductions: Deductions<Part>,
): AddedUp<Tax, Part> {
  return addUp(fees, taxesOfInvoice, deductions);
}

/**
 * The totals after wallets have paid, the last deduction of an invoice.
 * @throws RangeError when they pay more than is left. Source: invoices.md §4, wallets.md §4.
 */
export function lessPrepaidCredit<Tax>(totals: InvoiceTotals<Tax>, amountCents: bigint): InvoiceTotals<Tax> {
  const totalAmountCents = lessParts(totals.totalAmountCents, 'prepaidCredit', [{ amountCents }]);
  return { ...totals, prepaidCreditAmountCents: amountCents, totalAmountCents };
}

function addUp<Fee extends Deducted, Tax, Part extends Deducted>(
  fees: readonly Fee[],
  taxesOn: (fees: readonly (Fee & FeeAmounts)[], leftCents: bigint) => InvoiceTaxes<Tax>,
  deductions: Deductions<Part>,
): AddedUp<Tax, Part> {
  const beforeTaxes = deductBeforeTaxes(fees, deductions);
  const taxes = taxesOn(beforeTaxes.fees, beforeTaxes.leftCents);
  const taxedCents = beforeTaxes.leftCents + taxes.taxesAmountCents;
  const afterTaxes = deductAfterTaxes(taxedCents, deductions);
  const deducted = { ...beforeTaxes.deducted, ...afterTaxes.deducted };
  return {
    totals: {
      feesAmountCents: totalOf(fees),
      progressiveBillingCreditAmountCents: totalOf(deducted.progressiveBillingCredit),
      couponsAmountCents: totalOf(deducted.coupons),
      subTotalExcludingTaxesAmountCents: beforeTaxes.leftCents,
      taxes,
      subTotalIncludingTaxesAmountCents: taxedCents,
      creditNotesAmountCents: totalOf(deducted.creditNotes),
      prepaidCreditAmountCents: 0n,
      totalAmountCents: afterTaxes.leftCents,
    },
    deducted,
    feeShares: beforeTaxes.fees.map(({ preciseCouponsAmountCents }) => preciseCouponsAmountCents),
  };
}

/** Takes the deductions before taxes, one after the other, and their shares of the fees. */
function deductBeforeTaxes<Fee extends Deducted, Part extends Deducted>(
  newFees: readonly Fee[],
  deductions: Deductions<Part>,
) {
  const deducted: Record<NameBeforeTaxes, readonly Part[]> = { progressiveBillingCredit: [], coupons: [] };
  let leftCents = totalOf(newFees);
  let fees = newFees.map((fee) => ({ ...fee, preciseCouponsAmountCents: ZERO }));
  for (const name of BEFORE_TAXES) {
    const { parts, feeShares } = deductions[name]?.(leftCents, fees) ?? { parts: [], feeShares: [] };
    deducted[name] = parts;
    leftCents = lessParts(leftCents, name, parts);
    fees = fees.map((fee, index) => lessShare(fee, name, feeShares[index] ?? ZERO));
  }
  return { leftCents, fees, deducted };
}

/** Takes the deductions after taxes, one after the other. */
function deductAfterTaxes<Part extends Deducted>(taxedCents: bigint, deductions: Deductions<Part>) {
  const deducted: Record<NameAfterTaxes, readonly Part[]> = { creditNotes: [] };
  let leftCents = taxedCents;
  for (const name of AFTER_TAXES) {
    const parts = deductions[name]?.(leftCents) ?? [];
    deducted[name] = parts;
    leftCents = lessParts(leftCents, name, parts);
  }
  return { leftCents, deducted };
}

function lessParts(
  leftCents: bigint,
  name: DeductionName | 'prepaidCredit',
  parts: readonly Deducted[],
): bigint {
  const taken = totalOf(parts);
  if (taken > leftCents) throw new RangeError(`The deduction ${name} exceeds what is left of the invoice.`);
  return leftCents - taken;
}

function lessShare<Fee extends FeeAmounts>(fee: Fee, name: DeductionName, share: Big): Fee {
  const preciseCouponsAmountCents = fee.preciseCouponsAmountCents.plus(share);
  if (preciseCouponsAmountCents.gt(fee.amountCents)) {
    throw new RangeError(`The deduction ${name} exceeds what is left of a fee.`);
  }
  return { ...fee, preciseCouponsAmountCents };
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
  const feesCents = totalOf(fees);
  const taxesAmountCents = sumOf(fees.map((fee) => fee.taxesAmountCents));
  const taxes = {
    appliedTaxes: paidTaxes(fees),
    taxesAmountCents,
    taxesRatePercent:
      feesCents === 0n
        ? ZERO
        : divideAt(new Big(taxesAmountCents).times(100), new Big(feesCents), PAID_TAXES_RATE_SCALE),
  };
  return addUp(fees, () => taxes, {}).totals;
}

/** In order of first appearance on the fees. */
function paidTaxes<Tax extends Pick<TaxRate, 'id'>>(fees: readonly PaidFee<Tax>[]): InvoiceTax<Tax>[] {
  const taxed = fees.flatMap((fee) =>
    fee.appliedTaxes.map(({ tax, amountCents }) => ({ tax, amountCents, feeAmountCents: fee.amountCents })),
  );
  return [...Map.groupBy(taxed, ({ tax }) => tax.id).values()].flatMap((same) =>
    same.slice(0, 1).map(({ tax }) => ({
      tax,
      amountCents: totalOf(same),
      feesAmountCents: sumOf(same.map(({ feeAmountCents }) => feeAmountCents)),
    })),
  );
}

function totalOf(amounts: readonly Deducted[]): bigint {
  return sumOf(amounts.map(({ amountCents }) => amountCents));
}

function sumOf(cents: readonly bigint[]): bigint {
  return cents.reduce((total, amount) => total + amount, 0n);
}

import { Big, sum } from '../money/decimal.js';
import { currencyDecimals } from '../money/money.js';
import { roundedParts } from '../money/spread.js';
import { hasExemptionReason, type TaxCategory } from '../taxes/tax-categories.js';
import type { CheckedParty, EInvoiceProfile } from './completeness.js';

/** Codes of UNTDID 1001: invoice, prepayment invoice, self-billed invoice, credit note, self-billed credit note. */
export type DocumentTypeCode = '380' | '386' | '389' | '381' | '261';

/** Amounts of the standard have two decimals at most. Source: documents-and-emails.md §3. */
const MOST_DECIMALS = 2;

/** True for a currency in which documents can be e-invoices. */
export function hasEInvoices(currency: string): boolean {
  return currencyDecimals(currency) <= MOST_DECIMALS;
}

/** A document in the terms of EN 16931, before it is written in a syntax. Source: documents-and-emails.md §3. */
export interface EInvoice {
  readonly profile: EInvoiceProfile;
  readonly isSelfBilled: boolean;
  readonly typeCode: DocumentTypeCode;
  readonly number: string;
  /** Calendar dates, `2026-05-31`. */
  readonly issuedOn: string;
  readonly dueOn: string | null;
  /** What is agreed on the payment, in words. */
  readonly paymentTerms: string;
  readonly currency: string;
  readonly purchaseOrderNumber: string | null;
  /** By which the buyer assigns the document: as it asks, else its order, else its number as a customer. */
  readonly buyerReference: string;
  /** What a reader must know of the document as a whole. */
  readonly note: string | null;
  /** The invoice that a credit note corrects. */
  readonly precedingInvoice: { readonly number: string; readonly issuedOn: string } | null;
  readonly seller: EInvoiceParty;
  readonly buyer: EInvoiceParty;
  /** Where it is paid; null of what is not, and without an account. */
  readonly payee: EInvoiceAccount | null;
  readonly lines: readonly EInvoiceLine[];
  readonly totals: EInvoiceTotals;
}

export interface EInvoiceParty extends CheckedParty {
  readonly name: string;
  readonly addressLine2: string | null;
  readonly state: string | null;
}

/** A bank account. */
export interface EInvoiceAccount {
  readonly number: string;
  readonly isIban: boolean;
  readonly holder: string;
  /** The BIC beside an IBAN, else the code of the bank in its country. */
  readonly bank: string | null;
}

export interface EInvoiceLine {
  readonly name: string;
  readonly units: Big;
  /** In currency units. */
  readonly unitPrice: Big;
  readonly amountCents: bigint;
  /** The line's share of coupons and of progressive billing credits. */
  readonly allowanceCents: Big;
  readonly tax: LineTax;
  /** The first and the last day of the service; null for what has no period. */
  readonly period: EInvoicePeriod | null;
}

export interface LineTax {
  readonly category: TaxCategory;
  readonly ratePercent: Big;
  /** Why no tax is due, in the language of the document; null of categories without a reason. */
  readonly reason: string | null;
}

/** Calendar dates, both included. */
export interface EInvoicePeriod {
  readonly from: string;
  readonly to: string;
}

/** The document's own totals, in minor units; they always hold. */
export interface EInvoiceTotals {
  readonly linesCents: bigint;
  readonly allowancesCents: bigint;
  readonly taxesCents: bigint;
  readonly prepaidCents: bigint;
  readonly payableCents: bigint;
}

/** The lines of one tax category and rate, together. */
export interface TaxSubTotal extends LineTax {
  readonly allowanceCents: bigint;
  readonly taxableCents: bigint;
  readonly taxCents: bigint;
}

/** The lines with categories that may stand beside each other: outside the scope of the tax has no other beside it (BR-O-11). */
export function compatibleLines(lines: readonly EInvoiceLine[]): EInvoiceLine[] {
  const isMixed =
    lines.some(({ tax }) => tax.category === 'O') && lines.some(({ tax }) => tax.category !== 'O');
  return lines.map((line) =>
    isMixed && line.tax.category === 'O' ? { ...line, tax: { ...line.tax, category: 'E' } } : line,
  );
}

/** The period of the service that the document bills: from its first day to its last. */
export function periodOfLines(lines: readonly EInvoiceLine[]): EInvoicePeriod | null {
  const periods = lines.flatMap(({ period }) => period ?? []);
  const from = periods.map((period) => period.from).toSorted()[0];
  const to = periods
    .map((period) => period.to)
    .toSorted()
    .at(-1);
  return from === undefined || to === undefined ? null : { from, to };
}

/** What is missing between the parts of the document and what is payable. */
export function roundingCentsOf({ totals }: Pick<EInvoice, 'totals'>): bigint {
  const { linesCents, allowancesCents, taxesCents, prepaidCents, payableCents } = totals;
  return payableCents - (linesCents - allowancesCents + taxesCents - prepaidCents);
}

/** True for deliveries within the EU, of which the standard asks where and when they arrive. */
export function isDelivered({ lines }: Pick<EInvoice, 'lines'>): boolean {
  return lines.some(({ tax }) => tax.category === 'K');
}

/** False for documents outside the scope of the tax, which have no other category beside (BR-O-11). */
export function isTaxed(lines: readonly LineTax[]): boolean {
  return lines.every(({ category }) => category !== 'O');
}

/**
 * Adds up the lines by tax category and rate. Parts are rounded to the cent; what is missing to the totals of the document is
 * put on the largest part, so that the rules of the standard hold: the parts add up to the totals, and what is taxed of a rate
 * is the sum of its lines less its allowance. An allowance is at most its lines, and a rate of 0 has no tax.
 * Source: documents-and-emails.md §3.
 */
export function taxSubTotals({ lines, totals }: Pick<EInvoice, 'lines' | 'totals'>): TaxSubTotal[] {
  const groups = [
    ...Map.groupBy(lines, ({ tax }) => `${tax.category} ${tax.ratePercent.toFixed()}`).values(),
  ];
  const linesCents = groups.map((group) => group.reduce((total, { amountCents }) => total + amountCents, 0n));
  const allowances = completed(
    groups.map((group) => sum(group.map(({ allowanceCents }) => allowanceCents))),
    totals.allowancesCents,
    linesCents,
  );
  const parts = groups.flatMap((group, index) => {
    const [first] = group;
    if (first === undefined) return [];
    const allowanceCents = allowances[index] ?? 0n;
    const taxableCents = (linesCents[index] ?? 0n) - allowanceCents;
    return [{ ...first.tax, reason: reasonOf(group), allowanceCents, taxableCents }];
  });
  const taxes = completed(
    parts.map(({ taxableCents, ratePercent }) => new Big(taxableCents).times(ratePercent).div(100)),
    totals.taxesCents,
    parts.map(({ ratePercent, taxableCents }) =>
      ratePercent.gt(0) && taxableCents > 0n ? totals.taxesCents : 0n,
    ),
  );
  return parts.map((part, index) => ({ ...part, taxCents: taxes[index] ?? 0n }));
}

function reasonOf(group: readonly EInvoiceLine[]): string | null {
  const reasons = group.flatMap(({ tax }) => (hasExemptionReason(tax.category) ? (tax.reason ?? []) : []));
  return reasons.length === 0 ? null : [...new Set(reasons)].join('; ');
}

function completed(parts: readonly Big[], totalCents: bigint, mostCents: readonly bigint[]): bigint[] {
  const most = mostCents.map((cents) => new Big(cents));
  return roundedParts(parts, new Big(totalCents), { scale: 0, most }).map((part) => BigInt(part.toFixed()));
}

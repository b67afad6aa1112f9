import { Big, sum } from '../decimal.js';
import { currencyDecimals } from '../money.js';
import { roundedParts } from '../spread.js';

/** Codes of UNTDID 1001: invoice, prepayment invoice, self-billed invoice, credit note. */
export type DocumentTypeCode = '380' | '386' | '389' | '381';

/** Codes of tax categories: standard, zero rated, not subject to tax. */
export type TaxCategory = 'S' | 'Z' | 'O';

/** Amounts of the standard have two decimals at most. Source: documents-and-emails.md §3. */
const MOST_DECIMALS = 2;

/** True for a currency in which documents can be e-invoices. */
export function hasEInvoices(currency: string): boolean {
  return currencyDecimals(currency) <= MOST_DECIMALS;
}

/** A document in the terms of EN 16931, before it is written in a syntax. Source: documents-and-emails.md §3. */
export interface EInvoice {
  readonly typeCode: DocumentTypeCode;
  readonly number: string;
  /** Calendar dates, `2026-05-31`. */
  readonly issuedOn: string;
  readonly dueOn: string | null;
  readonly currency: string;
  readonly purchaseOrderNumber: string | null;
  /** What the buyer knows the seller's document by; its order, else its number as a customer. */
  readonly buyerReference: string;
  /** What a reader must know of the document as a whole. */
  readonly note: string | null;
  /** The invoice that a credit note corrects. */
  readonly precedingInvoice: { readonly number: string; readonly issuedOn: string } | null;
  readonly seller: EInvoiceParty;
  readonly buyer: EInvoiceParty;
  readonly lines: readonly EInvoiceLine[];
  readonly totals: EInvoiceTotals;
}

export interface EInvoiceParty {
  readonly name: string;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly city: string | null;
  readonly zipcode: string | null;
  readonly state: string | null;
  readonly country: string | null;
  readonly taxIdentificationNumber: string | null;
  readonly legalNumber: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface EInvoiceLine {
  readonly name: string;
  readonly units: Big;
  /** In currency units. */
  readonly unitPrice: Big;
  readonly amountCents: bigint;
  /** The line's share of coupons and of progressive billing credits. */
  readonly allowanceCents: Big;
  readonly ratePercent: Big;
  /** True for prepaid credits, which are taxed when they are used. */
  readonly isOutsideTax: boolean;
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
export interface TaxSubTotal {
  readonly category: TaxCategory;
  readonly ratePercent: Big;
  readonly allowanceCents: bigint;
  readonly taxableCents: bigint;
  readonly taxCents: bigint;
}

export function taxCategoryOf({ ratePercent, isOutsideTax }: EInvoiceLine): TaxCategory {
  if (isOutsideTax) return 'O';
  return ratePercent.gt(0) ? 'S' : 'Z';
}

/**
 * Adds up the lines by tax category and rate. Parts are rounded to the cent; what is missing to the totals of the document is
 * put on the largest part, so that the rules of the standard hold: the parts add up to the totals, and what is taxed of a rate
 * is the sum of its lines less its allowance. Source: documents-and-emails.md §3.
 */
export function taxSubTotals({ lines, totals }: Pick<EInvoice, 'lines' | 'totals'>): TaxSubTotal[] {
  const groups = [
    ...Map.groupBy(lines, (line) => `${taxCategoryOf(line)} ${line.ratePercent.toFixed()}`).values(),
  ];
  const allowances = completed(
    groups.map((group) => sum(group.map(({ allowanceCents }) => allowanceCents))),
    totals.allowancesCents,
  );
  const parts = groups.flatMap((group, index) => {
    const [first] = group;
    if (first === undefined) return [];
    const linesCents = group.reduce((total, { amountCents }) => total + amountCents, 0n);
    const allowanceCents = allowances[index] ?? 0n;
    const { ratePercent } = first;
    const taxableCents = linesCents - allowanceCents;
    return [{ category: taxCategoryOf(first), ratePercent, allowanceCents, taxableCents }];
  });
  const taxes = completed(
    parts.map(({ taxableCents, ratePercent }) => new Big(taxableCents).times(ratePercent).div(100)),
    totals.taxesCents,
  );
  return parts.map((part, index) => ({ ...part, taxCents: taxes[index] ?? 0n }));
}

function completed(parts: readonly Big[], totalCents: bigint): bigint[] {
  return roundedParts(parts, new Big(totalCents), 0).map((part) => BigInt(part.toFixed()));
}

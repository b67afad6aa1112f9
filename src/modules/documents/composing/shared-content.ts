import { Big } from '../../../core/decimal.js';
import type { CreditNoteFacts, DocumentFacts } from '../facts/document-facts.js';
import type { Formats } from '../wording/formats.js';
import type { Wording } from '../wording/wording.js';
import type { ColumnTitles, LabelledText, Sum } from './document-content.js';

/** The taxes whose absence a document explains. Source: taxes.md §6. */
const REVERSE_CHARGE = 'svc_eu_reverse_charge';
const TAX_EXEMPT = 'svc_eu_tax_exempt';

/** The mark makes a text run from left to right, whatever its first letter. */
const LEFT_TO_RIGHT = '\u200e';
const STARTS_RIGHT_TO_LEFT = /^\P{L}*[\p{scx=Arabic}\p{scx=Hebrew}]/u;

export function columnTitles({ description, units, unitPrice, taxRate, amount }: Wording): ColumnTitles {
  return { description, units, unitPrice, taxRate, amount };
}

/** The marks of a document. Sources: extensions.md §1; documents-and-emails.md §4. */
export function marksOf(
  { isDraft, isTest }: Pick<DocumentFacts, 'isDraft' | 'isTest'>,
  { draftMark, testMark }: Wording,
): string[] {
  return [...(isDraft ? [draftMark] : []), ...(isTest ? [testMark] : [])];
}

/** A line for each tax, with its rate and the amount that it applies to. */
export function taxSums(
  taxes: CreditNoteFacts['taxes'],
  { formats, wording }: { readonly formats: Formats; readonly wording: Wording },
): Sum[] {
  return taxes.map(({ taxName, taxRatePercent, baseAmountCents, amountCents }) => {
    const rate = formats.percentage(new Big(taxRatePercent));
    // A name that runs from right to left does not turn the words around it.
    const mark = STARTS_RIGHT_TO_LEFT.test(taxName) ? LEFT_TO_RIGHT : '';
    const label = mark + wording.tax(taxName, rate, formats.amount(baseAmountCents));
    return { label, amount: formats.amount(amountCents), isTotal: false };
  });
}

/** Why no tax is due, where the law requires the document to say so. Source: documents-and-emails.md §2. */
export function taxNotes(taxes: readonly { readonly taxCode: string }[], wording: Wording): LabelledText[] {
  const codes = new Set(taxes.map(({ taxCode }) => taxCode));
  return [
    ...(codes.has(REVERSE_CHARGE) ? [{ label: wording.taxNote, text: wording.reverseCharge }] : []),
    ...(codes.has(TAX_EXEMPT) ? [{ label: wording.taxNote, text: wording.taxExempt }] : []),
  ];
}

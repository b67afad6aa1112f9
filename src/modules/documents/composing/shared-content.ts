import { Big } from '../../../core/money/decimal.js';
import { hasExemptionReason } from '../../../core/taxes/tax-categories.js';
import { hasVisibleText } from '../../../core/visible-text.js';
import type { CreditNoteFacts, DocumentFacts, FeeTaxFacts } from '../facts/document-facts.js';
import type { Formats } from '../wording/document-formats.js';
import type { Wording } from '../wording/wording.js';
import type { ColumnTitles, LabelledText, Sum } from './document-content.js';

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

/** Why no tax is due, in a sentence; null of what is taxed or zero rated. */
export function exemptionText(tax: FeeTaxFacts | null, wording: Wording): string | null {
  if (tax === null || !hasExemptionReason(tax.category)) return null;
  if (tax.exemptionReason !== null && hasVisibleText(tax.exemptionReason)) return tax.exemptionReason;
  const sentences: Record<typeof tax.category, string> = {
    AE: wording.reverseCharge,
    E: wording.taxExempt,
    G: wording.exported,
    K: wording.intraCommunity,
    O: wording.outsideTax,
  };
  return sentences[tax.category];
}

/** The sentences that the law requires where no tax is due. Source: documents-and-emails.md §2. */
export function taxNotes(
  fees: readonly { readonly tax: FeeTaxFacts | null }[],
  wording: Wording,
): LabelledText[] {
  const texts = new Set(fees.flatMap(({ tax }) => exemptionText(tax, wording) ?? []));
  return [...texts].map((text) => ({ label: wording.taxNote, text }));
}

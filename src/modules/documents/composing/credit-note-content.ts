import { Big } from '../../../core/money/decimal.js';
import type { CreditNoteFacts } from '../facts/document-facts.js';
import { Formats } from '../wording/document-formats.js';
import { languageOf } from '../wording/languages.js';
import type { DetailWriter } from './charge-details.js';
import type { DocumentContent, LabelledText, Line, Section, Sum } from './document-content.js';
import { nameOf, shortened } from './fee-lines.js';
import { paperOf, partiesOf, placesOf } from './parties.js';
import { columnTitles, marksOf, taxNotes, taxSums } from './shared-content.js';

/** Composes the pages of a credit note. Source: documents-and-emails.md §2. */
export function creditNoteContent(facts: CreditNoteFacts, mostLines: number): DocumentContent {
  const { note, invoice, issuer, recipient, timezone } = facts;
  const language = languageOf(facts.locale);
  const { tag, wording } = language;
  const { currency } = note;
  const { selfBilled } = invoice;
  const formats = new Formats(tag, currency, timezone);
  const writer = { formats, wording, currency };
  return {
    language: tag,
    places: placesOf(facts),
    paper: paperOf(issuer),
    marks: marksOf(facts, wording),
    title: selfBilled ? wording.selfBilledCreditNote : wording.creditNote,
    number: note.number,
    createdAt: facts.finalizedAt,
    brand: issuer.name,
    logo: issuer.logo,
    color: issuer.color,
    facts: headFacts(facts, writer),
    parties: partiesOf({ issuer, recipient, selfBilled }, language),
    highlight: {
      label: wording.amountCredited,
      amount: formats.amount(note.totalAmountCents),
      remarks: parts(facts, writer).map(({ label, amount }) => `${label}: ${amount}`),
    },
    columns: { ...columnTitles(wording), units: '', unitPrice: '' },
    sections: [sectionOf(facts, writer, mostLines)],
    sums: sumsOf(facts, writer),
    payment: null,
    notes: [
      ...(note.description === null || note.description === ''
        ? []
        : [{ label: wording.description, text: shortened(note.description) }]),
      ...taxNotes(
        facts.items.map(({ fee }) => fee),
        wording,
      ),
    ],
    footer: issuer.footer,
    page: (page, pages) => wording.page(formats.number(page), formats.number(pages)),
  };
}

function headFacts({ note, invoice }: CreditNoteFacts, { formats, wording }: DetailWriter): LabelledText[] {
  const { purchaseOrderNumber } = invoice;
  return [
    { label: wording.creditNoteNumber, text: note.number },
    { label: wording.issuedOn, text: formats.date(note.issuingDate) },
    { label: wording.invoiceNumber, text: invoice.number },
    { label: wording.reason, text: wording.reasons[note.reason] },
    ...(purchaseOrderNumber === null ? [] : [{ label: wording.purchaseOrder, text: purchaseOrderNumber }]),
  ];
}

function sectionOf(
  { items }: CreditNoteFacts,
  { formats, wording }: DetailWriter,
  mostLines: number,
): Section {
  const lines = items.slice(0, mostLines).map(({ fee, amountCents }): Line => ({
    description: nameOf(fee),
    remarks: [],
    units: '',
    unitPrice: '',
    taxRate: formats.percentage(new Big(fee.taxesRatePercent)),
    amount: formats.amount(amountCents),
    details: [],
  }));
  const beyond = items.slice(mostLines);
  const beyondCents = beyond.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  const further: Line = {
    description: wording.furtherLines(formats.number(beyond.length)),
    remarks: [],
    units: '',
    unitPrice: '',
    taxRate: '',
    amount: formats.amount(beyondCents),
    details: [],
  };
  return {
    title: wording.items,
    remarks: [],
    lines: beyond.length === 0 ? lines : [...lines, further],
    subTotal: null,
  };
}

function sumsOf({ note, items, taxes }: CreditNoteFacts, writer: DetailWriter): Sum[] {
  const { formats, wording } = writer;
  const sum = (label: string, amount: string): Sum => ({ label, amount, isTotal: false });
  const itemsCents = items.reduce((total, { amountCents }) => total + amountCents, 0n);
  const couponsCents = note.couponsAdjustmentAmountCents;
  return [
    ...(couponsCents > 0n
      ? [
          sum(wording.items, formats.amount(itemsCents)),
          sum(wording.coupons, formats.deduction(couponsCents)),
        ]
      : []),
    sum(wording.subTotalExcludingTax, formats.amount(note.subTotalExcludingTaxesAmountCents)),
    ...taxSums(taxes, writer),
    { label: wording.totalCredited, amount: formats.amount(note.totalAmountCents), isTotal: true },
    ...parts({ note }, writer),
  ];
}

/** What becomes of the credited amount. */
function parts({ note }: Pick<CreditNoteFacts, 'note'>, { formats, wording }: DetailWriter): Sum[] {
  const kinds = [
    [wording.creditedPart, note.creditAmountCents],
    [wording.refundedPart, note.refundAmountCents],
    [wording.offsetPart, note.offsetAmountCents],
  ] as const;
  return kinds.flatMap(([label, cents]) =>
    cents > 0n ? [{ label, amount: formats.amount(cents), isTotal: false }] : [],
  );
}

import type { PaymentReceiptFacts } from '../facts/document-facts.js';
import { Formats } from '../wording/document-formats.js';
import { languageOf } from '../wording/languages.js';
import type { DetailWriter } from './charge-details.js';
import type { DocumentContent, LabelledText, Line, Section, Sum } from './document-content.js';
import { paperOf, partiesOf, placesOf } from './parties.js';
import { marksOf } from './shared-content.js';

/** Composes the page of a payment receipt. Source: documents-and-emails.md §2. */
export function paymentReceiptContent(facts: PaymentReceiptFacts, mostLines: number): DocumentContent {
  const { receipt, payment, issuer, recipient, timezone } = facts;
  const language = languageOf(facts.locale);
  const { tag, wording } = language;
  const formats = new Formats(tag, payment.currency, timezone);
  const writer = { formats, wording, currency: payment.currency };
  const remaining = `${wording.remainingDue}: ${formats.amount(receipt.remainingDueCents)}`;
  return {
    language: tag,
    places: placesOf(facts),
    paper: paperOf(issuer),
    marks: marksOf(facts, wording),
    title: wording.paymentReceipt,
    number: receipt.number,
    createdAt: facts.finalizedAt,
    brand: issuer.name,
    logo: issuer.logo,
    color: issuer.color,
    facts: headFacts(facts, writer),
    parties: partiesOf({ issuer, recipient, selfBilled: false }, language),
    highlight: {
      label: wording.amountPaid,
      amount: formats.amount(payment.amountCents),
      remarks: [formats.date(facts.paidOn), methodOf(facts, writer), remaining],
    },
    columns: {
      description: wording.description,
      units: '',
      unitPrice: '',
      taxRate: '',
      amount: wording.totalIncludingTax,
    },
    sections: [sectionOf(facts, writer, mostLines)],
    sums: sumsOf(facts, writer),
    payment: null,
    notes: [],
    footer: issuer.footer,
    page: (page, pages) => wording.page(formats.number(page), formats.number(pages)),
  };
}

function methodOf({ payment }: PaymentReceiptFacts, { wording }: DetailWriter): string {
  return payment.paymentType === 'manual' ? wording.manualPayment : wording.providerPayment;
}

function headFacts(facts: PaymentReceiptFacts, writer: DetailWriter): LabelledText[] {
  const { receipt, payment, paidOn } = facts;
  const { formats, wording } = writer;
  const { reference } = payment;
  return [
    { label: wording.receiptNumber, text: receipt.number },
    { label: wording.paidOn, text: formats.date(paidOn) },
    { label: wording.paymentMethod, text: methodOf(facts, writer) },
    ...(reference === null || reference === '' ? [] : [{ label: wording.reference, text: reference }]),
  ];
}

/** The paid invoices, each with its total. */
function sectionOf(
  { invoices }: PaymentReceiptFacts,
  { formats, wording }: DetailWriter,
  mostLines: number,
): Section {
  const line = (description: string, amountCents: bigint): Line => ({
    description,
    remarks: [],
    units: '',
    unitPrice: '',
    taxRate: '',
    amount: formats.amount(amountCents),
    details: [],
  });
  const lines = invoices
    .slice(0, mostLines)
    .map(({ number, totalAmountCents }) => line(`${wording.invoice} ${number}`, totalAmountCents));
  const beyond = invoices.slice(mostLines);
  const beyondCents = beyond.reduce((sum, { totalAmountCents }) => sum + totalAmountCents, 0n);
  const further = line(wording.furtherLines(formats.number(beyond.length)), beyondCents);
  return {
    title: wording.paidInvoices,
    remarks: [],
    lines: beyond.length === 0 ? lines : [...lines, further],
    subTotal: null,
  };
}

function sumsOf({ receipt, payment }: PaymentReceiptFacts, { formats, wording }: DetailWriter): Sum[] {
  return [
    { label: wording.amountPaid, amount: formats.amount(payment.amountCents), isTotal: true },
    { label: wording.remainingDue, amount: formats.amount(receipt.remainingDueCents), isTotal: false },
  ];
}

import type { BilledSubscription, FeeFacts, InvoiceFacts, ThresholdFacts } from '../facts/document-facts.js';
import { Formats } from '../wording/document-formats.js';
import { languageOf } from '../wording/languages.js';
import type { DetailWriter } from './charge-details.js';
import type { DocumentContent, LabelledText, Line, Section, Sum } from './document-content.js';
import { feeLine, shortened } from './fee-lines.js';
import { howToPay } from './how-to-pay.js';
import { paperOf, partiesOf, placesOf } from './parties.js';
import { columnTitles, marksOf, taxNotes, taxSums } from './shared-content.js';

/** Composes the pages of an invoice. Source: documents-and-emails.md §2. */
export function invoiceContent(facts: InvoiceFacts, mostLines: number): DocumentContent {
  const { invoice, issuer, recipient, timezone } = facts;
  const language = languageOf(facts.locale);
  const { tag, wording } = language;
  const { currency, selfBilled, totalAmountCents } = invoice;
  const formats = new Formats(tag, currency, timezone);
  const writer = { formats, wording, currency };
  const isDue = totalAmountCents > 0n;
  return {
    language: tag,
    places: placesOf(facts),
    paper: paperOf(issuer),
    marks: marksOf(facts, wording),
    title: selfBilled ? wording.selfBilledInvoice : wording.invoice,
    number: facts.isDraft ? '' : invoice.number,
    createdAt: facts.finalizedAt,
    brand: issuer.name,
    logo: issuer.logo,
    color: issuer.color,
    facts: headFacts(facts, writer),
    parties: partiesOf({ issuer, recipient, selfBilled }, language),
    highlight: {
      label: wording.amountDue,
      amount: formats.amount(totalAmountCents),
      remarks: [isDue ? wording.dueBy(formats.date(invoice.paymentDueDate)) : wording.nothingDue],
    },
    columns: columnTitles(wording),
    sections: sectionsOf(facts, writer, mostLines),
    sums: sumsOf(facts, writer),
    payment: howToPay(facts, wording),
    notes: [...customSections(invoice), ...taxNotes(facts.fees, wording)],
    footer: issuer.footer,
    page: (page, pages) => wording.page(formats.number(page), formats.number(pages)),
  };
}

/** The custom sections of the organization, above notes that the law requires. */
function customSections({ customSections: sections }: InvoiceFacts['invoice']): LabelledText[] {
  return sections.map(({ name, displayName, details }) => ({
    label: displayName ?? name,
    text: details ?? '',
  }));
}

function headFacts({ invoice, isDraft }: InvoiceFacts, { formats, wording }: DetailWriter): LabelledText[] {
  const { netPaymentTermDays: days, purchaseOrderNumber } = invoice;
  return [
    ...(isDraft ? [] : [{ label: wording.invoiceNumber, text: invoice.number }]),
    { label: wording.issuedOn, text: formats.date(invoice.issuingDate) },
    { label: wording.dueOn, text: formats.date(invoice.paymentDueDate) },
    { label: wording.paymentTerm, text: days === 0 ? wording.immediately : wording.days(days) },
    ...(purchaseOrderNumber === null ? [] : [{ label: wording.purchaseOrder, text: purchaseOrderNumber }]),
  ];
}

/** A block of the fees of each subscription, and one of the others. */
function sectionsOf(facts: InvoiceFacts, writer: DetailWriter, mostLines: number): Section[] {
  const { fees, omittedCents, omitted } = shownFees(facts.fees, mostLines);
  const known = new Map(facts.subscriptions.map((subscription) => [subscription.id, subscription]));
  const blocks = Map.groupBy(fees, ({ subscriptionId }) => known.get(subscriptionId ?? '') ?? null);
  const sections = [...blocks].map(([subscription, ofBlock]) =>
    sectionOf(subscription, ofBlock, facts, writer),
  );
  if (omitted === 0) return sections;
  const { formats, wording } = writer;
  const further: Line = {
    ...EMPTY_LINE,
    description: wording.furtherLines(formats.number(omitted)),
    amount: formats.amount(omittedCents),
  };
  return [...sections, { title: wording.items, remarks: [], lines: [further], subTotal: null }];
}

const EMPTY_LINE = { remarks: [], units: '', unitPrice: '', taxRate: '', details: [] };

/**
 * The fees that the document lists: without those of amount 0, unless all are, and up to a number of lines. What is beyond
 * it is summed up in one line, so that the sums still add up.
 */
function shownFees(fees: readonly FeeFacts[], mostLines: number) {
  const charged = fees.filter(({ amountCents }) => amountCents > 0n);
  const listed = charged.length === 0 ? fees : charged;
  const beyond = listed.slice(mostLines);
  return {
    fees: listed.slice(0, mostLines),
    omitted: beyond.length,
    omittedCents: beyond.reduce((sum, { amountCents }) => sum + amountCents, 0n),
  };
}

function sectionOf(
  subscription: BilledSubscription | null,
  fees: readonly FeeFacts[],
  { invoice, thresholds }: InvoiceFacts,
  writer: DetailWriter,
): Section {
  const { formats, wording } = writer;
  const ids = new Set(fees.map(({ id }) => id));
  const isShownBelow = ({ trueUpParentFeeId: parent }: FeeFacts) => parent !== null && ids.has(parent);
  const trueUps = Map.groupBy(fees.filter(isShownBelow), ({ trueUpParentFeeId }) => trueUpParentFeeId ?? '');
  const lines = fees
    .filter((fee) => !isShownBelow(fee))
    .map((fee) => feeLine(fee, trueUps.get(fee.id) ?? [], subscription, writer));
  if (subscription === null) {
    const title = invoice.invoiceType === 'credit' ? wording.prepaidCredits : wording.items;
    return { title, remarks: [], lines, subTotal: null };
  }
  const reached = thresholds.filter(({ subscriptionId }) => subscriptionId === subscription.id);
  const sumCents = fees.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  return {
    title: titleOf(subscription),
    remarks: [formats.period(subscription), ...thresholdRemarks(reached, writer)],
    lines,
    subTotal: { label: wording.subTotal, amount: formats.amount(sumCents), isTotal: false },
  };
}

/** The names of a subscription and of its plan. */
function titleOf({ name, planName }: BilledSubscription): string {
  const names = [name ?? '', planName].map(shortened).filter((each) => each !== '');
  return [...new Set(names)].join(' – ');
}

/** The last of the thresholds that usage has reached at once: it has passed those before. */
function thresholdRemarks(reached: readonly ThresholdFacts[], { formats, wording }: DetailWriter): string[] {
  const last = reached.at(-1);
  if (last === undefined) return [];
  const { amountCents, lifetimeUsageAmountCents: totalCents } = last;
  return [wording.thresholdReached(formats.amount(amountCents), formats.amount(totalCents))];
}

/** The sums in the order of computation; parts of 0 are skipped, and the fees where nothing is taken off them. Source: invoices.md §4. */
function sumsOf({ invoice, credits, taxes }: InvoiceFacts, { formats, wording }: DetailWriter): Sum[] {
  const sum = (label: string, amount: string): Sum => ({ label, amount, isTotal: false });
  const deduction = (label: string, cents: bigint) =>
    cents > 0n ? [sum(label, formats.deduction(cents))] : [];
  const coupons = credits.filter(({ itemType, amountCents }) => itemType === 'coupon' && amountCents > 0n);
  const takenOff = [
    ...deduction(wording.progressiveBillingCredit, invoice.progressiveBillingCreditAmountCents),
    ...coupons.flatMap(({ itemName, amountCents }) => deduction(wording.coupon(itemName), amountCents)),
  ];
  return [
    ...(takenOff.length === 0
      ? []
      : [sum(wording.fees, formats.amount(invoice.feesAmountCents)), ...takenOff]),
    sum(wording.subTotalExcludingTax, formats.amount(invoice.subTotalExcludingTaxesAmountCents)),
    ...taxSums(
      taxes.map(({ feesAmountCents, ...tax }) => ({ ...tax, baseAmountCents: feesAmountCents ?? 0n })),
      { formats, wording },
    ),
    sum(wording.totalIncludingTax, formats.amount(invoice.subTotalIncludingTaxesAmountCents)),
    ...deduction(wording.creditNotes, invoice.creditNotesAmountCents),
    ...deduction(wording.prepaidCredits, invoice.prepaidCreditAmountCents),
    { label: wording.totalDue, amount: formats.amount(invoice.totalAmountCents), isTotal: true },
  ];
}

import { localDate } from '../../../core/time/calendar.js';
import { Big } from '../../../core/money/decimal.js';
import { profileOf } from '../../../core/e-invoicing/completeness.js';
import {
  compatibleLines,
  hasEInvoices,
  type DocumentTypeCode,
  type EInvoice,
  type EInvoiceAccount,
  type EInvoiceLine,
  type EInvoiceParty,
  type EInvoicePeriod,
  type LineTax,
} from '../../../core/e-invoicing/e-invoice.js';
import { fromCents } from '../../../core/money/money.js';
import { lastInstant } from '../../../core/time/period.js';
import { categoryOfRate } from '../../../core/taxes/tax-categories.js';
import { hasVisibleText } from '../../../core/visible-text.js';
import type {
  CreditNoteFacts,
  DocumentFacts,
  FeeFacts,
  InvoiceFacts,
  RecipientFacts,
} from '../facts/document-facts.js';
import type { IssuerDetails } from '../facts/issuer-details.js';
import { Formats } from '../wording/document-formats.js';
import { languageOf } from '../wording/languages.js';
import { nameOf } from './fee-lines.js';
import { exemptionText, marksOf } from './shared-content.js';

/** Stands for the name of a party that has none to be seen: it is mandatory (BR-06, BR-07). */
const NAMELESS = '-';

/** A document in the terms of EN 16931; null if it has no e-invoice. Source: documents-and-emails.md §3. */
export function eInvoiceOf(facts: DocumentFacts): EInvoice | null {
  // The standard knows no draft and no receipt.
  if (facts.isDraft || !facts.issuer.einvoicing || facts.documentType === 'payment_receipt') return null;
  const { currency } = facts.documentType === 'invoice' ? facts.invoice : facts.note;
  if (!hasEInvoices(currency)) return null;
  return facts.documentType === 'invoice' ? invoiceAsEInvoice(facts) : creditNoteAsEInvoice(facts);
}

/** An invoice in the terms of EN 16931. */
export function invoiceAsEInvoice(facts: InvoiceFacts): EInvoice {
  const { invoice, recipient } = facts;
  const { purchaseOrderNumber, creditNotesAmountCents, prepaidCreditAmountCents } = invoice;
  const { wording } = languageOf(facts.locale);
  const { netPaymentTermDays: days } = invoice;
  return {
    ...commonOf(facts, invoice.selfBilled),
    typeCode: typeCodeOf(invoice),
    number: invoice.number,
    issuedOn: invoice.issuingDate,
    dueOn: invoice.paymentDueDate,
    paymentTerms: days === 0 ? wording.immediately : `${wording.paymentTerm}: ${wording.days(days)}`,
    currency: invoice.currency,
    purchaseOrderNumber,
    buyerReference: buyerReferenceOf(recipient, purchaseOrderNumber),
    note: noteOf(facts),
    precedingInvoice: null,
    payee: payeeOf(facts),
    lines: compatibleLines(
      facts.fees.map((fee) => ({
        ...lineOf(fee, facts),
        units: new Big(fee.units),
        unitPrice: new Big(fee.preciseUnitAmount),
        amountCents: fee.amountCents,
        allowanceCents: new Big(fee.preciseCouponsAmountCents),
      })),
    ),
    totals: {
      linesCents: invoice.feesAmountCents,
      allowancesCents: invoice.couponsAmountCents + invoice.progressiveBillingCreditAmountCents,
      taxesCents: invoice.taxesAmountCents,
      prepaidCents: prepaidCreditAmountCents + creditNotesAmountCents,
      payableCents: invoice.totalAmountCents,
    },
  };
}

/** A self-billed invoice is paid to the customer. Source: billing-entities.md §5. */
function payeeOf({ account, invoice }: InvoiceFacts): EInvoiceAccount | null {
  if (account === null || invoice.selfBilled) return null;
  const { iban, accountNumber, bic, routingCode, holder } = account;
  if (iban !== null) return { number: iban, isIban: true, holder, bank: bic };
  return { number: accountNumber ?? '', isIban: false, holder, bank: routingCode };
}

/** The mark of a document that is none. Source: extensions.md §1. */
function noteOf(facts: InvoiceFacts | CreditNoteFacts): string | null {
  const [mark = null] = marksOf(facts, languageOf(facts.locale).wording);
  return mark;
}

function typeCodeOf({ selfBilled, invoiceType }: InvoiceFacts['invoice']): DocumentTypeCode {
  if (selfBilled) return '389';
  return invoiceType === 'credit' ? '386' : '380';
}

/** A credit note in the terms of EN 16931. Its items are lines of one unit; amounts are positive. */
export function creditNoteAsEInvoice(facts: CreditNoteFacts): EInvoice {
  const { note, invoice, items, recipient } = facts;
  const { purchaseOrderNumber } = invoice;
  const { currency } = note;
  const common = commonOf(facts, invoice.selfBilled);
  return {
    ...common,
    // The process of self-billing has a code of its own.
    typeCode: invoice.selfBilled && common.profile === 'peppol_bis_3' ? '261' : '381',
    number: note.number,
    issuedOn: note.issuingDate,
    dueOn: null,
    paymentTerms: creditedParts(facts),
    currency,
    purchaseOrderNumber,
    buyerReference: buyerReferenceOf(recipient, purchaseOrderNumber),
    note: noteOf(facts),
    precedingInvoice: { number: invoice.number, issuedOn: invoice.issuingDate },
    payee: null,
    lines: compatibleLines(
      items.map(({ amountCents, fee }) => ({
        ...lineOf(fee, facts),
        units: new Big(1),
        unitPrice: fromCents(amountCents, currency),
        amountCents,
        allowanceCents: couponShare(amountCents, fee),
      })),
    ),
    totals: {
      linesCents: items.reduce((sum, { amountCents }) => sum + amountCents, 0n),
      allowancesCents: note.couponsAdjustmentAmountCents,
      taxesCents: note.taxesAmountCents,
      prepaidCents: 0n,
      payableCents: note.totalAmountCents,
    },
  };
}

/** How the amount of a note is given back. */
function creditedParts({ note, locale, timezone }: CreditNoteFacts): string {
  const { tag, wording } = languageOf(locale);
  const formats = new Formats(tag, note.currency, timezone);
  const parts: [string, bigint][] = [
    [wording.creditedPart, note.creditAmountCents],
    [wording.refundedPart, note.refundAmountCents],
    [wording.offsetPart, note.offsetAmountCents],
  ];
  const given = parts.filter(([, cents]) => cents > 0n);
  return given.length === 0
    ? wording.nothingDue
    : given.map(([label, cents]) => `${label}: ${formats.amount(cents)}`).join('; ');
}

/** The part of a fee's coupons that belongs to the credited part of the fee. */
function couponShare(
  creditedCents: bigint,
  { amountCents, preciseCouponsAmountCents }: CreditNoteFacts['items'][number]['fee'],
): Big {
  if (amountCents === 0n) return new Big(0);
  return new Big(preciseCouponsAmountCents).times(new Big(creditedCents)).div(new Big(amountCents));
}

function buyerReferenceOf(
  { buyerReference, externalId }: RecipientFacts,
  orderNumber: string | null,
): string {
  return [buyerReference, orderNumber].find((text) => text !== null && hasVisibleText(text)) ?? externalId;
}

type LineFacts = Pick<
  FeeFacts,
  | 'feeType'
  | 'filterDisplayName'
  | 'fromAt'
  | 'groupedBy'
  | 'invoiceDisplayName'
  | 'tax'
  | 'taxesRatePercent'
  | 'toAt'
>;

/** What lines of invoices and of credit notes say alike. */
function lineOf(
  fee: LineFacts,
  { issuer, locale, timezone }: Pick<InvoiceFacts, 'issuer' | 'locale' | 'timezone'>,
): Pick<EInvoiceLine, 'name' | 'period' | 'tax'> {
  const name = nameOf(fee);
  return {
    // A line without a name is invalid (BR-25).
    name: hasVisibleText(name) ? name : languageOf(locale).wording.items,
    period: periodOf(fee, timezone),
    tax: taxOf(fee, issuer, locale),
  };
}

/** Prepaid credits are taxed when they are used. A fee without any tax is outside its scope if the issuer has no number for it. */
function taxOf(
  { feeType, tax, taxesRatePercent }: LineFacts,
  issuer: IssuerDetails,
  locale: string,
): LineTax {
  const { wording } = languageOf(locale);
  const ratePercent = new Big(taxesRatePercent);
  const isUntaxable = feeType === 'credit' || (tax === null && issuer.taxIdentificationNumber === null);
  const known = isUntaxable
    ? { category: 'O' as const, exemptionReason: null }
    : (tax ?? { category: categoryOfRate(ratePercent.gt(0)), exemptionReason: null });
  return { category: known.category, ratePercent, reason: exemptionText(known, wording) };
}

/** The local days of the service; none of an instant. */
function periodOf({ feeType, fromAt, toAt }: LineFacts, timezone: string): EInvoicePeriod | null {
  if (feeType === 'credit' || fromAt === null || toAt === null) return null;
  if (toAt.getTime() - fromAt.getTime() <= 1_000) return null;
  return {
    from: localDate(fromAt, timezone).toString(),
    to: localDate(lastInstant({ from: fromAt, to: toAt }), timezone).toString(),
  };
}

function commonOf(
  { issuer, recipient }: Pick<InvoiceFacts, 'issuer' | 'recipient'>,
  isSelfBilled: boolean,
): Pick<EInvoice, 'buyer' | 'isSelfBilled' | 'profile' | 'seller'> {
  return {
    profile: profileOfIssuer(issuer),
    isSelfBilled,
    ...tradersOf({ issuer, recipient }, isSelfBilled),
  };
}

function profileOfIssuer({ address, einvoicingProfile }: IssuerDetails) {
  return profileOf({ country: address.country ?? null, einvoicingProfile });
}

function tradersOf(
  { issuer, recipient }: Pick<InvoiceFacts, 'issuer' | 'recipient'>,
  isSelfBilled: boolean,
): Pick<EInvoice, 'buyer' | 'seller'> {
  const [seller, buyer] = isSelfBilled ? [recipient, issuer] : [issuer, recipient];
  return { seller: traderOf(seller), buyer: traderOf(buyer) };
}

function traderOf(party: IssuerDetails | RecipientFacts): EInvoiceParty {
  const { name, address, email, phone, identifiers, taxIdentificationNumber, legalNumber } = party;
  return {
    name: hasVisibleText(name) ? name : NAMELESS,
    addressLine1: address.addressLine1 ?? null,
    addressLine2: address.addressLine2 ?? null,
    city: address.city ?? null,
    zipcode: address.zipcode ?? null,
    state: address.state ?? null,
    country: address.country ?? null,
    ...{ taxIdentificationNumber, legalNumber, email, phone, identifiers },
  };
}

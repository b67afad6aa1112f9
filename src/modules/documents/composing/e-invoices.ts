import { Big } from '../../../core/decimal.js';
import type {
  DocumentTypeCode,
  EInvoice,
  EInvoiceLine,
  EInvoiceParty,
} from '../../../core/e-invoicing/e-invoice.js';
import { fromCents } from '../../../core/money.js';
import type { CreditNoteFacts, InvoiceFacts, RecipientFacts } from '../facts/document-facts.js';
import type { IssuerDetails } from '../facts/issuer-details.js';
import { languageOf } from '../wording/languages.js';
import { nameOf } from './fee-lines.js';
import { marksOf } from './shared-content.js';

/** An invoice in the terms of EN 16931. Source: documents-and-emails.md §3. */
export function invoiceAsEInvoice(facts: InvoiceFacts): EInvoice {
  const { invoice, fees, issuer, recipient } = facts;
  const { purchaseOrderNumber, creditNotesAmountCents, prepaidCreditAmountCents } = invoice;
  return {
    typeCode: typeCodeOf(invoice),
    number: invoice.number,
    issuedOn: invoice.issuingDate,
    dueOn: invoice.paymentDueDate,
    currency: invoice.currency,
    purchaseOrderNumber,
    buyerReference: purchaseOrderNumber ?? recipient.externalId,
    note: noteOf(facts),
    precedingInvoice: null,
    ...tradersOf(issuer, recipient, invoice.selfBilled),
    lines: fees.map((fee): EInvoiceLine => ({
      name: nameOf(fee),
      units: new Big(fee.units),
      unitPrice: new Big(fee.preciseUnitAmount),
      amountCents: fee.amountCents,
      allowanceCents: new Big(fee.preciseCouponsAmountCents),
      ratePercent: new Big(fee.taxesRatePercent),
      isOutsideTax: fee.feeType === 'credit',
    })),
    totals: {
      linesCents: invoice.feesAmountCents,
      allowancesCents: invoice.couponsAmountCents + invoice.progressiveBillingCreditAmountCents,
      taxesCents: invoice.taxesAmountCents,
      prepaidCents: prepaidCreditAmountCents + creditNotesAmountCents,
      payableCents: invoice.totalAmountCents,
    },
  };
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
  const { note, invoice, items, issuer, recipient } = facts;
  const { purchaseOrderNumber } = invoice;
  const { currency } = note;
  return {
    typeCode: '381',
    number: note.number,
    issuedOn: note.issuingDate,
    dueOn: null,
    currency,
    purchaseOrderNumber,
    buyerReference: purchaseOrderNumber ?? recipient.externalId,
    note: noteOf(facts),
    precedingInvoice: { number: invoice.number, issuedOn: invoice.issuingDate },
    ...tradersOf(issuer, recipient, invoice.selfBilled),
    lines: items.map(({ amountCents, fee }): EInvoiceLine => ({
      name: nameOf(fee),
      units: new Big(1),
      unitPrice: fromCents(amountCents, currency),
      amountCents,
      allowanceCents: couponShare(amountCents, fee),
      ratePercent: new Big(fee.taxesRatePercent),
      isOutsideTax: fee.feeType === 'credit',
    })),
    totals: {
      linesCents: items.reduce((sum, { amountCents }) => sum + amountCents, 0n),
      allowancesCents: note.couponsAdjustmentAmountCents,
      taxesCents: note.taxesAmountCents,
      prepaidCents: 0n,
      payableCents: note.totalAmountCents,
    },
  };
}

/** The part of a fee's coupons that belongs to the credited part of the fee. */
function couponShare(
  creditedCents: bigint,
  { amountCents, preciseCouponsAmountCents }: CreditNoteFacts['items'][number]['fee'],
): Big {
  if (amountCents === 0n) return new Big(0);
  return new Big(preciseCouponsAmountCents).times(new Big(creditedCents)).div(new Big(amountCents));
}

function tradersOf(
  issuer: IssuerDetails,
  recipient: RecipientFacts,
  selfBilled: boolean,
): Pick<EInvoice, 'buyer' | 'seller'> {
  const [seller, buyer] = selfBilled ? [recipient, issuer] : [issuer, recipient];
  return { seller: traderOf(seller), buyer: traderOf(buyer) };
}

function traderOf({
  name,
  address,
  email,
  phone,
  ...numbers
}: IssuerDetails | RecipientFacts): EInvoiceParty {
  const { taxIdentificationNumber, legalNumber } = numbers;
  return {
    name,
    addressLine1: address.addressLine1 ?? null,
    addressLine2: address.addressLine2 ?? null,
    city: address.city ?? null,
    zipcode: address.zipcode ?? null,
    state: address.state ?? null,
    country: address.country ?? null,
    ...{ taxIdentificationNumber, legalNumber, email, phone },
  };
}

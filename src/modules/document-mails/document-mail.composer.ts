import type { AddressForOthers } from '../../platform/addresses.js';
import { localDate } from '../../core/calendar.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { CreditNote } from '../credit-notes/credit-note.table.js';
import type { Customer } from '../customers/customer.table.js';
import type { DocumentService } from '../documents/document.service.js';
import { displayNameOf } from '../documents/facts/display-name.js';
import type { DocumentKey, DocumentType } from '../documents/files/document-key.js';
import { Formats } from '../documents/wording/formats.js';
import { type Language, languageOf } from '../documents/wording/languages.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import type { MailContent, MailLink, MailRow } from '../mails/mail-content.js';
import type { BillingEntity } from '../organizations/billing-entity.table.js';
import type { PaymentReceipt } from '../payment-receipts/payment-receipt.table.js';
import type { PaymentRequest } from '../payment-requests/payment-request.table.js';
import type { Payment } from '../payments/payment.table.js';

/** The most invoices that an e-mail lists. */
const MOST_LISTED = 50;

/** A document with the customer and the billing entity that it concerns. */
export interface MailedDocument {
  readonly key: DocumentKey;
  readonly number: string;
  readonly customer: Customer;
  readonly entity: BillingEntity;
  /** What the e-mail shows below its first sentence. */
  readonly rows: (shown: Shown) => readonly MailRow[];
  readonly currency: string;
  readonly timezone: string;
  /** Other documents whose PDFs are attached. */
  readonly alsoAttached: readonly DocumentKey[];
}

interface Shown {
  readonly formats: Formats;
  readonly wording: Language['wording'];
}

export interface ComposedMail {
  readonly subject: string;
  readonly content: MailContent;
}

/** Writes e-mails about documents, in the language of the documents. Source: documents-and-emails.md §5. */
export class DocumentMailComposer {
  constructor(private readonly documents: Pick<DocumentService, 'urlOf'>) {}

  ofInvoice(invoice: Invoice, customer: Customer, entity: BillingEntity): MailedDocument {
    const { id, number, currency, timezone, totalAmountCents, paymentDueDate } = invoice;
    return {
      ...mailed(
        { documentType: 'invoice', documentId: id },
        { number, customer, entity, currency, timezone },
      ),
      rows: ({ formats, wording }) => [
        { label: wording.invoiceNumber, value: number },
        { label: wording.amountDue, value: formats.amount(totalAmountCents) },
        { label: wording.dueOn, value: formats.date(paymentDueDate) },
      ],
    };
  }

  ofCreditNote(
    note: CreditNote,
    { timezone }: Pick<Invoice, 'timezone'>,
    customer: Customer,
    entity: BillingEntity,
  ): MailedDocument {
    const { id, number, currency, totalAmountCents, issuingDate } = note;
    return {
      ...mailed(
        { documentType: 'credit_note', documentId: id },
        { number, customer, entity, currency, timezone },
      ),
      rows: ({ formats, wording }) => [
        { label: wording.creditNoteNumber, value: number },
        { label: wording.amountCredited, value: formats.amount(totalAmountCents) },
        { label: wording.issuedOn, value: formats.date(issuingDate) },
      ],
    };
  }

  /** @param invoices those that the payment pays. */
  ofReceipt(
    { id, number }: PaymentReceipt,
    payment: Payment,
    { invoices, customer, entity }: PaidInvoices,
  ): MailedDocument {
    const { timezone } = expectPresent(invoices[0], 'an invoice that a payment pays');
    const paidOn = localDate(payment.createdAt, timezone).toString();
    const listed = invoices.slice(0, MOST_LISTED);
    return {
      ...mailed(
        { documentType: 'payment_receipt', documentId: id },
        { number, customer, entity, currency: payment.currency, timezone },
      ),
      rows: ({ formats, wording }) => [
        { label: wording.receiptNumber, value: number },
        { label: wording.amountPaid, value: formats.amount(payment.amountCents) },
        { label: wording.paidOn, value: formats.date(paidOn) },
        {
          label: wording.paidInvoices,
          value: enumerated(listed, invoices.length, { formats, wording }),
        },
      ],
      alsoAttached: listed.map((invoice) => ({ documentType: 'invoice', documentId: invoice.id })),
    };
  }

  async compose(
    db: Db,
    { organizationId }: Actor,
    { key, number, customer, entity, rows, currency, timezone }: MailedDocument,
  ): Promise<ComposedMail> {
    const { tag, wording } = languageFor(customer, entity);
    const formats = new Formats(tag, currency, timezone);
    const url = await this.pdfUrl(db, organizationId, key);
    return {
      subject: wording.mail.subjects[key.documentType](entity.name, number),
      content: {
        language: tag,
        brand: entity.name,
        paragraphs: [
          wording.mail.hello(displayNameOf(customer)),
          wording.mail.introductions[key.documentType](entity.name, number),
        ],
        rows: rows({ formats, wording }),
        link: { label: wording.mail.openPdf, url },
        regards: wording.mail.regards,
      },
    };
  }

  /** The e-mail that asks a customer to pay overdue invoices. Source: payment-providers.md §6. */
  async composeRequest(
    db: Db,
    { organizationId }: Actor,
    { request: { amountCents, currency }, paymentUrl }: MailedRequest,
    { invoices, customer, entity }: PaidInvoices,
  ): Promise<ComposedMail> {
    const { tag, wording } = languageFor(customer, entity);
    const { timezone } = expectPresent(invoices[0], 'an invoice of a payment request');
    const formats = new Formats(tag, currency, timezone);
    const rows: MailRow[] = [{ label: wording.amountDue, value: formats.amount(amountCents) }];
    for (const invoice of invoices.slice(0, MOST_LISTED)) {
      const url = await this.pdfUrl(db, organizationId, { documentType: 'invoice', documentId: invoice.id });
      const link: MailLink = { label: wording.mail.openPdf, url };
      rows.push({ label: invoice.number, value: formats.amount(dueCents(invoice)), link });
    }
    const further = invoices.length - MOST_LISTED;
    return {
      subject: wording.mail.overdueSubject(entity.name, formats.amount(amountCents)),
      content: {
        language: tag,
        brand: entity.name,
        paragraphs: [
          wording.mail.hello(displayNameOf(customer)),
          wording.mail.overdueIntroduction(entity.name),
          ...(further > 0 ? [wording.mail.further(formats.number(further))] : []),
        ],
        rows,
        ...(paymentUrl === null ? {} : { link: { label: wording.mail.pay, url: paymentUrl } }),
        regards: wording.mail.regards,
      },
    };
  }

  /** The address of a PDF, which need not exist yet. */
  private pdfUrl(db: Db, organizationId: string, key: DocumentKey): Promise<AddressForOthers> {
    return this.documents.urlOf(db, null, { organizationId, ...key, format: 'pdf' });
  }
}

interface MailedRequest {
  readonly request: PaymentRequest;
  /** The page on which it is paid; null if there is none. */
  readonly paymentUrl: string | null;
}

interface PaidInvoices {
  /** At least one. */
  readonly invoices: readonly Invoice[];
  readonly customer: Customer;
  readonly entity: BillingEntity;
}

type Named = Pick<MailedDocument, 'currency' | 'customer' | 'entity' | 'number' | 'timezone'>;

function mailed(key: DocumentKey & { readonly documentType: DocumentType }, named: Named) {
  const alsoAttached: readonly DocumentKey[] = [];
  return { key, ...named, alsoAttached };
}

function languageFor({ documentLocale }: Customer, entity: BillingEntity): Language {
  return languageOf(documentLocale ?? entity.documentLocale);
}

function enumerated(listed: readonly Invoice[], count: number, { formats, wording }: Shown): string {
  const numbers = listed.map(({ number }) => number);
  const further = count - listed.length;
  return [...numbers, ...(further > 0 ? [wording.mail.further(formats.number(further))] : [])].join(', ');
}

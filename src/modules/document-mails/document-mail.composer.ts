import type { AddressForOthers } from '../../platform/addresses.js';
import { localDate } from '../../core/time/calendar.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import type { Customer } from '../customers/records/customer.table.js';
import { legalLinesOf } from '../documents/composing/parties.js';
import type { DocumentService } from '../documents/document.service.js';
import { displayNameOf } from '../documents/facts/display-name.js';
import type { DocumentKey, DocumentType } from '../documents/facts/document-key.js';
import { Formats } from '../documents/wording/document-formats.js';
import { type Language, languageOf } from '../documents/wording/languages.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import type { MailLogos } from '../documents/mail-logos.service.js';
import type { MailContent, MailLink, MailRow } from '../mails/mail-content.js';
import type { BillingEntity } from '../billing-entities/records/billing-entity.table.js';
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
  /** The invoice that the e-mail asks to pay; null if it is about something else. */
  readonly payable: Invoice | null;
  /** What the e-mail shows below its first sentence: first the number, then what lists of e-mails show, too. */
  readonly rows: (shown: Shown) => readonly [MailRow, ...MailRow[]];
  readonly currency: string;
  readonly timezone: string;
  /** Other documents whose PDFs are attached. */
  readonly alsoAttached: readonly DocumentKey[];
}

interface Shown {
  readonly formats: Formats;
  readonly wording: Language['wording'];
}

/** Where e-mails lead besides the document; null where they do not. */
export interface MailAddresses {
  /** The page on which the document is paid. */
  readonly pay: string | null;
  readonly portal: AddressForOthers | null;
}

export interface ComposedMail {
  readonly subject: string;
  readonly content: MailContent;
}

/** Writes e-mails about documents, in the language of the documents. Source: documents-and-emails.md §5. */
export class DocumentMailComposer {
  constructor(
    private readonly documents: Pick<DocumentService, 'urlOf'>,
    private readonly mailLogos: MailLogos,
  ) {}

  ofInvoice(invoice: Invoice, customer: Customer, entity: BillingEntity): MailedDocument {
    const { id, number, currency, timezone, paymentDueDate } = invoice;
    return {
      ...mailed(
        { documentType: 'invoice', documentId: id },
        { number, customer, entity, currency, timezone },
      ),
      payable: invoice,
      rows: ({ formats, wording }) => [
        { label: wording.invoiceNumber, value: number },
        { label: wording.amountDue, value: formats.amount(dueCents(invoice)) },
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
    { key, number, customer, entity, rows: rowsIn, currency, timezone }: MailedDocument,
    { pay, portal }: MailAddresses,
  ): Promise<ComposedMail> {
    const language = languageFor(customer, entity);
    const { tag, wording } = language;
    const rows = rowsIn({ formats: new Formats(tag, currency, timezone), wording });
    const url = await this.pdfUrl(db, organizationId, key);
    return {
      subject: wording.mail.subjects[key.documentType](entity.name, number),
      content: {
        ...(await this.frameOf(db, entity, language)),
        summary: summaryOf(rows.slice(1)),
        paragraphs: [
          wording.mail.hello(displayNameOf(customer)),
          wording.mail.introductions[key.documentType](entity.name, number),
        ],
        rows,
        ...addressesOf(wording, { pay, portal }, { label: wording.mail.openPdf, url }),
      },
    };
  }

  /** The e-mail that asks a customer to pay overdue invoices. Source: payment-providers.md §6. */
  async composeRequest(
    db: Db,
    { organizationId }: Actor,
    { request: { amountCents, currency }, addresses }: MailedRequest,
    { invoices, customer, entity }: PaidInvoices,
  ): Promise<ComposedMail> {
    const language = languageFor(customer, entity);
    const { tag, wording } = language;
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
        ...(await this.frameOf(db, entity, language)),
        summary: summaryOf([
          ...rows.slice(0, 1),
          {
            label: wording.invoice,
            value: enumerated(invoices.slice(0, 3), invoices.length, { formats, wording }),
          },
        ]),
        paragraphs: [
          wording.mail.hello(displayNameOf(customer)),
          wording.mail.overdueIntroduction(entity.name),
          ...(further > 0 ? [wording.mail.further(formats.number(further))] : []),
        ],
        rows,
        ...addressesOf(wording, addresses),
      },
    };
  }

  /** What stands above and below the matter of every e-mail of an entity. */
  private async frameOf(db: Db, entity: BillingEntity, language: Language) {
    return {
      language: language.tag,
      brand: entity.name,
      logo: await this.mailLogos.find(db, entity),
      color: entity.documentColor,
      regards: language.wording.mail.regards,
      footer: legalLinesOf(entity, language),
    };
  }

  /** The address of a PDF, which need not exist yet. */
  private pdfUrl(db: Db, organizationId: string, key: DocumentKey): Promise<AddressForOthers> {
    return this.documents.urlOf(db, null, { organizationId, ...key, format: 'pdf' });
  }
}

interface MailedRequest {
  readonly request: PaymentRequest;
  readonly addresses: MailAddresses;
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
  return { key, ...named, payable: null, alsoAttached };
}

/** What lists of e-mails show. */
function summaryOf(rows: readonly MailRow[]): string {
  return rows.map(({ label, value }) => `${label}: ${value}`).join(' · ');
}

/** The addresses of an e-mail, the most urgent one as its button. */
function addressesOf(
  { mail }: Language['wording'],
  { pay, portal }: MailAddresses,
  pdf?: MailLink,
): Pick<MailContent, 'link' | 'links' | 'note'> {
  const toPay = pay === null ? [] : [{ label: mail.pay, url: pay }];
  const toPortal = portal === null ? [] : [{ label: mail.portal, url: portal }];
  const [link, ...links] = [...toPay, ...(pdf === undefined ? [] : [pdf]), ...toPortal];
  return {
    ...(link === undefined ? {} : { link }),
    links,
    ...(portal === null ? {} : { note: mail.portalLasts }),
  };
}

function languageFor({ documentLocale }: Customer, entity: BillingEntity): Language {
  return languageOf(documentLocale ?? entity.documentLocale);
}

function enumerated(listed: readonly Invoice[], count: number, { formats, wording }: Shown): string {
  const numbers = listed.map(({ number }) => number);
  const further = count - listed.length;
  return [...numbers, ...(further > 0 ? [wording.mail.further(formats.number(further))] : [])].join(', ');
}

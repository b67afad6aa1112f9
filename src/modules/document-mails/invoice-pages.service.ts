import type { AddressForOthers } from '../../platform/addresses.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ProviderRefusal } from '../payment-providers/adapters/payment-provider.js';
import { type InvoiceAddress, PaymentAddresses } from '../../platform/signing/payment-addresses.js';
import type { Customer } from '../customers/records/customer.table.js';
import { Formats } from '../documents/wording/document-formats.js';
import { languageOf } from '../documents/wording/languages.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import type { MailLink, MailLogo } from '../mails/mail-content.js';
import { AttemptLimiter } from '../people/users/attempt-limiter.js';
import type { DocumentMailsNeeds } from './document-mails.needs.js';

/** What the page of an invoice says, formatted. */
export interface InvoicePage {
  readonly language: string;
  readonly brand: string;
  readonly logo: MailLogo | null;
  readonly title: string;
  readonly amount: string;
  /** When the amount is due, or that nothing is. */
  readonly due: string;
  readonly pdf: MailLink;
  /** The label of the button; null if the invoice cannot be paid on a page of a provider. */
  readonly pay: string | null;
  /** Shown if the provider offers no page. */
  readonly failure: string;
}

const HOUR_MS = 3_600_000;
/** Whoever has an address asks the provider of the organization for pages: at most so many for an invoice in an hour. */
const MOST_ATTEMPTS = 20;

/**
 * The page that the payment links of e-mails lead to: it says what is due and leads on to the page of the provider, which is
 * made when somebody asks for it, not with the e-mail. Source: docs/adr/0137.
 */
export class InvoicePages {
  private readonly addresses: PaymentAddresses;
  private readonly attempts = new AttemptLimiter({
    attempts: MOST_ATTEMPTS,
    windowMs: HOUR_MS,
    sentence: `An invoice is paid by at most ${MOST_ATTEMPTS} attempts in an hour.`,
  });

  constructor(
    private readonly needs: Pick<
      DocumentMailsNeeds,
      | 'publicAddresses'
      | 'billingEntities'
      | 'customers'
      | 'invoices'
      | 'documents'
      | 'mailLogos'
      | 'paymentLinks'
    >,
  ) {
    this.addresses = new PaymentAddresses(needs.publicAddresses);
  }

  /** The address of the page; null while the invoice cannot be paid on a page of a provider. */
  async findUrl(
    db: Db,
    actor: Actor,
    invoice: Invoice,
    customer: Customer,
  ): Promise<AddressForOthers | null> {
    if (!(await this.isPayable(db, actor, invoice, customer))) return null;
    return this.addresses.urlOf(db, { organizationId: actor.organizationId, invoiceId: invoice.id });
  }

  /** The invoice that a path names; null if it is not one that `findUrl` has made. */
  read(db: Db, path: InvoiceAddress & { readonly signature: string }): Promise<InvoiceAddress | null> {
    return this.addresses.read(db, path);
  }

  /** What the page says; null if the invoice does not exist any more. */
  async show(db: Db, { organizationId, invoiceId }: InvoiceAddress): Promise<InvoicePage | null> {
    const { invoices, customers, billingEntities, documents, mailLogos } = this.needs;
    const actor = systemActor(organizationId, null);
    const invoice = (await invoices.getMany(db, actor, [invoiceId])).get(invoiceId);
    if (invoice === undefined) return null;
    const customer = (await customers.getMany(db, actor, [invoice.customerId])).get(invoice.customerId);
    if (customer === undefined) return null;
    const entity = await billingEntities.getWithArchived(db, actor, invoice.billingEntityId);
    const { tag, wording } = languageOf(customer.documentLocale ?? entity.documentLocale);
    const formats = new Formats(tag, invoice.currency, invoice.timezone);
    const due = dueCents(invoice);
    const pdf = { organizationId, documentType: 'invoice', documentId: invoiceId, format: 'pdf' } as const;
    const pdfUrl: AddressForOthers = await documents.urlOf(db, null, pdf);
    return {
      language: tag,
      brand: entity.name,
      logo: await mailLogos.find(db, entity),
      title: `${wording.invoice} ${invoice.number}`,
      amount: formats.amount(due),
      due: due === 0n ? wording.nothingDue : wording.dueBy(formats.date(invoice.paymentDueDate)),
      pdf: { label: wording.mail.openPdf, url: pdfUrl },
      pay: (await this.isPayable(db, actor, invoice, customer)) ? wording.mail.pay : null,
      failure: wording.mail.payFailed,
    };
  }

  /**
   * The page of the provider, which is made unless one is open; null if there is none now.
   * @throws AppError kind `tooManyRequests`.
   */
  async findProviderPage(db: Db, { organizationId, invoiceId }: InvoiceAddress): Promise<string | null> {
    this.attempts.count(invoiceId);
    try {
      const actor = systemActor(organizationId, null);
      return (await this.needs.paymentLinks.ofInvoice(db, actor, invoiceId)).paymentUrl;
    } catch (error) {
      if (error instanceof AppError || error instanceof ProviderRefusal) return null;
      throw error;
    }
  }

  private async isPayable(db: Db, actor: Actor, invoice: Invoice, customer: Customer): Promise<boolean> {
    if (invoice.status !== 'finalized' || invoice.paymentStatus === 'succeeded' || dueCents(invoice) === 0n)
      return false;
    return this.needs.paymentLinks.areAvailable(db, actor, customer);
  }
}

import type { AddressForOthers } from '../../platform/addresses.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import { notAllowed } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { NewMail } from '../mails/mail-queue.service.js';
import type { BillingEntity } from '../billing-entities/records/billing-entity.table.js';
import type { OwnedPaymentReceipt } from '../payment-receipts/payment-receipt.changes.js';
import type { PaymentReceipt } from '../payment-receipts/payment-receipt.table.js';
import type { OwnedPaymentRequest } from '../payment-requests/payment-request.changes.js';
import type { DocumentMailsNeeds } from './document-mails.needs.js';
import type { DocumentMailComposer, MailedDocument } from './document-mail.composer.js';
import type { InvoicePages } from './invoice-pages.service.js';
import { EMAIL_SETTINGS, RESOURCE_TYPES } from './mail-kinds.js';
import { MAIL_PAYMENT_REQUEST } from './payment-request-mail.job.js';
import type { Recipients, ResendMail } from './resend-mail.input.js';
import { resendRecipients } from './resend-mail.rules.js';

interface Needs extends Pick<
  DocumentMailsNeeds,
  | 'jobsDb'
  | 'billingEntities'
  | 'customers'
  | 'customerLocks'
  | 'invoices'
  | 'creditNotes'
  | 'payments'
  | 'paymentReceipts'
  | 'paymentRequests'
  | 'paymentLinks'
  | 'mailQueue'
  | 'portalAccess'
> {
  readonly composer: DocumentMailComposer;
  readonly invoicePages: InvoicePages;
}

/** Queues e-mails about documents: those that follow from documents, and repeats. Source: documents-and-emails.md §5. */
export class DocumentMails {
  constructor(private readonly needs: Needs) {}

  /** Sends an invoice, once its file exists. */
  async sendInvoice(
    tx: Tx,
    actor: Actor,
    { invoice, customer }: { readonly invoice: Invoice; readonly customer: Customer },
  ): Promise<void> {
    if (willBeRolledBack() || customer.email === null) return;
    if (invoice.invoiceType === 'advance_charges' || invoice.feesAmountCents === 0n) return;
    const entity = await this.entityOf(tx, actor, invoice);
    await this.send(tx, actor, this.needs.composer.ofInvoice(invoice, customer, entity));
  }

  /** Sends a credit note, once its file exists. */
  async sendCreditNote(
    tx: Tx,
    actor: Actor,
    { note, customer }: { readonly note: CreditNote; readonly customer: Customer },
  ): Promise<void> {
    if (willBeRolledBack() || customer.email === null) return;
    await this.send(tx, actor, await this.mailedNote(tx, actor, note, customer));
  }

  /** Sends a payment receipt, once its file exists. */
  async sendReceipt(tx: Tx, actor: Actor, { receipt, customer }: OwnedPaymentReceipt): Promise<void> {
    if (willBeRolledBack() || customer.email === null) return;
    await this.send(tx, actor, await this.mailedReceipt(tx, actor, receipt, customer));
  }

  /** Asks a customer to pay overdue invoices: once there is a page for that, if it may have one. */
  async sendPaymentRequest(tx: Tx, actor: Actor, { request, customer }: OwnedPaymentRequest): Promise<void> {
    if (willBeRolledBack() || request.email === null) return;
    if (customer.paymentProvider === null) return this.sendRequest(tx, actor, { request, customer }, null);
    const { organizationId } = actor;
    const { id: paymentRequestId } = request;
    await MAIL_PAYMENT_REQUEST.enqueue(
      tx,
      { organizationId, paymentRequestId },
      { jobKey: `mail-payment-request:${paymentRequestId}` },
    );
  }

  /** The job `mail_payment_request`. The provider is called outside of any transaction. */
  async mailRequest({
    organizationId,
    paymentRequestId,
  }: {
    organizationId: string;
    paymentRequestId: string;
  }): Promise<void> {
    const { jobsDb: db, customerLocks, paymentRequests, paymentLinks } = this.needs;
    const actor = systemActor(organizationId, null);
    const find = async (tx: Db) =>
      (await paymentRequests.getMany(tx, actor, [paymentRequestId])).get(paymentRequestId);
    if ((await find(db)) === undefined) return;
    const paymentUrl = await paymentLinks.findUrlOfRequest(db, actor, paymentRequestId);
    await db.transaction(async (tx) => {
      const found = await find(tx);
      if (found === undefined) return;
      const customer = await customerLocks.lock(tx, actor, found.customerId);
      // Read again: it may have been paid meanwhile.
      const request = await paymentRequests.get(tx, actor, paymentRequestId);
      if (request.paymentStatus === 'succeeded') return;
      await this.sendRequest(tx, actor, { request, customer }, paymentUrl);
    });
  }

  /**
   * Sends the e-mail about an invoice again.
   * @throws AppError `invoice_not_found`; `invoice_not_finalized`, `email_settings_disabled`; `validation_errors`; kind
   *   `tooManyRequests`.
   */
  async resendInvoice(tx: Tx, actor: Actor, input: ResendMail): Promise<Invoice> {
    const invoice = await this.needs.invoices.get(tx, actor, input.id);
    if (invoice.status !== 'finalized') throw notAllowed('invoice_not_finalized');
    const customer = await this.customer(tx, actor, invoice.customerId);
    const entity = await this.entityOf(tx, actor, invoice);
    await this.resend(tx, actor, this.needs.composer.ofInvoice(invoice, customer, entity), input);
    return invoice;
  }

  /** The same for a credit note. @throws AppError `credit_note_not_found`, and as `resendInvoice`. */
  async resendCreditNote(tx: Tx, actor: Actor, input: ResendMail): Promise<CreditNote> {
    const note = await this.needs.creditNotes.get(tx, actor, input.id);
    const customer = await this.customer(tx, actor, note.customerId);
    await this.resend(tx, actor, await this.mailedNote(tx, actor, note, customer), input);
    return note;
  }

  /** The same for a payment receipt. @throws AppError `payment_receipt_not_found`, and as `resendInvoice`. */
  async resendReceipt(tx: Tx, actor: Actor, input: ResendMail): Promise<PaymentReceipt> {
    const receipt = await this.needs.paymentReceipts.get(tx, actor, input.id);
    const customer = await this.customer(tx, actor, receipt.customerId);
    await this.resend(tx, actor, await this.mailedReceipt(tx, actor, receipt, customer), input);
    return receipt;
  }

  /** Sends what follows from a document, if its billing entity has that turned on. */
  private async send(tx: Tx, actor: Actor, document: MailedDocument): Promise<void> {
    const { customer, entity } = document;
    if (customer.email === null || entity.email === null || !isTurnedOn(document)) return;
    const recipients = { to: [customer.email], cc: [], bcc: [] };
    await this.enqueue(tx, systemActor(actor.organizationId, null), document, recipients);
  }

  /** Sends the e-mail about overdue invoices. Source: payment-providers.md §6. */
  private async sendRequest(
    tx: Tx,
    actor: Actor,
    { request, customer }: OwnedPaymentRequest,
    pay: string | null,
  ): Promise<void> {
    const { billingEntities, paymentRequests, composer, mailQueue } = this.needs;
    const entity = await billingEntities.getWithArchived(tx, actor, request.billingEntityId);
    if (entity.email === null || request.email === null) return;
    const invoices = expectPresent(
      (await paymentRequests.invoicesOf(tx, actor, [request.id])).get(request.id),
      'the invoices of a payment request',
    );
    const recipients = { to: [request.email], cc: [], bcc: request.bccEmails };
    const addresses = { pay, portal: await this.portalFor(tx, customer, recipients) };
    await mailQueue.enqueue(tx, systemActor(actor.organizationId, null), {
      ...envelopeOf(actor, customer, entity),
      ...(await composer.composeRequest(tx, actor, { request, addresses }, { invoices, customer, entity })),
      ...recipients,
      about: {
        resourceType: 'PaymentRequest',
        resourceId: request.id,
        externalCustomerId: customer.externalId,
        number: null,
      },
    });
  }

  private async resend(tx: Tx, actor: Actor, document: MailedDocument, input: ResendMail): Promise<void> {
    if (!isTurnedOn(document)) throw notAllowed('email_settings_disabled');
    const { customer, entity } = document;
    const recipients = resendRecipients(input, { entityEmail: entity.email, customerEmail: customer.email });
    await this.needs.mailQueue.requireRoom(tx, actor.organizationId);
    await this.enqueue(tx, actor, document, recipients, { isResent: true });
  }

  private async enqueue(
    tx: Tx,
    actor: Actor,
    document: MailedDocument,
    recipients: Recipients,
    options: Pick<NewMail, 'isResent'> = {},
  ): Promise<void> {
    const { composer, mailQueue, invoicePages } = this.needs;
    const { key, number, customer, entity, payable, alsoAttached } = document;
    const addresses = {
      pay: payable === null ? null : await invoicePages.findUrl(tx, actor, payable, customer),
      portal: await this.portalFor(tx, customer, recipients),
    };
    await mailQueue.enqueue(tx, actor, {
      ...envelopeOf(actor, customer, entity),
      ...(await composer.compose(tx, actor, document, addresses)),
      ...recipients,
      ...options,
      attachments: [key, ...alsoAttached],
      about: {
        resourceType: RESOURCE_TYPES[key.documentType],
        resourceId: key.documentId,
        externalCustomerId: customer.externalId,
        number,
      },
    });
  }

  /**
   * The portal of the customer, for an e-mail that nobody else gets: whoever sends one to other addresses may not be allowed to
   * open portals.
   */
  private async portalFor(
    db: Db,
    customer: Customer,
    { to, cc, bcc }: Recipients,
  ): Promise<AddressForOthers | null> {
    const isForCustomer = [...to, ...cc, ...bcc].every((address) => address === customer.email);
    return isForCustomer ? this.needs.portalAccess.urlForMail(db, customer) : null;
  }

  private async mailedNote(
    tx: Tx,
    actor: Actor,
    note: CreditNote,
    customer: Customer,
  ): Promise<MailedDocument> {
    const { invoices, composer } = this.needs;
    const invoice = expectPresent(
      (await invoices.getMany(tx, actor, [note.invoiceId])).get(note.invoiceId),
      'the invoice of a credit note',
    );
    return composer.ofCreditNote(note, invoice, customer, await this.entityOf(tx, actor, invoice));
  }

  private async mailedReceipt(
    tx: Tx,
    actor: Actor,
    receipt: PaymentReceipt,
    customer: Customer,
  ): Promise<MailedDocument> {
    const { payments, paymentReceipts, composer } = this.needs;
    const payment = expectPresent(
      (await payments.getMany(tx, actor, [receipt.paymentId])).get(receipt.paymentId),
      'the payment of a receipt',
    );
    const invoices = await paymentReceipts.paidInvoices(tx, actor, payment);
    const entity = await this.entityOf(
      tx,
      actor,
      expectPresent(invoices[0], 'an invoice that a payment pays'),
    );
    return composer.ofReceipt(receipt, payment, { invoices, customer, entity });
  }

  private entityOf(db: Db, actor: Actor, { billingEntityId }: Invoice): Promise<BillingEntity> {
    return this.needs.billingEntities.getWithArchived(db, actor, billingEntityId);
  }

  private async customer(db: Db, actor: Actor, id: string): Promise<Customer> {
    const found = await this.needs.customers.getMany(db, actor, [id]);
    return expectPresent(found.get(id), 'the customer of a document');
  }
}

function isTurnedOn({ key, entity }: MailedDocument): boolean {
  return entity.emailSettings.includes(EMAIL_SETTINGS[key.documentType]);
}

function envelopeOf({ organizationId }: Actor, { testClockId }: Customer, { name, email }: BillingEntity) {
  return { organizationId, fromName: name, replyTo: email, isHandedOver: testClockId === null };
}

import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { InvoiceCredit } from '../../invoices/records/invoice-credit.table.js';
import type { Payment } from '../../payments/payment.table.js';
import type { CustomerPlaces, OwnedDocument } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { isBooked, isSent } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'invoices'> {
  readonly customerPlaces: CustomerPlaces;
}

/** A credit note with its customer. */
export interface OwnedNote {
  readonly note: CreditNote;
  readonly customer: Customer;
}

/** A payment with its customer. */
export interface OwnedPayment {
  readonly payment: Payment;
  readonly customer: Customer;
}

/** Asks for documents to be sent to accounting systems, in the transaction that changes them. Source: integrations.md §11 (docs/adr/0191). */
export class AccountingDocuments {
  constructor(private readonly needs: Needs) {}

  /** Asks for invoices that are finalized, and for the credits that they use. */
  async requestInvoices(tx: Tx, actor: Actor, owned: readonly OwnedInvoice[]): Promise<void> {
    const sent = owned.filter(({ invoice }) => isSent(invoice));
    const credits = await this.creditsOf(tx, actor, sent);
    const documents = sent.flatMap((each) => [
      ...invoiceDocument(each),
      ...creditDocuments(each, credits.get(each.invoice.id) ?? []),
      ...prepaidDocument(each),
    ]);
    await this.request(tx, actor, documents);
  }

  /** Asks for a voided invoice to be taken back. */
  async requestVoid(tx: Tx, actor: Actor, { invoice, customer }: OwnedInvoice): Promise<void> {
    await this.request(tx, actor, invoiceDocument({ invoice, customer }));
  }

  /** Asks for a final credit note, and for its offset. */
  async requestCreditNote(tx: Tx, actor: Actor, owned: OwnedNote): Promise<void> {
    if (isBooked(owned.note)) await this.request(tx, actor, noteDocuments(owned));
  }

  /** Asks for a credit note whose balance is voided to be sent again. */
  async requestNoteVoid(tx: Tx, actor: Actor, owned: OwnedNote): Promise<void> {
    await this.request(tx, actor, [noteDocument(owned)]);
  }

  /** Asks for the refund of a credit note that has succeeded. */
  async requestRefund(tx: Tx, actor: Actor, { note, customer }: OwnedNote): Promise<void> {
    await this.request(tx, actor, [
      { resourceType: 'refund', resourceId: note.id, customer, flag: 'syncCreditNotes' },
    ]);
  }

  /** Asks for a payment that has succeeded. */
  async requestPayment(tx: Tx, actor: Actor, { payment, customer }: OwnedPayment): Promise<void> {
    await this.request(tx, actor, [
      { resourceType: 'payment', resourceId: payment.id, customer, flag: 'syncPayments' },
    ]);
  }

  /** The credits of invoices that use credit notes. None are read of customers that are linked to no accounting system. */
  private async creditsOf(
    tx: Tx,
    actor: Actor,
    owned: readonly OwnedInvoice[],
  ): Promise<ReadonlyMap<string, readonly InvoiceCredit[]>> {
    const { customerPlaces, invoices } = this.needs;
    const withNotes = owned.filter(({ invoice }) => invoice.creditNotesAmountCents > 0n);
    const customers = withNotes.map(({ customer }) => customer);
    const links = await customerPlaces.linksOf(tx, actor, 'accounting', customers);
    const linked = withNotes.filter(({ customer }) => (links.get(customer.id) ?? []).length > 0);
    if (linked.length === 0) return new Map();
    return invoices.credits(
      tx,
      actor,
      linked.map(({ invoice }) => invoice.id),
    );
  }

  private request(tx: Tx, actor: Actor, documents: readonly OwnedDocument[]): Promise<void> {
    return this.needs.customerPlaces.request(tx, actor, 'accounting', documents);
  }
}

function invoiceDocument({ invoice, customer }: OwnedInvoice): OwnedDocument[] {
  if (!isSent(invoice)) return [];
  return [{ resourceType: 'invoice', resourceId: invoice.id, customer, flag: 'syncInvoices' }];
}

/** The prepaid credits that an invoice uses. */
function prepaidDocument({ invoice, customer }: OwnedInvoice): OwnedDocument[] {
  if (invoice.prepaidCreditAmountCents === 0n) return [];
  return [{ resourceType: 'payment', resourceId: invoice.id, customer, flag: 'syncPayments' }];
}

/** The credit notes that an invoice uses. */
function creditDocuments({ customer }: OwnedInvoice, credits: readonly InvoiceCredit[]): OwnedDocument[] {
  return credits
    .filter(({ itemType }) => itemType === 'credit_note')
    .map(({ id }) => ({ resourceType: 'allocation', resourceId: id, customer, flag: 'syncCreditNotes' }));
}

function noteDocument({ note, customer }: OwnedNote): OwnedDocument {
  return { resourceType: 'credit_note', resourceId: note.id, customer, flag: 'syncCreditNotes' };
}

function noteDocuments(owned: OwnedNote): OwnedDocument[] {
  const { note, customer } = owned;
  const offset: OwnedDocument[] =
    note.offsetAmountCents > 0n
      ? [{ resourceType: 'allocation', resourceId: note.id, customer, flag: 'syncCreditNotes' }]
      : [];
  return [noteDocument(owned), ...offset];
}

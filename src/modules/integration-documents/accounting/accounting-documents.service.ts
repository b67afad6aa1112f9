import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { InvoiceCredit } from '../../invoices/records/invoice-credit.table.js';
import type { Payment } from '../../payments/payment.table.js';
import type { CustomerPlaces, OwnedDocument, SentDocument } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { isBooked, isSent } from './accounting-rules.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'creditNotes' | 'integrationResources' | 'invoices'> {
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
    const documents = sent.flatMap(({ invoice, customer }) =>
      ofCustomer(customer, [
        ...invoiceDocuments(invoice),
        ...allocations(credits.get(invoice.id) ?? []),
        ...prepaidDocuments(invoice),
      ]),
    );
    await this.request(tx, actor, documents);
  }

  /** Asks for a voided invoice to be taken back. */
  async requestVoid(tx: Tx, actor: Actor, { invoice, customer }: OwnedInvoice): Promise<void> {
    const documents = invoiceDocuments(invoice);
    await this.request(tx, actor, ofCustomer(customer, documents));
  }

  /** Asks for a final credit note, and for its offset. Its refund follows once it has succeeded. */
  async requestCreditNote(tx: Tx, actor: Actor, { note, customer }: OwnedNote): Promise<void> {
    const documents = [...noteDocuments(note), ...offsets(note)];
    await this.request(tx, actor, ofCustomer(customer, documents));
  }

  /** Asks for a credit note whose balance is voided to be sent again. */
  async requestNoteVoid(tx: Tx, actor: Actor, { note, customer }: OwnedNote): Promise<void> {
    await this.request(tx, actor, ofCustomer(customer, noteDocuments(note)));
  }

  /** Asks for the refund of a credit note that has succeeded. */
  async requestRefund(tx: Tx, actor: Actor, { note, customer }: OwnedNote): Promise<void> {
    await this.request(tx, actor, ofCustomer(customer, refunds(note)));
  }

  /** Asks for a payment that has succeeded. */
  async requestPayment(tx: Tx, actor: Actor, { payment, customer }: OwnedPayment): Promise<void> {
    const document = { resourceType: 'payment', resourceId: payment.id, flag: 'syncPayments' } as const;
    await this.request(tx, actor, ofCustomer(customer, [document]));
  }

  /**
   * What is sent beside documents that a user asks for: the prepaid credits of invoices, the refunds of credit notes, and what was
   * deducted of these from invoices, once the connection is to have both.
   */
  async besides(
    db: Db,
    actor: Actor,
    integrationId: string,
    {
      resourceType,
      ids,
    }: { readonly resourceType: RequestedResource['resourceType']; readonly ids: readonly string[] },
  ): Promise<(SentDocument & Pick<RequestedResource, 'customerId'>)[]> {
    const { creditNotes, invoices } = this.needs;
    if (resourceType === 'credit_note') {
      const notes = [...(await creditNotes.getVisible(db, actor, ids)).values()];
      const credits = await invoices.creditsOfItems(db, actor, ids);
      const known = await this.knownOf(db, actor, integrationId, [
        ...notes.map(({ invoiceId }) => invoiceId),
        ...[...credits.values()].flat().map(({ invoiceId }) => invoiceId),
      ]);
      return notes.flatMap((note) => {
        const used = (credits.get(note.id) ?? []).filter(({ invoiceId }) => known.has(invoiceId));
        const offset = known.has(note.invoiceId) ? offsets(note) : [];
        return ofOwner(note, [...refunds(note), ...offset, ...allocations(used)]);
      });
    }
    if (resourceType !== 'invoice') return [];
    const found = [...(await invoices.getMany(db, actor, ids)).values()];
    const credits = await invoices.credits(db, actor, ids);
    const known = await this.knownOf(
      db,
      actor,
      integrationId,
      [...credits.values()].flat().map(({ itemId }) => itemId),
    );
    return found.flatMap((invoice) => {
      const used = (credits.get(invoice.id) ?? []).filter(({ itemId }) => known.has(itemId));
      return ofOwner(invoice, [...allocations(used), ...prepaidDocuments(invoice)]);
    });
  }

  /** The ids of those invoices and credit notes that a connection has, or is to have. */
  private async knownOf(
    db: Db,
    actor: Actor,
    integrationId: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const records = [...(await this.needs.integrationResources.ofResources(db, actor, ids)).values()].flat();
    const known = records.filter(
      (record) =>
        record.integrationId === integrationId &&
        (record.resourceType === 'invoice' || record.resourceType === 'credit_note'),
    );
    return new Set(known.map(({ resourceId }) => resourceId));
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

function ofCustomer(customer: Customer, documents: readonly SentDocument[]): OwnedDocument[] {
  return documents.map((document) => ({ ...document, customer }));
}

function ofOwner(
  { customerId }: Pick<RequestedResource, 'customerId'>,
  documents: readonly SentDocument[],
): (SentDocument & Pick<RequestedResource, 'customerId'>)[] {
  return documents.map((document) => ({ ...document, customerId }));
}

function invoiceDocuments(invoice: Invoice): SentDocument[] {
  return isSent(invoice) ? [{ resourceType: 'invoice', resourceId: invoice.id, flag: 'syncInvoices' }] : [];
}

/** The credit notes among the credits of invoices. */
function allocations(credits: readonly InvoiceCredit[]): SentDocument[] {
  return credits
    .filter(({ itemType }) => itemType === 'credit_note')
    .map(({ id }) => ({ resourceType: 'allocation', resourceId: id, flag: 'syncCreditNotes' }));
}

/** The prepaid credits that an invoice uses. */
function prepaidDocuments({ id, prepaidCreditAmountCents }: Invoice): SentDocument[] {
  if (prepaidCreditAmountCents === 0n) return [];
  return [{ resourceType: 'payment', resourceId: id, flag: 'syncPayments' }];
}

function noteDocuments(note: CreditNote): SentDocument[] {
  return isBooked(note)
    ? [{ resourceType: 'credit_note', resourceId: note.id, flag: 'syncCreditNotes' }]
    : [];
}

function offsets({ id, offsetAmountCents }: CreditNote): SentDocument[] {
  if (offsetAmountCents === 0n) return [];
  return [{ resourceType: 'allocation', resourceId: id, flag: 'syncCreditNotes' }];
}

function refunds({ id, refundStatus }: CreditNote): SentDocument[] {
  if (refundStatus !== 'succeeded') return [];
  return [{ resourceType: 'refund', resourceId: id, flag: 'syncCreditNotes' }];
}

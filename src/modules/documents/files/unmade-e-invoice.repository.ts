import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import type { DocumentParties } from '../facts/document-facts.js';
import type { DocumentKey } from '../facts/document-key.js';
import { type UnmadeEInvoice, unmadeEInvoices } from './unmade-e-invoice.table.js';

/** A document that can have an e-invoice. */
export type BillingDocumentType = 'credit_note' | 'invoice';

/** Whose parties change. */
export type ChangedParty = { readonly customerId: string } | { readonly billingEntityId: string };

/** A document whose billing entity issues e-invoices. */
export type EInvoicedDocument = Pick<UnmadeEInvoice, 'billingEntityId' | 'customerId'> & {
  readonly documentId: string;
  readonly currency: string;
};

const COLUMNS = {
  invoice: unmadeEInvoices.invoiceId,
  credit_note: unmadeEInvoices.creditNoteId,
} as const;

function isDocument(organizationId: string, documentType: BillingDocumentType, documentId: string) {
  return and(eq(unmadeEInvoices.organizationId, organizationId), eq(COLUMNS[documentType], documentId));
}

const isOf = (organizationId: string, party: ChangedParty) =>
  and(
    eq(unmadeEInvoices.organizationId, organizationId),
    'customerId' in party
      ? eq(unmadeEInvoices.customerId, party.customerId)
      : eq(unmadeEInvoices.billingEntityId, party.billingEntityId),
  );

export const unmadeEInvoiceRepository = {
  /** Those of the documents whose billing entity issues e-invoices. */
  findEInvoiced(
    db: Db,
    organizationId: string,
    documentType: BillingDocumentType,
    documentIds: readonly string[],
  ): Promise<EInvoicedDocument[]> {
    const document = documentType === 'invoice' ? invoices : creditNotes;
    const query = db
      .select({
        documentId: document.id,
        customerId: invoices.customerId,
        billingEntityId: invoices.billingEntityId,
        currency: invoices.currency,
      })
      .from(invoices)
      .innerJoin(
        billingEntities,
        and(
          eq(billingEntities.organizationId, invoices.organizationId),
          eq(billingEntities.id, invoices.billingEntityId),
          eq(billingEntities.einvoicing, true),
        ),
      )
      .$dynamic();
    const joined =
      documentType === 'invoice'
        ? query
        : query.innerJoin(
            creditNotes,
            and(
              eq(creditNotes.organizationId, invoices.organizationId),
              eq(creditNotes.invoiceId, invoices.id),
            ),
          );
    return joined.where(and(eq(document.organizationId, organizationId), isOneOf(document.id, documentIds)));
  },

  async insertIfMissing(tx: Tx, rows: readonly UnmadeEInvoice[]): Promise<void> {
    if (rows.length === 0) return;
    await tx
      .insert(unmadeEInvoices)
      .values([...rows])
      .onConflictDoNothing();
  },

  /** The parties of a document as they were; null if its e-invoice is made, or is none. */
  async findParties(
    db: Db,
    organizationId: string,
    documentType: BillingDocumentType,
    documentId: string,
  ): Promise<DocumentParties | null> {
    const [row] = await db
      .select({ parties: unmadeEInvoices.parties })
      .from(unmadeEInvoices)
      .where(isDocument(organizationId, documentType, documentId));
    return row?.parties ?? null;
  },

  async delete(
    tx: Tx,
    organizationId: string,
    documentType: BillingDocumentType,
    documentId: string,
  ): Promise<void> {
    await tx.delete(unmadeEInvoices).where(isDocument(organizationId, documentType, documentId));
  },

  /** True while e-invoices of a party are to be made. */
  async exist(db: Db, organizationId: string, party: ChangedParty): Promise<boolean> {
    const rows = await db
      .select({ id: unmadeEInvoices.id })
      .from(unmadeEInvoices)
      .where(isOf(organizationId, party))
      .limit(1);
    return rows.length > 0;
  },

  /** The documents of a party whose e-invoices are to be made, in the order of their ids. */
  async findPage(
    db: Db,
    organizationId: string,
    party: ChangedParty,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<(DocumentKey & { readonly id: string })[]> {
    const { id, invoiceId, creditNoteId } = unmadeEInvoices;
    const rows = await db
      .select({ id, invoiceId, creditNoteId })
      .from(unmadeEInvoices)
      .where(and(isOf(organizationId, party), after === null ? undefined : gt(id, after)))
      .orderBy(asc(id))
      .limit(limit);
    return rows.map((row) =>
      row.invoiceId === null
        ? { id: row.id, documentType: 'credit_note', documentId: row.creditNoteId ?? '' }
        : { id: row.id, documentType: 'invoice', documentId: row.invoiceId },
    );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(unmadeEInvoices)
      .where(
        and(
          eq(unmadeEInvoices.organizationId, organizationId),
          isOneOf(unmadeEInvoices.customerId, customerIds),
        ),
      );
  },
};

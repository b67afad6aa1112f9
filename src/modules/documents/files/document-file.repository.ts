import { and, eq, exists, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { paymentReceipts } from '../../payment-receipts/payment-receipt.table.js';
import { type DocumentFile, documentFiles, type FileFormat } from './document-file.table.js';
import type { FilePlace } from './document-storage.js';
import type { DocumentKey, DocumentType } from '../facts/document-key.js';

/** The column with the id of a document, by the type of document. */
const DOCUMENT_COLUMN = {
  invoice: documentFiles.invoiceId,
  credit_note: documentFiles.creditNoteId,
  payment_receipt: documentFiles.paymentReceiptId,
} as const satisfies Record<DocumentType, unknown>;

/** A file of a document, without its content. */
export interface FileName {
  readonly documentId: string | null;
  readonly format: FileFormat;
  /** What keeps the e-invoice beside a PDF from being made. */
  readonly eInvoiceProblems: string[] | null;
}

const formatsOf = Object.fromEntries(
  Object.entries(DOCUMENT_COLUMN).map(([type, column]) => [
    type,
    compiledQuery((db, organizationId: string, documentIds: readonly string[]) =>
      db
        .select({
          documentId: column,
          format: documentFiles.format,
          eInvoiceProblems: documentFiles.eInvoiceProblems,
        })
        .from(documentFiles)
        .where(and(eq(documentFiles.organizationId, organizationId), isOneOf(column, documentIds))),
    ),
  ]),
) as Record<
  DocumentType,
  (db: Db, organizationId: string, documentIds: readonly string[]) => Promise<FileName[]>
>;

export const documentFileRepository = {
  /** Which files the documents have. */
  findFormats(
    db: Db,
    organizationId: string,
    documentType: DocumentType,
    documentIds: readonly string[],
  ): Promise<FileName[]> {
    return formatsOf[documentType](db, organizationId, documentIds);
  },

  /** Where a file lies; null if there is none. */
  async findPlace(
    db: Db,
    organizationId: string,
    { documentType, documentId }: DocumentKey,
    format: FileFormat,
  ): Promise<FilePlace | null> {
    const [file] = await db
      .select({ content: documentFiles.content, storageKey: documentFiles.storageKey })
      .from(documentFiles)
      .where(
        and(
          eq(documentFiles.organizationId, organizationId),
          eq(DOCUMENT_COLUMN[documentType], documentId),
          eq(documentFiles.format, format),
        ),
      );
    return file ?? null;
  },

  /** @returns the ids of those that the document did not have; the others are not inserted. */
  async insertIfMissing(tx: Tx, files: readonly DocumentFile[]): Promise<Set<string>> {
    const inserted = await tx
      .insert(documentFiles)
      .values([...files])
      .onConflictDoNothing()
      .returning({ id: documentFiles.id });
    return new Set(inserted.map(({ id }) => id));
  },

  /** Notes what keeps the e-invoice beside the PDF of a document from being made. */
  async noteProblems(
    tx: Tx,
    organizationId: string,
    { documentType, documentId }: DocumentKey,
    eInvoiceProblems: string[] | null,
  ): Promise<void> {
    await tx
      .update(documentFiles)
      .set({ eInvoiceProblems })
      .where(
        and(
          eq(documentFiles.organizationId, organizationId),
          eq(DOCUMENT_COLUMN[documentType], documentId),
          eq(documentFiles.format, 'pdf'),
        ),
      );
  },

  /** @returns the names of the files that lie in the storage. */
  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const ownedBy = (
      parent: typeof invoices | typeof creditNotes | typeof paymentReceipts,
      reference: (typeof DOCUMENT_COLUMN)[DocumentType],
    ) =>
      exists(
        tx
          .select({ found: sql`1` })
          .from(parent)
          .where(and(refersTo(reference, parent), isOneOf(parent.customerId, customerIds))),
      );
    const deleted = await tx
      .delete(documentFiles)
      .where(
        and(
          eq(documentFiles.organizationId, organizationId),
          or(
            ownedBy(invoices, documentFiles.invoiceId),
            ownedBy(creditNotes, documentFiles.creditNoteId),
            ownedBy(paymentReceipts, documentFiles.paymentReceiptId),
          ),
        ),
      )
      .returning({ storageKey: documentFiles.storageKey });
    return deleted.flatMap(({ storageKey }) => storageKey ?? []);
  },
};

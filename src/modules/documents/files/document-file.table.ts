import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, createdAt, id, organizationId } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { paymentReceipts } from '../../payment-receipts/payment-receipt.table.js';

export const FILE_FORMATS = ['pdf', 'xml'] as const;

/** The files of documents, each made once. Exactly one document is set. Source: documents-and-emails.md §1. */
export const documentFiles = pgTable(
  'document_files',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id'),
    creditNoteId: uuid('credit_note_id'),
    paymentReceiptId: uuid('payment_receipt_id'),
    format: text('format', { enum: FILE_FORMATS }).notNull(),
    /** Null for a file in the storage of `FILES_URL`. */
    content: bytes('content'),
    /** Its name in that storage; null for a file in `content`. */
    storageKey: text('storage_key'),
    /** The SHA-256 of its content, in hexadecimal; null for a file from before this column existed. */
    sha256: text('sha256'),
    /** Of a PDF: what the parties lack for the e-invoice beside it; null if nothing keeps it from being made, or there is none. */
    eInvoiceProblems: text('e_invoice_problems').array(),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo(
      'document_files_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'document_files_credit_note_fk',
      { organizationId: table.organizationId, reference: table.creditNoteId },
      creditNotes,
    ),
    belongsTo(
      'document_files_payment_receipt_fk',
      { organizationId: table.organizationId, reference: table.paymentReceiptId },
      paymentReceipts,
    ),
    uniqueIndex('document_files_invoice')
      .on(table.organizationId, table.invoiceId, table.format)
      .where(sql`${table.invoiceId} is not null`),
    uniqueIndex('document_files_credit_note')
      .on(table.organizationId, table.creditNoteId, table.format)
      .where(sql`${table.creditNoteId} is not null`),
    uniqueIndex('document_files_payment_receipt')
      .on(table.organizationId, table.paymentReceiptId, table.format)
      .where(sql`${table.paymentReceiptId} is not null`)
      .concurrently(),
    check(
      'document_files_one_document',
      sql`num_nonnulls(${table.invoiceId}, ${table.creditNoteId}, ${table.paymentReceiptId}) = 1`,
    ),
  ],
);

export type DocumentFile = typeof documentFiles.$inferSelect;
export type FileFormat = DocumentFile['format'];

export function isFileFormat(text: string): text is FileFormat {
  return FILE_FORMATS.some((format) => format === text);
}

import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { invoices } from '../../invoices/records/invoice.table.js';

/** The last document that was made of each draft, kept for a day. Source: documents-and-emails.md §4; docs/adr/0132. */
export const draftDocuments = pgTable(
  'draft_documents',
  {
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    content: bytes('content').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.invoiceId] }),
    belongsTo(
      'draft_documents_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    index('draft_documents_expiry').on(table.expiresAt),
  ],
);

export type DraftDocument = typeof draftDocuments.$inferSelect;

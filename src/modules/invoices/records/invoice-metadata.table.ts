import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { invoices } from './invoice.table.js';

/** Texts that callers keep with an invoice. Source: invoices.md §8. */
export const invoiceMetadata = pgTable(
  'invoice_metadata',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'invoice_metadata_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    uniqueIndex('invoice_metadata_key').on(table.organizationId, table.invoiceId, table.key),
  ],
);

export type InvoiceMetadata = typeof invoiceMetadata.$inferSelect;

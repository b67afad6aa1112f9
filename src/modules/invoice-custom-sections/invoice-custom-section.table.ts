import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { organizations } from '../organizations/records/organization.table.js';

/** Texts that invoices show below their sums. Invoices keep a copy of those that they show (docs/adr/0085). */
export const invoiceCustomSections = pgTable(
  'invoice_custom_sections',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** For the organization itself; invoices do not show it. */
    description: text('description'),
    details: text('details'),
    displayName: text('display_name'),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('invoice_custom_sections', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('invoice_custom_sections_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('invoice_custom_sections_name').on(table.organizationId, table.name),
  ],
);

export type InvoiceCustomSection = typeof invoiceCustomSections.$inferSelect;

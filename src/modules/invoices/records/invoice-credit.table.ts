import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId } from '../../../platform/db/columns.js';
import { belongsTo } from '../../../platform/db/tenant-keys.js';
import { invoices } from './invoice.table.js';
import { enumChecks } from '../../../platform/db/enum-checks.js';

export const CREDIT_ITEM_TYPES = ['credit_note'] as const;

/** A credit that an invoice uses: the amount and its source. */
export const invoiceCredits = pgTable(
  'invoice_credits',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    /** No foreign key, because the source may belong to a higher module. */
    itemType: text('item_type', { enum: CREDIT_ITEM_TYPES }).notNull(),
    itemId: uuid('item_id').notNull(),
    /** Snapshots of the source. */
    itemCode: text('item_code').notNull(),
    itemName: text('item_name').notNull(),
    currency: text('currency').notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo(
      'invoice_credits_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    // An invoice uses each source at most once.
    uniqueIndex('invoice_credits_item').on(
      table.organizationId,
      table.invoiceId,
      table.itemType,
      table.itemId,
    ),
    index('invoice_credits_taken').on(table.organizationId, table.itemId),
    check('invoice_credits_amount', sql`${table.amountCents} > 0`),
  ],
);

export type InvoiceCredit = typeof invoiceCredits.$inferSelect;

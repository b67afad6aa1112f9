import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { invoices } from './invoice.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

export const CREDIT_ITEM_TYPES = ['coupon', 'credit_note', 'invoice'] as const;

/** A credit that an invoice uses: the amount and its source. */
export const invoiceCredits = pgTable(
  'invoice_credits',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    itemType: text('item_type', { enum: CREDIT_ITEM_TYPES }).notNull(),
    /** Id of the applied coupon, credit note or progressive invoice. No foreign key: credit notes belong to a higher module. */
    itemId: uuid('item_id').notNull(),
    /** Snapshots of the item. */
    couponId: uuid('coupon_id'),
    itemCode: text('item_code').notNull(),
    itemName: text('item_name').notNull(),
    itemDescription: text('item_description'),
    currency: text('currency').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** When a credit note got the amount back, because the invoice was voided. */
    returnedAt: instant('returned_at'),
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
    // A coupon for fees that add up to 0 is used with an amount of 0 (coupons.md §5).
    check(
      'invoice_credits_amount',
      sql`${table.amountCents} > 0 or (${table.amountCents} = 0 and ${table.itemType} = 'coupon')`,
    ),
  ],
);

export type InvoiceCredit = typeof invoiceCredits.$inferSelect;

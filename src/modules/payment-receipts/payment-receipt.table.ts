import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId } from '../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { customers } from '../customers/records/customer.table.js';
import { payments } from '../payments/payment.table.js';

/** Receipts of payments, one for each payment that succeeded. They never change. Source: documents-and-emails.md §6. */
export const paymentReceipts = pgTable(
  'payment_receipts',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    /** Counts the receipts of the customer; part of the number. */
    sequentialId: integer('sequential_id').notNull(),
    number: text('number').notNull(),
    /** What was still due on the paid invoices right after the payment: the file is made later, and shows that. */
    remainingDueCents: cents('remaining_due_cents').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    tenantKey('payment_receipts', table),
    belongsTo(
      'payment_receipts_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'payment_receipts_payment_fk',
      { organizationId: table.organizationId, reference: table.paymentId },
      payments,
    ),
    uniqueIndex('payment_receipts_payment').on(table.organizationId, table.paymentId),
    uniqueIndex('payment_receipts_sequence').on(table.organizationId, table.customerId, table.sequentialId),
    index('payment_receipts_list').on(table.organizationId, table.createdAt),
    check('payment_receipts_sequential_id', sql`${table.sequentialId} > 0`),
    check('payment_receipts_remaining_due', sql`${table.remainingDueCents} >= 0`),
  ],
);

export type PaymentReceipt = typeof paymentReceipts.$inferSelect;

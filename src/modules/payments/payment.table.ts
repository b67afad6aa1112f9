import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId, updatedAt } from '../../platform/db/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tenant-keys.js';
import { customers } from '../customers/customer.table.js';
import { invoices } from '../invoices/records/invoice.table.js';
import { paymentRequests } from '../payment-requests/payment-request.table.js';
import { enumChecks } from '../../platform/db/enum-checks.js';

/**
 * Payments of invoices and of payment requests. The paid amount of an invoice is the sum of its payments that succeeded, and
 * of its parts of payments of requests (payments.md §3).
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    /** The document that it pays: an invoice, or else a payment request. */
    invoiceId: uuid('invoice_id'),
    paymentRequestId: uuid('payment_request_id'),
    paymentType: text('payment_type', { enum: ['manual', 'provider'] }).notNull(),
    paymentStatus: text('payment_status', {
      enum: ['pending', 'processing', 'succeeded', 'failed'],
    }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The caller's reference; null for payments that the system recorded. */
    reference: text('reference'),
    /** Instant of the payment. */
    createdAt: createdAt(),
    /** Instant at which it was recorded, or last changed. */
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('payments', table),
    belongsTo(
      'payments_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'payments_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'payments_request_fk',
      { organizationId: table.organizationId, reference: table.paymentRequestId },
      paymentRequests,
    ),
    index('payments_list').on(table.organizationId, table.createdAt),
    index('payments_amount_order').on(table.organizationId, table.amountCents, table.id).concurrently(),
    index('payments_customer').on(table.organizationId, table.customerId, table.createdAt),
    index('payments_request').on(table.organizationId, table.paymentRequestId).concurrently(),
    index('payments_invoice').on(table.organizationId, table.invoiceId),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check('payments_payable', sql`num_nonnulls(${table.invoiceId}, ${table.paymentRequestId}) = 1`),
  ],
);

export type Payment = typeof payments.$inferSelect;

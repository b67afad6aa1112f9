import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { paymentProviders } from '../../payment-providers/records/payment-provider.table.js';
import { paymentRequests } from '../../payment-requests/payment-request.table.js';

/**
 * Pages of providers on which customers pay invoices and payment requests, of which each has one open page at most.
 * Source: payment-providers.md §5, §6.
 */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: id(),
    organizationId: organizationId(),
    /** The document that is paid there: an invoice, or else a payment request. */
    invoiceId: uuid('invoice_id'),
    paymentRequestId: uuid('payment_request_id'),
    paymentProviderId: uuid('payment_provider_id').notNull(),
    /** The provider's id of the page, and its address; null until the provider has answered. */
    sessionId: text('session_id'),
    url: text('url'),
    amountCents: cents('amount_cents').notNull(),
    expiresAt: instant('expires_at').notNull(),
    closedAt: instant('closed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    tenantKey('payment_links', table),
    belongsTo(
      'payment_links_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'payment_links_request_fk',
      { organizationId: table.organizationId, reference: table.paymentRequestId },
      paymentRequests,
    ),
    belongsTo(
      'payment_links_provider_fk',
      { organizationId: table.organizationId, reference: table.paymentProviderId },
      paymentProviders,
    ),
    uniqueIndex('payment_links_open')
      .on(table.organizationId, table.invoiceId)
      .where(sql`${table.closedAt} is null`),
    uniqueIndex('payment_links_open_request')
      .on(table.organizationId, table.paymentRequestId)
      .where(sql`${table.closedAt} is null`)
      .concurrently(),
    check('payment_links_amount', sql`${table.amountCents} > 0`),
    check('payment_links_payable', sql`num_nonnulls(${table.invoiceId}, ${table.paymentRequestId}) = 1`),
  ],
);

export type PaymentLink = typeof paymentLinks.$inferSelect;

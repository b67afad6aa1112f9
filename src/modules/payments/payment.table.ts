import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  cents,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { customers } from '../customers/records/customer.table.js';
import { invoices } from '../invoices/records/invoice.table.js';
import type { JsonObject, ProviderError } from '../payment-providers/adapters/payment-provider.js';
import { paymentMethods } from '../payment-providers/records/payment-method.table.js';
import { paymentProviders } from '../payment-providers/records/payment-provider.table.js';
import { paymentRequests } from '../payment-requests/payment-request.table.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';

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
    /** The connection that charges; null for a payment that was recorded by hand, as all that follows. */
    paymentProviderId: uuid('payment_provider_id'),
    /** Null until the provider has answered, and for a method that is not stored. */
    paymentMethodId: uuid('payment_method_id'),
    providerCustomerId: text('provider_customer_id'),
    /** The provider's id of the instrument that pays. */
    providerMethodId: text('provider_method_id'),
    providerPaymentId: text('provider_payment_id'),
    /** The provider's word for its status. */
    providerStatus: text('provider_status'),
    /** What the payer has to do before the payment goes on. */
    nextAction: jsonb('next_action').$type<JsonObject>(),
    providerError: jsonb('provider_error').$type<ProviderError>(),
    /** What it pays: see `billedReference`. Null for a payment recorded by hand, and for those of before this column. */
    billedReference: text('billed_reference'),
    /** Its place among the payments with the same reference, from 1. */
    billedAttempt: integer('billed_attempt'),
    /** How often the provider was asked. */
    attempts: integer('attempts').notNull().default(0),
    /** The instant of the provider's last message about it. */
    reportedAt: instant('reported_at'),
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
    belongsTo(
      'payments_provider_fk',
      { organizationId: table.organizationId, reference: table.paymentProviderId },
      paymentProviders,
    ),
    belongsTo(
      'payments_method_fk',
      { organizationId: table.organizationId, reference: table.paymentMethodId },
      paymentMethods,
    ),
    // One attempt at a time for each document (payments.md §5).
    uniqueIndex('payments_open_invoice')
      .on(table.organizationId, table.invoiceId)
      .where(sql`${table.paymentStatus} in ('pending', 'processing')`)
      .concurrently(),
    uniqueIndex('payments_open_request')
      .on(table.organizationId, table.paymentRequestId)
      .where(sql`${table.paymentStatus} in ('pending', 'processing')`)
      .concurrently(),
    uniqueIndex('payments_provider_payment')
      .on(table.organizationId, table.paymentProviderId, table.providerPaymentId)
      .concurrently(),
    uniqueIndex('payments_billed')
      .on(table.organizationId, table.billedReference, table.billedAttempt)
      .concurrently(),
    // Finds attempts whose outcome nobody has recorded.
    index('payments_unfinished')
      .on(table.updatedAt)
      .where(sql`${table.paymentStatus} = 'pending'`)
      .concurrently(),
    index('payments_list').on(table.organizationId, table.createdAt),
    // Failed and unfinished payments are few.
    index('payments_status_list')
      .on(table.organizationId, table.paymentStatus, table.createdAt, table.id)
      .concurrently(),
    index('payments_provider_list')
      .on(table.organizationId, table.paymentProviderId, table.createdAt, table.id)
      .concurrently(),
    index('payments_amount_order').on(table.organizationId, table.amountCents, table.id).concurrently(),
    index('payments_customer').on(table.organizationId, table.customerId, table.createdAt),
    index('payments_request').on(table.organizationId, table.paymentRequestId).concurrently(),
    index('payments_invoice').on(table.organizationId, table.invoiceId),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check('payments_payable', sql`num_nonnulls(${table.invoiceId}, ${table.paymentRequestId}) = 1`),
  ],
);

export type Payment = typeof payments.$inferSelect;

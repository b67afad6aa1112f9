import { sql } from 'drizzle-orm';
import { paymentMethodColumns } from '../payment-providers/invoice-options.js';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { customers } from '../customers/records/customer.table.js';
import { dunningCampaigns } from '../dunning-campaigns/dunning-campaign.table.js';
import { invoices, PAYMENT_STATUSES } from '../invoices/records/invoice.table.js';
import { billingEntities } from '../billing-entities/records/billing-entity.table.js';

/** Requests to pay overdue invoices of one customer, billing entity and currency. Source: payments.md §11. */
export const paymentRequests = pgTable(
  'payment_requests',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull(),
    /** What was due on the invoices when the request was created. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The address that is asked to pay; null if none was known. */
    email: text('email'),
    ...paymentMethodColumns(),
    /** The campaign that has made the request; null if it was made by hand. */
    dunningCampaignId: uuid('dunning_campaign_id'),
    /** Addresses that receive copies of its e-mails. */
    bccEmails: text('bcc_emails')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('payment_requests', table),
    belongsTo(
      'payment_requests_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'payment_requests_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    belongsTo(
      'payment_requests_campaign_fk',
      { organizationId: table.organizationId, reference: table.dunningCampaignId },
      dunningCampaigns,
    ),
    index('payment_requests_list').on(table.organizationId, table.createdAt),
    index('payment_requests_amount_order').on(table.organizationId, table.amountCents, table.id),
    index('payment_requests_customer').on(table.organizationId, table.customerId, table.createdAt),
    check('payment_requests_amount', sql`${table.amountCents} >= 0`),
  ],
);

/** The invoices of each request. An invoice may be in several requests. */
export const requestedInvoices = pgTable(
  'requested_invoices',
  {
    organizationId: organizationId(),
    paymentRequestId: uuid('payment_request_id').notNull(),
    invoiceId: uuid('invoice_id').notNull(),
    /** The part of the request's payment that paid this invoice; 0 until the request is paid. */
    paidAmountCents: cents('paid_amount_cents')
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.paymentRequestId, table.invoiceId] }),
    belongsTo(
      'requested_invoices_request_fk',
      { organizationId: table.organizationId, reference: table.paymentRequestId },
      paymentRequests,
    ),
    belongsTo(
      'requested_invoices_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    index('requested_invoices_invoice').on(table.organizationId, table.invoiceId),
    check('requested_invoices_paid', sql`${table.paidAmountCents} >= 0`),
  ],
);

export type PaymentRequest = typeof paymentRequests.$inferSelect;
export type RequestedInvoice = typeof requestedInvoices.$inferSelect;

import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, instant, organizationId } from '../../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../../platform/db/tables/tenant-keys.js';
import { subscriptions } from '../../../subscriptions/records/subscription.table.js';
import { invoices } from '../invoice.table.js';

/** The thresholds that usage had passed when a progressive invoice was issued. Source: progressive-billing.md §3, §4. */
export const appliedUsageThresholds = pgTable(
  'applied_usage_thresholds',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** Snapshot of the threshold. No foreign key: thresholds may be deleted. */
    thresholdId: uuid('threshold_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    displayName: text('display_name'),
    recurring: boolean('recurring').notNull(),
    thresholdCreatedAt: instant('threshold_created_at').notNull(),
    thresholdUpdatedAt: instant('threshold_updated_at').notNull(),
    /** Total lifetime usage when it was passed. */
    lifetimeUsageAmountCents: cents('lifetime_usage_amount_cents').notNull(),
    /** The part of it on invoices of ended periods. */
    invoicedUsageAmountCents: cents('invoiced_usage_amount_cents').notNull(),
    /** The progressive invoice of the period before this one; null for the first. */
    previousInvoiceId: uuid('previous_invoice_id'),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'applied_usage_thresholds_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'applied_usage_thresholds_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    index('applied_usage_thresholds_invoice').on(table.organizationId, table.invoiceId),
    index('applied_usage_thresholds_subscription').on(table.organizationId, table.subscriptionId),
  ],
);

export type AppliedUsageThreshold = typeof appliedUsageThresholds.$inferSelect;

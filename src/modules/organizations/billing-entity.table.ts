import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId, updatedAt } from '../../platform/db/columns.js';
import { tenantKey } from '../../platform/db/tenant-keys.js';
import { organizations } from './organization.table.js';
import { enumChecks } from '../../platform/db/enum-checks.js';

/** Legal entities that issue invoices. Defaults of the settings: invoices.md §5.1. */
export const billingEntities = pgTable(
  'billing_entities',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    isDefault: boolean('is_default').notNull(),
    defaultCurrency: text('default_currency').notNull().default('USD'),
    timezone: text('timezone').notNull().default('UTC'),
    documentLocale: text('document_locale').notNull().default('en'),
    documentNumbering: text('document_numbering', { enum: ['per_customer', 'per_billing_entity'] })
      .notNull()
      .default('per_customer'),
    documentNumberPrefix: text('document_number_prefix').notNull(),
    invoiceGracePeriodDays: integer('invoice_grace_period_days').notNull().default(0),
    netPaymentTermDays: integer('net_payment_term_days').notNull().default(0),
    finalizeZeroAmountInvoice: boolean('finalize_zero_amount_invoice').notNull().default(true),
    issuingDateAnchor: text('issuing_date_anchor', { enum: ['current_period_end', 'next_period_start'] })
      .notNull()
      .default('next_period_start'),
    issuingDateAdjustment: text('issuing_date_adjustment', {
      enum: ['align_with_finalization_date', 'keep_anchor'],
    })
      .notNull()
      .default('align_with_finalization_date'),
    /** The last invoice number under `per_billing_entity` numbering; the row is locked to take numbers. */
    lastInvoiceNumber: integer('last_invoice_number').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('billing_entities', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('billing_entities_code').on(table.organizationId, sql`lower(${table.code})`),
    uniqueIndex('billing_entities_one_default')
      .on(table.organizationId)
      .where(sql`${table.isDefault}`),
    check('billing_entities_grace_period', sql`${table.invoiceGracePeriodDays} >= 0`),
    check('billing_entities_payment_term', sql`${table.netPaymentTermDays} >= 0`),
  ],
);

export type BillingEntity = typeof billingEntities.$inferSelect;

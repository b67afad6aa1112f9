import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CHOSEN_PROFILES } from '../../../core/e-invoicing/completeness.js';
import type { PartyIdentifier } from '../../../core/e-invoicing/electronic-addresses.js';
import type { SelectedSection } from '../../../core/invoicing/custom-sections.js';
import {
  bytes,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { organizations } from '../../organizations/records/organization.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

/** Legal entities that issue invoices. Defaults of the settings: billing-entities.md §1. */
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
    /** The last number of the sequence that customers on test clocks have of their own. */
    lastTestInvoiceNumber: integer('last_test_invoice_number').notNull().default(0),
    invoiceFooter: text('invoice_footer'),
    /** The accent color of documents, `#rrggbb`; null for none. */
    documentColor: text('document_color'),
    legalName: text('legal_name'),
    legalNumber: text('legal_number'),
    taxIdentificationNumber: text('tax_identification_number'),
    email: text('email'),
    phone: text('phone'),
    addressLine1: text('address_line1'),
    addressLine2: text('address_line2'),
    city: text('city'),
    zipcode: text('zipcode'),
    state: text('state'),
    country: text('country'),
    /** Documents that are sent by e-mail. */
    emailSettings: text('email_settings').array().notNull().default([]),
    euTaxManagement: boolean('eu_tax_management').notNull().default(false),
    einvoicing: boolean('einvoicing').notNull().default(false),
    /** Null: the profile of its country. */
    einvoicingProfile: text('einvoicing_profile', { enum: CHOSEN_PROFILES }),
    /** Its numbers in registers and addresses in networks of e-invoices. */
    identifiers: jsonb('identifiers').$type<readonly PartyIdentifier[]>().notNull().default([]),
    /** The custom sections of invoices for customers that select none. */
    selectedCustomSections: jsonb('selected_custom_sections')
      .$type<readonly SelectedSection[]>()
      .notNull()
      .default([]),
    /** The current logo, whose address contains this id; null without one. */
    logoId: uuid('logo_id'),
    archivedAt: instant('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('billing_entities', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('billing_entities_code')
      .on(table.organizationId, sql`lower(${table.code})`)
      .where(sql`${table.archivedAt} is null`),
    index('billing_entities_oldest').on(table.organizationId, table.createdAt, table.id),
    index('billing_entities_name').on(table.organizationId, table.name, table.id),
    uniqueIndex('billing_entities_one_default')
      .on(table.organizationId)
      .where(sql`${table.isDefault}`),
    check('billing_entities_grace_period', sql`${table.invoiceGracePeriodDays} >= 0`),
    check('billing_entities_payment_term', sql`${table.netPaymentTermDays} >= 0`),
  ],
);

/**
 * Numbers in the sequence of a billing entity that no invoice has: those of simulated invoices from before these were numbered
 * apart (docs/adr/0131), which were deleted with their test clock, and
 * those that it issued by customer before it began its sequence (invoices.md §5.3).
 */
export const retiredInvoiceNumbers = pgTable(
  'retired_invoice_numbers',
  {
    organizationId: organizationId(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    firstNumber: integer('first_number').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.billingEntityId, table.firstNumber] }),
    belongsTo(
      'retired_invoice_numbers_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    check('retired_invoice_numbers_order', sql`${table.firstNumber} between 1 and ${table.lastNumber}`),
  ],
);

/** Images on documents. They have a table of their own so that no read of billing entities carries them. */
export const billingEntityLogos = pgTable(
  'billing_entity_logos',
  {
    id: id(),
    organizationId: organizationId(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    contentType: text('content_type', { enum: ['image/png', 'image/jpeg'] }).notNull(),
    content: bytes('content').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo(
      'billing_entity_logos_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    uniqueIndex('billing_entity_logos_entity').on(table.organizationId, table.billingEntityId),
  ],
);

export type BillingEntityLogo = typeof billingEntityLogos.$inferSelect;
/** Columns to write; undefined keeps the value, or the table's default in a new row. */
export type BillingEntityColumns = { [Name in keyof BillingEntity]?: BillingEntity[Name] | undefined };
export type BillingEntity = typeof billingEntities.$inferSelect;

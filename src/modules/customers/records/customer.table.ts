import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PartyIdentifier } from '../../../core/e-invoicing/electronic-addresses.js';
import type { SelectedSection } from '../../../core/invoicing/custom-sections.js';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo, refersTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { type TaxList, taxes } from '../../taxes/tax.table.js';
import { integrations } from '../../integrations/records/integration.table.js';
import { testClocks } from '../../test-clocks/test-clock.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

/** Payment methods that a payment provider may use for a customer. Source: spec "Customer". */
export const PROVIDER_PAYMENT_METHODS = [
  'card',
  'sepa_debit',
  'us_bank_account',
  'bacs_debit',
  'link',
  'boleto',
  'crypto',
  'customer_balance',
] as const;

export type ProviderPaymentMethod = (typeof PROVIDER_PAYMENT_METHODS)[number];

export interface PostalAddress {
  readonly addressLine1?: string | null;
  readonly addressLine2?: string | null;
  readonly city?: string | null;
  readonly zipcode?: string | null;
  readonly state?: string | null;
  readonly country?: string | null;
}

export const customers = pgTable(
  'customers',
  {
    id: id(),
    organizationId: organizationId(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    testClockId: uuid('test_clock_id'),
    externalId: text('external_id').notNull(),
    sequentialId: integer('sequential_id').notNull(),
    /**
     * True: its number is one of those that customers on test clocks have of their own; false for live customers, and for those
     * that were put on a test clock before (docs/adr/0131).
     */
    isNumberedApart: boolean('is_numbered_apart').notNull().default(false),
    slug: text('slug').notNull(),
    /**
     * After which numbers of its invoices and receipts gaps begin and end: for each restore of a backup, the last number that may have
     * been given in the time that was lost. In their order (ADR 0126).
     */
    documentsNumberedAfter: integer('documents_numbered_after').array().notNull().default([]),
    name: text('name'),
    firstname: text('firstname'),
    lastname: text('lastname'),
    legalName: text('legal_name'),
    legalNumber: text('legal_number'),
    taxIdentificationNumber: text('tax_identification_number'),
    email: text('email'),
    phone: text('phone'),
    url: text('url'),
    logoUrl: text('logo_url'),
    addressLine1: text('address_line1'),
    addressLine2: text('address_line2'),
    city: text('city'),
    zipcode: text('zipcode'),
    state: text('state'),
    country: text('country'),
    /** Its numbers in registers and addresses in networks of e-invoices. */
    identifiers: jsonb('identifiers').$type<readonly PartyIdentifier[]>().notNull().default([]),
    /** What it wants to read on e-invoices to assign them, such as a Leitweg-ID. */
    buyerReference: text('buyer_reference'),
    shippingAddress: jsonb('shipping_address').$type<PostalAddress>(),
    accountType: text('account_type', { enum: ['customer', 'partner'] })
      .notNull()
      .default('customer'),
    customerType: text('customer_type', { enum: ['company', 'individual'] }),
    currency: text('currency'),
    timezone: text('timezone'),
    documentLocale: text('document_locale'),
    netPaymentTermDays: integer('net_payment_term_days'),
    invoiceGracePeriodDays: integer('invoice_grace_period_days'),
    issuingDateAnchor: text('issuing_date_anchor', { enum: ['current_period_end', 'next_period_start'] }),
    issuingDateAdjustment: text('issuing_date_adjustment', {
      enum: ['align_with_finalization_date', 'keep_anchor'],
    }),
    finalizeZeroAmountInvoice: text('finalize_zero_amount_invoice', { enum: ['inherit', 'skip', 'finalize'] })
      .notNull()
      .default('inherit'),
    skipInvoiceCustomSections: boolean('skip_invoice_custom_sections').notNull().default(false),
    selectedCustomSections: jsonb('selected_custom_sections')
      .$type<readonly SelectedSection[]>()
      .notNull()
      .default([]),
    /** Its place at a payment provider, as sent; `ProviderLinks` finds the connection. */
    paymentProvider: text('payment_provider'),
    paymentProviderCode: text('payment_provider_code'),
    providerCustomerId: text('provider_customer_id'),
    sync: boolean('sync'),
    syncWithProvider: boolean('sync_with_provider'),
    providerPaymentMethods: text('provider_payment_methods', { enum: PROVIDER_PAYMENT_METHODS })
      .array()
      .notNull()
      .default([]),
    /** The check of its VAT number that has no answer yet; its invoices wait for it (docs/adr/0080). */
    vatCheckId: uuid('vat_check_id'),
    /** The tax connection of its links, which computes the taxes of its invoices (docs/adr/0187); null: local taxes apply. */
    taxIntegrationId: uuid('tax_integration_id'),
    deletedAt: instant('deleted_at'),
    /** When what identifies it was erased (docs/adr/0112). */
    erasedAt: instant('erased_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('customers', table),
    belongsTo(
      'customers_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    belongsTo(
      'customers_clock_fk',
      { organizationId: table.organizationId, reference: table.testClockId },
      testClocks,
    ),
    belongsTo(
      'customers_tax_integration_fk',
      { organizationId: table.organizationId, reference: table.taxIntegrationId },
      integrations,
    ),
    index('customers_tax_integration')
      .on(table.organizationId, table.taxIntegrationId)
      .where(sql`${table.taxIntegrationId} is not null`)
      .concurrently(),
    uniqueIndex('customers_external_id')
      .on(table.organizationId, table.externalId)
      .where(sql`${table.deletedAt} is null`),
    // For filters of lists, which include deleted customers, unlike the index above.
    index('customers_name').on(table.organizationId, table.externalId),
    uniqueIndex('customers_number')
      .on(table.organizationId, table.sequentialId)
      .where(sql`not ${table.isNumberedApart}`)
      .concurrently(),
    uniqueIndex('customers_test_number')
      .on(table.organizationId, table.sequentialId)
      .where(sql`${table.isNumberedApart}`)
      .concurrently(),
    index('customers_newest').on(table.organizationId, table.createdAt.desc(), table.id),
    index('customers_by_name').on(table.organizationId, table.name, table.id).concurrently(),
    index('customers_provider')
      .on(table.organizationId, table.providerCustomerId)
      .where(sql`${table.providerCustomerId} is not null`)
      .concurrently(),
    index('customers_clock').on(table.organizationId, table.testClockId),
    check('customers_grace_period', sql`${table.invoiceGracePeriodDays} >= 0`),
    check('customers_payment_term', sql`${table.netPaymentTermDays} >= 0`),
  ],
);

export const customerTaxes = pgTable(
  'customer_taxes',
  {
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    taxId: uuid('tax_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.customerId, table.taxId] }),
    belongsTo(
      'customer_taxes_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'customer_taxes_tax_fk',
      { organizationId: table.organizationId, reference: table.taxId },
      taxes,
    ),
    index('customer_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

export const customerMetadata = pgTable(
  'customer_metadata',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    displayInInvoice: boolean('display_in_invoice').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'customer_metadata_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    uniqueIndex('customer_metadata_key').on(table.organizationId, table.customerId, table.key),
  ],
);

export const customerTaxList: TaxList = {
  table: customerTaxes,
  ownerId: customerTaxes.customerId,
  isInUse: sql`exists (
    select from ${customers} where ${refersTo(customerTaxes.customerId, customers)} and ${customers.deletedAt} is null)`,
};

/** The columns of customers that a search of documents covers. Source: rest-conventions.md §7. */
export const SEARCHED_WITH_DOCUMENTS = [
  customers.name,
  customers.firstname,
  customers.lastname,
  customers.externalId,
  customers.email,
];

export type Customer = typeof customers.$inferSelect;
/** Columns to write; undefined keeps the value, or the table's default in a new row. */
export type CustomerColumns = { [Name in keyof Customer]?: Customer[Name] | undefined };
export type CustomerMetadata = typeof customerMetadata.$inferSelect;

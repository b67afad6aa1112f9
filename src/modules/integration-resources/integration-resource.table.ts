import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { customers } from '../customers/records/customer.table.js';
import { integrations } from '../integrations/records/integration.table.js';

/** What a record is about; `tax` is the report of an invoice, fee or credit note to a tax system. Source: integrations.md §17. */
export const INTEGRATION_RESOURCE_TYPES = [
  'tax',
  'customer',
  'invoice',
  'credit_note',
  'payment',
  'refund',
  'allocation',
  'subscription',
] as const;

export type IntegrationResourceTypeName = (typeof INTEGRATION_RESOURCE_TYPES)[number];

/** Records: what became of our documents at connections to outside systems. Source: integrations.md §1. */
export const integrationResources = pgTable(
  'integration_resources',
  {
    id: id(),
    organizationId: organizationId(),
    /** Also a deleted connection: records stay. */
    integrationId: uuid('integration_id').notNull(),
    /** The customer that the document belongs to. */
    customerId: uuid('customer_id').notNull(),
    resourceType: text('resource_type', { enum: INTEGRATION_RESOURCE_TYPES }).notNull(),
    /** The id of the document, customer or subscription. */
    resourceId: uuid('resource_id').notNull(),
    status: text('status', { enum: ['pending', 'synced', 'failed', 'voided'] }).notNull(),
    externalId: text('external_id'),
    externalUrl: text('external_url'),
    /** Why the last try failed. */
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** How often the outside system was called for it. */
    tries: integer('tries').notNull(),
    /** How often the outside system has refused it: a key that it knows such a call by is not used again. */
    refusals: integer('refusals').notNull().default(0),
    /** How often a change of the document has asked for it to be sent: a call that began before the last time is not its end. */
    requests: integer('requests').notNull().default(1),
    /** True if a user has asked for a document that the system has already. The next change of the document is none. */
    isResend: boolean('is_resend').notNull().default(false),
    /** While a process sends it: when that has ended at the latest. */
    calledUntil: instant('called_until'),
    /** The record that must be synced before, such as that of the invoice of a payment. */
    waitsFor: uuid('waits_for'),
    /** When it last reached the outside system. */
    syncedAt: instant('synced_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('integration_resources', table),
    belongsTo(
      'integration_resources_integration_fk',
      { organizationId: table.organizationId, reference: table.integrationId },
      integrations,
    ),
    belongsTo(
      'integration_resources_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    uniqueIndex('integration_resources_resource').on(
      table.organizationId,
      table.resourceId,
      table.integrationId,
      table.resourceType,
    ),
    index('integration_resources_newest').on(table.organizationId, table.createdAt),
    index('integration_resources_integration').on(table.organizationId, table.integrationId, table.createdAt),
    index('integration_resources_waiting')
      .on(table.organizationId, table.waitsFor)
      .where(sql`${table.waitsFor} is not null`),
    index('integration_resources_customer').on(table.organizationId, table.customerId),
  ],
);

export type IntegrationResource = typeof integrationResources.$inferSelect;

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
import { createdAt, id, instant, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { customers } from '../customers/records/customer.table.js';
import { billingEntities } from '../billing-entities/records/billing-entity.table.js';

/** The lowest overdue balance of a currency at which an attempt is made. */
export interface DunningThreshold {
  readonly currency: string;
  /** Minor units; text, as JSON has no integers of this size. */
  readonly amountCents: string;
}

/** How customers with overdue invoices are asked to pay, again and again. Source: payments.md §12. */
export const dunningCampaigns = pgTable(
  'dunning_campaigns',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    bccEmails: text('bcc_emails').array().notNull(),
    daysBetweenAttempts: integer('days_between_attempts').notNull(),
    maxAttempts: integer('max_attempts').notNull(),
    /** At most one for each currency, sorted by currency. */
    thresholds: jsonb('thresholds').$type<readonly DunningThreshold[]>().notNull(),
    /** Counts the changes of the thresholds. */
    thresholdsVersion: integer('thresholds_version').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('dunning_campaigns', table),
    uniqueIndex('dunning_campaigns_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('dunning_campaigns_newest').on(table.organizationId, table.createdAt),
    check('dunning_campaigns_days', sql`${table.daysBetweenAttempts} >= 1`),
    check('dunning_campaigns_attempts', sql`${table.maxAttempts} >= 1`),
  ],
);

/** The campaign of a billing entity, or of a customer in place of that of its entity. A replaced one gets a new row. */
export const dunningAssignments = pgTable(
  'dunning_assignments',
  {
    id: id(),
    organizationId: organizationId(),
    campaignId: uuid('campaign_id').notNull(),
    billingEntityId: uuid('billing_entity_id'),
    customerId: uuid('customer_id'),
  },
  (table) => [
    belongsTo(
      'dunning_assignments_campaign_fk',
      { organizationId: table.organizationId, reference: table.campaignId },
      dunningCampaigns,
    ),
    belongsTo(
      'dunning_assignments_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    belongsTo(
      'dunning_assignments_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    index('dunning_assignments_campaign').on(table.organizationId, table.campaignId),
    uniqueIndex('dunning_assignments_entity').on(table.organizationId, table.billingEntityId),
    uniqueIndex('dunning_assignments_customer').on(table.organizationId, table.customerId),
    check('dunning_assignments_owner', sql`num_nonnulls(${table.billingEntityId}, ${table.customerId}) = 1`),
  ],
);

/** The dunning of a customer: whether it is excluded, and the attempts so far. Written under the lock of the customer. */
export const customerDunning = pgTable(
  'customer_dunning',
  {
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    excluded: boolean('excluded').notNull(),
    /** The assignment that the attempts belong to: they count for no other one. Its row may be gone. */
    assignmentId: uuid('assignment_id'),
    /** The version of the thresholds with which the last attempt was considered. */
    thresholdsVersion: integer('thresholds_version'),
    /** Attempts by currency, without those that were reset. */
    attempts: jsonb('attempts').$type<Readonly<Record<string, number>>>().notNull(),
    lastAttemptAt: instant('last_attempt_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.customerId] }),
    belongsTo(
      'customer_dunning_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
  ],
);

export type DunningCampaign = typeof dunningCampaigns.$inferSelect;
export type DunningAssignment = typeof dunningAssignments.$inferSelect;
export type CustomerDunning = typeof customerDunning.$inferSelect;

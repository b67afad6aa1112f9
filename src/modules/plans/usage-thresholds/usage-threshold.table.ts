import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { plans } from '../plan.table.js';

/**
 * Thresholds of progressive billing, of a plan or of one subscription. The foreign key to the subscription, which belongs to
 * a higher module, is in the migration 0055. Source: progressive-billing.md §1.
 */
export const usageThresholds = pgTable(
  'usage_thresholds',
  {
    id: id(),
    organizationId: organizationId(),
    planId: uuid('plan_id'),
    subscriptionId: uuid('subscription_id'),
    amountCents: cents('amount_cents').notNull(),
    displayName: text('display_name'),
    recurring: boolean('recurring').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    belongsTo(
      'usage_thresholds_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    uniqueIndex('usage_thresholds_of_plan').on(
      table.organizationId,
      table.planId,
      table.recurring,
      table.amountCents,
    ),
    uniqueIndex('usage_thresholds_of_subscription').on(
      table.organizationId,
      table.subscriptionId,
      table.recurring,
      table.amountCents,
    ),
    check('usage_thresholds_owner', sql`num_nonnulls(${table.planId}, ${table.subscriptionId}) = 1`),
    check('usage_thresholds_amount', sql`${table.amountCents} > 0`),
  ],
);

export type UsageThreshold = typeof usageThresholds.$inferSelect;

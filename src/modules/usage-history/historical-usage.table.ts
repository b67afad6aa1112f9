import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cents, createdAt, instant, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { organizations } from '../organizations/records/organization.table.js';

/**
 * Usage from before the import into this system, as callers set it. It belongs to a chain of subscriptions: those with the
 * same external id and anchor, which changes of plan keep. No row means 0.
 */
export const historicalUsages = pgTable(
  'historical_usages',
  {
    organizationId: organizationId(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    subscriptionAt: instant('subscription_at').notNull(),
    /** Minor units of the plan's currency. */
    amountCents: cents('amount_cents').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({
      name: 'historical_usages_pk',
      columns: [table.organizationId, table.externalSubscriptionId, table.subscriptionAt],
    }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    check('historical_usages_amount', sql`${table.amountCents} >= 0`),
  ],
);

export type HistoricalUsage = typeof historicalUsages.$inferSelect;

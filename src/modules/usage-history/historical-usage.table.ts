import { sql } from 'drizzle-orm';
import { check, foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { cents, createdAt, instant, organizationId, updatedAt } from '../../platform/db/columns.js';
import { organizations } from '../organizations/organization.table.js';

/**
 * What callers say of usage before this system had it. It belongs to a chain of subscriptions: those with one external
 * id and one anchor, which plan changes keep. Without a row it is 0.
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

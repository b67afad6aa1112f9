import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, instant, organizationId } from '../../platform/db/columns.js';

/**
 * What the events of one metric and subscription add up to in one UTC hour, kept in the transaction that stores
 * the events. Hours, because period boundaries of nearly all zones fall on them (docs/adr/0005).
 */
export const usageCounters = pgTable(
  'usage_counters',
  {
    organizationId: organizationId(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    billableMetricId: uuid('billable_metric_id').notNull(),
    hourAt: instant('hour_at').notNull(),
    eventsCount: bigint('events_count', { mode: 'bigint' }).notNull(),
    valueSum: decimal('value_sum'),
    valueMax: decimal('value_max'),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.externalSubscriptionId, table.billableMetricId, table.hourAt],
    }),
  ],
);

export type UsageCounter = typeof usageCounters.$inferSelect;

import { bigserial, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../../../platform/db/tables/columns.js';

/** Organizations in which new usage has consequences: thresholds, alerts, wallets that are topped up. */
export const usageWatches = pgTable('usage_watches', { organizationId: organizationId().primaryKey() });

/**
 * Subscriptions that have received events since their usage was last announced. The transaction that stores the events
 * writes a row; the same subscription may have several (docs/adr/0069).
 */
export const usedSubscriptions = pgTable(
  'used_subscriptions',
  {
    sequence: bigserial('sequence', { mode: 'bigint' }).primaryKey(),
    organizationId: organizationId(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    /** The test clock on which the events were received; null: real time. */
    testClockId: uuid('test_clock_id'),
  },
  (table) => [index('used_subscriptions_clock').on(table.testClockId)],
);

import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '../../../platform/db/tables/columns.js';

/**
 * Events that are to be billed one by one. A row is written in the transaction that stores its event and deleted in the
 * one that bills it. Besides the id it has the columns by which an index finds the event.
 */
export const pendingEvents = pgTable(
  'pending_events',
  {
    organizationId: organizationId(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    /** The event's reception order. */
    sequence: bigint('sequence', { mode: 'bigint' }).notNull(),
    eventId: uuid('event_id').notNull(),
    code: text('code').notNull(),
    timestamp: instant('timestamp').notNull(),
    /** True if billing it failed, so that events received after it may have been billed before it. */
    isOvertaken: boolean('is_overtaken').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.externalSubscriptionId, table.sequence] })],
);

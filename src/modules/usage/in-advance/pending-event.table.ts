import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '../../../platform/db/columns.js';

/**
 * Events that are still to be billed one by one, written in the transaction that stores them and deleted in the one
 * that bills them. What is needed to find the event by its index is kept beside its id.
 */
export const pendingEvents = pgTable(
  'pending_events',
  {
    organizationId: organizationId(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    /** That of the event: the order of reception. */
    sequence: bigint('sequence', { mode: 'bigint' }).notNull(),
    eventId: uuid('event_id').notNull(),
    code: text('code').notNull(),
    timestamp: instant('timestamp').notNull(),
    /** Whether it could not be billed when it was its turn, so that events received after it may have been. */
    isOvertaken: boolean('is_overtaken').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.externalSubscriptionId, table.sequence] })],
);

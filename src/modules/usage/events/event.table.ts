import { type SQL, sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { decimal, instant, organizationId, transactionId } from '../../../platform/db/columns.js';

/**
 * Every event accepted, partitioned by month of `timestamp` (the partitions are written by hand in the migration).
 * It has no primary key, since that would have to hold the partition column: `event_keys` keeps events unique.
 */
export const events = pgTable(
  'events',
  {
    id: uuid('id').notNull(),
    organizationId: organizationId(),
    transactionId: text('transaction_id').notNull(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    code: text('code').notNull(),
    /** Microseconds are kept. */
    timestamp: instant('timestamp').notNull(),
    properties: jsonb('properties').$type<Record<string, unknown>>().notNull(),
    preciseTotalAmountCents: decimal('precise_total_amount_cents'),
    /** Reception order, which decides between events of one instant. */
    sequence: bigserial('sequence', { mode: 'bigint' }).notNull(),
    /** The clock that its subscription's customer lived on when it was received; null: real time, or nobody known then. */
    testClockId: uuid('test_clock_id'),
    callerAddress: text('caller_address'),
    callerAgent: text('caller_agent'),
    createdAt: instant('created_at').notNull(),
    /** The transaction that stored it; null: before this was kept. Who saw the event depends on it (`UsageMoment`). */
    writtenIn: transactionId('written_in').default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('events_usage').on(table.organizationId, table.externalSubscriptionId, table.code, table.timestamp),
    index('events_transaction').on(sql`hashtextextended(${table.transactionId}, 0)`),
    // In the order in which events are listed.
    index('events_newest').on(table.organizationId, table.timestamp.desc().nullsLast()),
  ],
);

/** The index on transaction ids holds their hash. */
export const hasTransactionId = (transactionId: string): SQL =>
  sql`hashtextextended(${events.transactionId}, 0) = hashtextextended(${transactionId}, 0)
    and ${events.transactionId} = ${transactionId}`;

/**
 * One row per event ever accepted: 16 bytes of SHA-256 over organization, external subscription id and
 * transaction id. Global and for ever; its primary key is what makes a retry harmless (docs/adr/0005).
 */
export const eventKeys = pgTable('event_keys', { key: uuid('key').primaryKey() });

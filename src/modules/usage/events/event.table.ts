import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  decimal,
  exactJson,
  instant,
  organizationId,
  transactionId,
} from '../../../platform/db/tables/columns.js';

/**
 * All accepted events, partitioned by month of `timestamp` (drizzle knows nothing of partitions: see the migrations).
 * There is no primary key, since it would have to contain the partition column: `event_keys` keeps events unique.
 */
export const events = pgTable(
  'events',
  {
    id: uuid('id').notNull(),
    organizationId: organizationId(),
    transactionId: text('transaction_id').notNull(),
    externalSubscriptionId: text('external_subscription_id').notNull(),
    code: text('code').notNull(),
    /** With microseconds. */
    timestamp: instant('timestamp').notNull(),
    properties: exactJson('properties').$type<Record<string, unknown>>().notNull(),
    preciseTotalAmountCents: decimal('precise_total_amount_cents'),
    /** Reception order, by which events with the same timestamp are sorted. */
    sequence: bigserial('sequence', { mode: 'bigint' }).notNull(),
    /** The test clock of the subscription's customer when the event was received; null: real time, or an unknown subscription. */
    testClockId: uuid('test_clock_id'),
    callerAddress: text('caller_address'),
    callerAgent: text('caller_agent'),
    createdAt: instant('created_at').notNull(),
    /** Id of the transaction that stored it; null for events older than the column. Decides which statements saw it (`UsageMoment`). */
    writtenIn: transactionId('written_in').default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('events_usage').on(table.organizationId, table.externalSubscriptionId, table.code, table.timestamp),
    // Half the size of the ids, and unlike an expression it serves requests behind the policies (docs/adr/0125).
    index('events_transaction_id').using('hash', table.transactionId),
    // Serves the list of events, latest first.
    index('events_newest').on(table.organizationId, table.timestamp.desc().nullsLast()),
  ],
);

/**
 * One row per event ever accepted: 16 bytes of SHA-256 over organization, external subscription id and
 * transaction id. Rows are not partitioned and never expire; the primary key makes a retry harmless (docs/adr/0005).
 */
export const eventKeys = pgTable('event_keys', { key: uuid('key').primaryKey() });

import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, organizationId } from '../db/columns.js';

/** The first answer to a writing request that carried an `Idempotency-Key`. Source: extensions.md §2. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    organizationId: organizationId(),
    apiKeyId: uuid('api_key_id').notNull(),
    key: text('key').notNull(),
    /** SHA-256 over method, path and body. */
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    /** The body exactly as it was sent. */
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.apiKeyId, table.key] }),
    index('idempotency_records_age').on(table.createdAt),
  ],
);

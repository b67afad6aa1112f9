import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '../db/columns.js';

/** The first answer to a writing request that carried an `Idempotency-Key`. Source: extensions.md §2. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    organizationId: organizationId(),
    apiKeyId: uuid('api_key_id').notNull(),
    key: text('key').notNull(),
    /** SHA-256 over method, path and body. */
    requestHash: text('request_hash').notNull(),
    /** Null while the request is pending, as it may be if it opens several transactions. */
    status: integer('status'),
    /** The headers of this answer alone, by name. */
    headers: jsonb('headers').$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** The body exactly as it was sent; null while pending. */
    body: text('body'),
    /** Whether a pending request has had its effect, so that only its answer is missing. */
    hasEffect: boolean('has_effect').notNull().default(false),
    /** Which attempt is working on a pending request; null: none. */
    attemptId: uuid('attempt_id'),
    /** From then on the attempt counts as lost, with its process. */
    attemptEndsAt: instant('attempt_ends_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.apiKeyId, table.key] }),
    index('idempotency_records_age').on(table.createdAt),
    check('idempotency_records_answer', sql`num_nonnulls(${table.status}, ${table.body}) in (0, 2)`),
    check(
      'idempotency_records_attempt',
      sql`num_nonnulls(${table.attemptId}, ${table.attemptEndsAt}) in (0, 2)`,
    ),
  ],
);

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, organizationId } from '../db/tables/columns.js';

/** The first answer to a writing request that carried an `Idempotency-Key`. Source: extensions.md §2. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    organizationId: organizationId(),
    /** The API key of the request, or the user of its session: nobody is answered what another caller was. */
    apiKeyId: uuid('api_key_id').notNull(),
    key: text('key').notNull(),
    /** SHA-256 over method, path and body. */
    requestHash: text('request_hash').notNull(),
    /** Null while the request is pending; only requests that run several transactions are stored as pending. */
    status: integer('status'),
    /** The headers that are specific to this response, by name. */
    headers: jsonb('headers').$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** The body exactly as it was sent; null while pending. */
    body: text('body'),
    /** True if the effect of a pending request is committed, so that only its response is missing. */
    hasEffect: boolean('has_effect').notNull().default(false),
    /** The attempt that is processing a pending request; null if none is. */
    attemptId: uuid('attempt_id'),
    /** After this instant the attempt counts as lost, because its process has probably ended. */
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

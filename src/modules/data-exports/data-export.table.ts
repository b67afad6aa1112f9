import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  bytes,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import type { StoredQuery } from './stored-query.js';

export const EXPORT_TYPES = ['invoices', 'invoice_fees', 'credit_notes', 'credit_note_items'] as const;
export const EXPORT_FORMATS = ['csv'] as const;
export const EXPORT_STATUSES = ['pending', 'completed', 'failed'] as const;
export const EXPORT_FAILURES = ['too_many_rows', 'file_too_large', 'internal_error'] as const;

/** Requested exports of records, each with its file once that is written. Source: graphql-surface.md §4. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    organizationId: organizationId(),
    exportType: text('export_type', { enum: EXPORT_TYPES }).notNull(),
    format: text('format', { enum: EXPORT_FORMATS }).notNull(),
    query: jsonb('query').$type<StoredQuery>().notNull(),
    /** The member who has asked for it; null for an API key. */
    userId: uuid('user_id'),
    status: text('status', { enum: EXPORT_STATUSES }).notNull(),
    failure: text('failure', { enum: EXPORT_FAILURES }),
    /** The number of times that somebody has begun to write the file. */
    attempts: integer('attempts').notNull(),
    /** Rows written so far. */
    rowsCount: integer('rows_count').notNull(),
    /** Null for a file in the storage of `FILES_URL`, and before there is one. */
    content: bytes('content'),
    /** The name of the file in that storage; null for a file in `content`. */
    storageKey: text('storage_key'),
    /** When the file, and the export with it, is deleted. */
    expiresAt: instant('expires_at').notNull(),
    completedAt: instant('completed_at'),
    createdAt: createdAt(),
    /** The last progress: a pending export without any for minutes is begun again. */
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    index('data_exports_pending')
      .on(table.organizationId)
      .where(sql`${table.status} = 'pending'`),
    check(
      'data_exports_file',
      sql`num_nonnulls(${table.content}, ${table.storageKey}) = (${table.status} = 'completed')::int`,
    ),
    check('data_exports_failure', sql`(${table.failure} is not null) = (${table.status} = 'failed')`),
    check('data_exports_completed', sql`(${table.completedAt} is not null) = (${table.status} <> 'pending')`),
  ],
);

type Row = typeof dataExports.$inferSelect;

/** An export without the content of its file. */
export type DataExport = Omit<Row, 'content' | 'storageKey'>;
/** Where the file of an export lies. */
export type ExportFile = Pick<Row, 'content' | 'storageKey'>;
export type ExportType = Row['exportType'];
export type ExportFailure = NonNullable<Row['failure']>;

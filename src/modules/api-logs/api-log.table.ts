import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, organizationId } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';

/** REST requests that could write, and their responses. A trigger refuses changes of entries. Source: logs.md §3. */
export const apiLogEntries = pgTable(
  'api_log_entries',
  {
    id: id(),
    organizationId: organizationId(),
    /** The `X-Request-Id` of the response. Callers may propose it, so it need not be unique. */
    requestId: uuid('request_id').notNull(),
    apiKeyId: uuid('api_key_id').notNull(),
    apiVersion: text('api_version').notNull(),
    /** The `User-Agent` of the caller. */
    client: text('client').notNull(),
    httpMethod: text('http_method', { enum: ['post', 'put', 'patch', 'delete'] }).notNull(),
    httpStatus: integer('http_status').notNull(),
    requestOrigin: text('request_origin').notNull(),
    requestPath: text('request_path').notNull(),
    /**
     * The bodies as JSON without secrets; of long ones a JSON string with their beginning (`storedJson`). They are not
     * `jsonb`, which refuses some characters of JSON and takes longer to write.
     */
    requestBody: text('request_body'),
    requestResponse: text('request_response'),
    loggedAt: instant('logged_at').notNull(),
  },
  (table) => [
    ...enumChecks(table),
    index('api_log_entries_newest').on(table.organizationId, table.loggedAt),
    index('api_log_entries_request').on(table.organizationId, table.requestId),
  ],
);

export type ApiLogEntry = typeof apiLogEntries.$inferSelect;
export type ApiLogMethod = ApiLogEntry['httpMethod'];

import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, organizationId } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';
import type { DeviceInfo } from './device-info.js';
import { SECURITY_EVENTS } from './security-event.js';

/**
 * Changes of who may do what and where data goes, written in the transaction that makes them. A trigger refuses changes of
 * entries. Source: logs.md §4.
 */
export const securityLogEntries = pgTable(
  'security_log_entries',
  {
    id: id(),
    organizationId: organizationId(),
    logEvent: text('log_event', { enum: SECURITY_EVENTS }).notNull(),
    /** The signed-in member who made the change; null for API keys and scheduled work. */
    userId: uuid('user_id'),
    userEmail: text('user_email'),
    apiKeyId: uuid('api_key_id'),
    /** What identifies the record and, for updates, what changed as `{deleted, added}`. Never a secret. */
    resources: jsonb('resources').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** Where the request came from; null for scheduled work and the command line. */
    deviceInfo: jsonb('device_info').$type<DeviceInfo>(),
    loggedAt: instant('logged_at').notNull(),
  },
  (table) => [
    ...enumChecks(table),
    index('security_log_entries_newest').on(table.organizationId, table.loggedAt),
  ],
);

export type SecurityLogEntry = typeof securityLogEntries.$inferSelect;

import { boolean, foreignKey, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Permissions } from '../../../platform/api/access/resource-permissions.js';
import { createdAt, id, instant, organizationId } from '../../../platform/db/tables/columns.js';
import { organizations } from '../records/organization.table.js';

/**
 * Only a hash of the key is stored; its value is shown once. A trigger announces each change on the channel
 * `tollgate_api_keys` (ADR 0028). Source: auth.md §1.
 */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    organizationId: organizationId(),
    name: text('name'),
    /** SHA-256 of the value, in hex. */
    valueHash: text('value_hash').notNull(),
    lastFour: text('last_four').notNull(),
    permissions: jsonb('permissions').$type<Permissions>().notNull(),
    /** True for the operator's admin key, which BOOTSTRAP_API_KEY replaces, and for what it is rotated to. */
    isBootstrap: boolean('is_bootstrap').notNull().default(false),
    /** From this instant the key is refused; null: never. Compared only with the database's clock. */
    expiresAt: instant('expires_at'),
    /** At most a minute behind; requests that ingest a single event are not recorded. */
    lastUsedAt: instant('last_used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('api_keys_value_hash').on(table.valueHash),
    index('api_keys_newest').on(table.organizationId, table.createdAt),
  ],
);

export type ApiKey = typeof apiKeys.$inferSelect;

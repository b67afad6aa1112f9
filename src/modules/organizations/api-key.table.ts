import { foreignKey, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Permissions } from '../../platform/api/permissions.js';
import { createdAt, id, instant, organizationId } from '../../platform/db/columns.js';
import { organizations } from './organization.table.js';

/** Only a hash of the key is kept; the value is shown once. Source: auth.md §1. */
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
    expiresAt: instant('expires_at'),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('api_keys_value_hash').on(table.valueHash),
  ],
);

export type ApiKey = typeof apiKeys.$inferSelect;

import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  bytes,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { organizations } from '../../organizations/records/organization.table.js';
import type { IntegrationSettings } from '../types/integration-settings.rules.js';
import { INTEGRATION_TYPE_NAMES } from '../types/integration-types.js';

/** Connections: accounts of organizations at outside systems for taxes, accounting and CRM. Source: integrations.md §2. */
export const integrations = pgTable(
  'integrations',
  {
    id: id(),
    organizationId: organizationId().references(() => organizations.id),
    integrationType: text('integration_type', { enum: INTEGRATION_TYPE_NAMES }).notNull(),
    name: text('name').notNull(),
    code: text('code').notNull(),
    settings: jsonb('settings').$type<IntegrationSettings>().notNull(),
    /** The secrets as encrypted JSON; null if the type has none. */
    secrets: bytes('secrets'),
    /** When the signing secret was last replaced; null if it never was. */
    secretRotatedAt: instant('secret_rotated_at'),
    /** Records of documents refer to deleted connections, so their rows are kept. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('integrations', table),
    uniqueIndex('integrations_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('integrations_newest').on(table.organizationId, table.createdAt),
  ],
);

export type Integration = typeof integrations.$inferSelect;

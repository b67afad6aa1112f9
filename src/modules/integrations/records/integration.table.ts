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
import type { ExternalIds } from '../adapters/calls/called-connection.js';
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
    /** Ids of the account there, by name, as the last check has found them: `company`, `portal`. */
    externalIds: jsonb('external_ids').$type<ExternalIds>().notNull().default({}),
    /** When the outside system was last asked whether the connection works; null if it never was. */
    checkedAt: instant('checked_at'),
    /** Why the last check failed; null if it did not. */
    checkErrorCode: text('check_error_code'),
    checkErrorMessage: text('check_error_message'),
    /** When it was last reported that the system does not let us in; at most once an hour. */
    refusalReportedAt: instant('refusal_reported_at'),
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

import { jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { integrations } from '../records/integration.table.js';

/**
 * The running calls of connections, and when the next one may begin. All processes share them. They are no columns of the
 * connections, which calls would lock. Source: integrations.md §5.
 */
export const integrationPaces = pgTable(
  'integration_paces',
  {
    organizationId: organizationId(),
    integrationId: uuid('integration_id').notNull(),
    /** When each running call counts as ended at the latest, by its id: a process may have died during it. */
    running: jsonb('running').$type<Readonly<Record<string, string>>>().notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.integrationId] }),
    belongsTo(
      'integration_paces_integration_fk',
      { organizationId: table.organizationId, reference: table.integrationId },
      integrations,
    ),
  ],
);

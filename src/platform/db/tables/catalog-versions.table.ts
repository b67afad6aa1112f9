import { bigint, pgTable } from 'drizzle-orm/pg-core';
import { organizationId } from './columns.js';

/**
 * A number for each organization that grows with each transaction that changes its catalog: prices, taxes, billing
 * entities. Triggers maintain it at the commit. Source: docs/adr/0054.
 */
export const catalogVersions = pgTable('catalog_versions', {
  organizationId: organizationId().primaryKey(),
  version: bigint('version', { mode: 'bigint' }).notNull(),
});

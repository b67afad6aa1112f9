import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { metricCatalogs, uncountedCodes } from './billable-metric.table.js';

export const metricCatalogRepository = {
  /** The version of the catalog; 0 before the first change. */
  async version(db: Db, organizationId: string): Promise<bigint> {
    const { version } = metricCatalogs;
    const rows = await db
      .select({ version: sql`coalesce(max(${version}), 0)`.mapWith(version) })
      .from(metricCatalogs)
      .where(eq(metricCatalogs.organizationId, organizationId));
    return onlyRow(rows).version;
  },

  async bumpVersion(tx: Tx, organizationId: string): Promise<void> {
    await tx
      .insert(metricCatalogs)
      .values({ organizationId, version: 1n })
      .onConflictDoUpdate({
        target: metricCatalogs.organizationId,
        set: { version: sql`${metricCatalogs.version} + 1` },
      });
  },

  async hasUncounted(db: Db, organizationId: string, code: string): Promise<boolean> {
    const matching = and(eq(uncountedCodes.organizationId, organizationId), eq(uncountedCodes.code, code));
    return (await db.$count(uncountedCodes, matching)) > 0;
  },

  async addUncounted(tx: Tx, organizationId: string, code: string): Promise<void> {
    await tx.insert(uncountedCodes).values({ organizationId, code }).onConflictDoNothing();
  },
};

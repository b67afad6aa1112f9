import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { metricCatalogs, uncountedCodes } from './billable-metric.table.js';

export const metricCatalogRepository = {
  /** The version of the catalog; 0 before the first change. */
  async version(db: Db, organizationId: string): Promise<bigint> {
    const [row] = await db
      .select({ version: metricCatalogs.version })
      .from(metricCatalogs)
      .where(eq(metricCatalogs.organizationId, organizationId));
    return row?.version ?? 0n;
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

import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { ANY_CODE, metricCatalogs, MOST_UNCOUNTED_CODES, uncountedCodes } from './billable-metric.table.js';

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
    const matching = and(
      eq(uncountedCodes.organizationId, organizationId),
      isOneOf(uncountedCodes.code, [code, ANY_CODE]),
    );
    return (await db.$count(uncountedCodes, matching)) > 0;
  },

  async addUncounted(tx: Tx, organizationId: string, code: string): Promise<void> {
    await tx.insert(uncountedCodes).values({ organizationId, code }).onConflictDoNothing();
  },

  /** Puts `ANY_CODE` in the place of the codes of each organization that has too many. */
  async trimUncounted(tx: Tx): Promise<void> {
    await tx.execute(sql`
      with full_ones as (
        select organization_id from ${uncountedCodes} group by organization_id having count(*) > ${MOST_UNCOUNTED_CODES}
      ), marked as (
        insert into ${uncountedCodes} (organization_id, code)
        select organization_id, ${ANY_CODE} from full_ones order by organization_id on conflict do nothing
      )
      delete from ${uncountedCodes} as known using full_ones
      where known.organization_id = full_ones.organization_id and known.code <> ${ANY_CODE}`);
  },
};

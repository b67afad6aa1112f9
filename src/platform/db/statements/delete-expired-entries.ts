import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database.js';

/**
 * Deletes entries of a log that are too old, the oldest of each organization first. Entries are found by the index on
 * organization and time; nothing updates them.
 * @param expiry a query of `organization_id` and `expires_before`.
 * @param atOnce the most entries to delete, so that no transaction is long.
 * @returns the number of deleted entries.
 */
export async function deleteExpiredEntries(
  db: Db,
  table: PgTable & { readonly organizationId: PgColumn; readonly loggedAt: PgColumn },
  { expiry, atOnce }: { readonly expiry: SQL; readonly atOnce: number },
): Promise<number> {
  const deleted = await db.execute(sql`
    delete from ${table} where ctid = any(array(
      select expired.ctid from (${expiry}) as expiry
      cross join lateral (
        select ${table}.ctid from ${table}
        where ${table.organizationId} = expiry.organization_id and ${table.loggedAt} < expiry.expires_before
        order by ${table.loggedAt} limit ${atOnce}
      ) as expired
      limit ${atOnce}
    ))`);
  return (deleted as { readonly count: number }).count;
}

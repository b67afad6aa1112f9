import { sql } from 'drizzle-orm';
import type { Logger } from '../../log.js';
import type { Db } from '../database.js';
import { queryRows } from './query-rows.js';

/** Tables up to this many pages are ignored: any plan reads them fast. */
const PAGES_OF_A_SMALL_TABLE = 8;

/**
 * Refreshes the planner statistics of tables that have more than doubled since the last ANALYZE. Called between
 * transactions that write many rows. Autovacuum would take a minute, in which Postgres makes and caches plans for the
 * old sizes: for a table with one row, any index that begins with the organization seems as good as the primary key,
 * and each check of a foreign key then reads all rows of the organization. Source: docs/adr/0019.
 *
 * A failure is only logged, since it costs time but no correctness.
 */
export async function refreshStatistics(db: Db, log: Logger): Promise<void> {
  try {
    const outgrown = await outgrownTables(db);
    if (outgrown.length === 0) return;
    const names = sql.join(
      outgrown.map((name) => sql.identifier(name)),
      sql`, `,
    );
    // Skips tables that autovacuum or another process is analyzing now.
    await db.execute(sql`analyze (skip_locked) ${names}`);
  } catch (error) {
    log.warn({ err: error }, 'refreshing the statistics of tables that have grown failed');
  }
}

/** Tables that have more than doubled. Partitions are left to autovacuum: no foreign key refers to them. */
async function outgrownTables(db: Db): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
      and pg_relation_size(oid)
        > (2 * relpages + ${PAGES_OF_A_SMALL_TABLE}::int) * current_setting('block_size')::bigint
    order by relname`,
  );
  return rows.map(({ name }) => name);
}

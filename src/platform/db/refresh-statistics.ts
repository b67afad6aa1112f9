import { sql } from 'drizzle-orm';
import type { Logger } from '../log.js';
import type { Db } from './database.js';
import { queryRows } from './query-rows.js';

/** So many pages are read as fast by any plan. */
const PAGES_OF_A_SMALL_TABLE = 8;

/**
 * Takes statistics anew of tables that have more than doubled since they were taken; called between transactions that
 * write much. Autovacuum would do it within a minute. Until then plans are made, and kept, for the rows there were: for
 * one or none, any index that begins with the organization seems as good as a key, and each check of a foreign key
 * then reads all rows of the organization. Source: docs/adr/0019.
 *
 * What fails is told to the log only: nothing depends on it but time.
 */
export async function refreshStatistics(db: Db, log: Logger): Promise<void> {
  try {
    const outgrown = await outgrownTables(db);
    if (outgrown.length === 0) return;
    const names = sql.join(
      outgrown.map((name) => sql.identifier(name)),
      sql`, `,
    );
    // Not those that autovacuum, or another process, is at just now.
    await db.execute(sql`analyze (skip_locked) ${names}`);
  } catch (error) {
    log.warn({ err: error }, 'the statistics of tables that have grown could not be taken');
  }
}

/** Partitions are left to autovacuum: they are large when they matter, and no foreign key leads there. */
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

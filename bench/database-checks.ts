import { MetricCatalogService, type Pool, UsageVerification } from './product.ts';
import type { World } from './world.ts';

/**
 * Checks that each acknowledged event is stored once and that every counter equals the aggregate of its raw events.
 * @throws Error naming the difference.
 */
export async function checkEventsAndCounters({
  pool: { sql, db },
  organizationId,
  stored,
}: World): Promise<void> {
  const [count] = await sql<{ events: string; keys: string }[]>`
    select (select count(*) from events) as events, (select count(*) from event_keys) as keys`;
  if (count?.events !== String(stored) || count.keys !== String(stored))
    throw new Error(`${stored} events acknowledged, ${count?.events} stored, ${count?.keys} keys.`);
  const verification = new UsageVerification(new MetricCatalogService());
  const all = { externalSubscriptionId: null, window: null };
  const wrong = await verification.differences(db, { organizationId }, all);
  if (wrong.length > 0) throw new Error(`${wrong.length} counters differ from their raw events.`);
}

/** The number of deadlocks in the database so far, each resolved by failing one transaction. */
export async function countDeadlocks({ sql }: Pool): Promise<number> {
  const [row] = await sql<{ deadlocks: string }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}

/** The number of commits that wrote the newest events. */
export async function countCommits({ sql }: Pool, newest: number): Promise<number> {
  const [row] = await sql<{ commits: string }[]>`
    select count(distinct xmin::text) as commits
    from (select xmin from events order by sequence desc limit ${newest}) as newest`;
  return Number(row?.commits);
}

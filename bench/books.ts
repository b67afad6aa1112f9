import type { Pool } from './product.ts';

/**
 * Recounts everything: each acknowledged event is there once, and every counter is what its raw events come to.
 * @throws Error saying what differs.
 */
export async function checkBooks({ sql }: Pool, stored: number): Promise<void> {
  const [count] = await sql<{ events: string; keys: string }[]>`
    select (select count(*) from events) as events, (select count(*) from event_keys) as keys`;
  if (count?.events !== String(stored) || count.keys !== String(stored))
    throw new Error(`${stored} events acknowledged, ${count?.events} stored, ${count?.keys} keys.`);
  const [wrong] = await sql<{ counters: string }[]>`
    with valued as (
      select event.organization_id, event.external_subscription_id, metric.id as billable_metric_id,
        date_trunc('hour', event."timestamp", 'UTC') as hour_at,
        (event.properties ->> metric.field_name)::numeric as value
      from events event
      join billable_metrics metric on metric.organization_id = event.organization_id and metric.code = event.code
    ), recount as (
      select organization_id, external_subscription_id, billable_metric_id, hour_at,
        count(*) as events_count, sum(value) as value_sum, max(value) as value_max
      from valued
      group by 1, 2, 3, 4
    )
    select count(*) as counters
    from recount
    full join (
      select organization_id, external_subscription_id, billable_metric_id, hour_at,
        sum(events_count) as events_count, sum(value_sum) as value_sum, max(value_max) as value_max
      from usage_counters
      group by 1, 2, 3, 4
    ) as kept using (organization_id, external_subscription_id, billable_metric_id, hour_at)
    where (recount.events_count, recount.value_sum, recount.value_max)
      is distinct from (kept.events_count, kept.value_sum, kept.value_max)`;
  if (wrong?.counters !== '0') throw new Error(`${wrong?.counters} counters differ from their raw events.`);
}

/** How many deadlocks the database has resolved so far by failing somebody. */
export async function countDeadlocks({ sql }: Pool): Promise<number> {
  const [row] = await sql<{ deadlocks: string }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}

/** In how many commits the newest events were written. */
export async function countCommits({ sql }: Pool, newest: number): Promise<number> {
  const [row] = await sql<{ commits: string }[]>`
    select count(distinct xmin::text) as commits
    from (select xmin from events order by sequence desc limit ${newest}) as newest`;
  return Number(row?.commits);
}

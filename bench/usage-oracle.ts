import type { Pool } from './product.ts';

/**
 * What the events of a subscription come to under each of the rich metrics, by its code: aggregated from scratch, as one
 * would by hand. Its periods are held by no event before them, and no event removes an item.
 */
export async function unitsOf(
  { sql }: Pool,
  externalSubscriptionId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Map<string, number>> {
  const rows = await sql<{ code: string; units: string }[]>`
    with event as (
      select code, "timestamp", sequence, (properties ->> 'amount')::numeric as amount, properties ->> 'user' as item
      from events
      where external_subscription_id = ${externalSubscriptionId} and "timestamp" >= ${from} and "timestamp" < ${to}
    )
    select code, case
      when code = 'rich_count' then count(*)
      when code = 'rich_max' then max(amount)
      when code = 'rich_latest' then (array_agg(amount order by "timestamp" desc, sequence desc))[1]
      when code like 'rich_unique%' then count(distinct item)
      when code like 'rich_weighted%' then
        sum(amount * extract(epoch from ${to}::timestamptz - date_trunc('milliseconds', "timestamp")))
          / extract(epoch from ${to}::timestamptz - date_trunc('day', ${from}::timestamptz, 'UTC'))
      else sum(amount)
    end as units
    from event
    group by code`;
  return new Map(rows.map(({ code, units }) => [code, Number(units)]));
}

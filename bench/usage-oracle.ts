import type { Pool } from './product.ts';

/**
 * Units of a subscription by the code of each rich metric, aggregated naively from raw events. Assumes that no event
 * precedes the period and that none removes an item.
 * @param isSplit aggregates by the groups and the filter of the split charge and adds up the results.
 */
export async function unitsOf(
  { sql }: Pool,
  externalSubscriptionId: string,
  window: { readonly from: Date; readonly to: Date },
  isSplit: boolean,
): Promise<Map<string, number>> {
  const [from, to] = [window.from.toISOString(), window.to.toISOString()];
  const rows = await sql<{ code: string; units: string }[]>`
    with event as (
      select code, "timestamp", sequence, (properties ->> 'amount')::numeric as amount, properties ->> 'user' as item,
        case when ${isSplit} then jsonb_build_array(properties -> 'region', properties ->> 'tier' = 'pro') end as part
      from events
      where external_subscription_id = ${externalSubscriptionId} and "timestamp" >= ${from} and "timestamp" < ${to}
    ), aggregated as (
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
      group by code, part
    )
    select code, sum(units) as units from aggregated group by code`;
  return new Map(rows.map(({ code, units }) => [code, Number(units)]));
}

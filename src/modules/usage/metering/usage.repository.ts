import { type SQL, sql } from 'drizzle-orm';
import { Big, ZERO } from '../../../core/money/decimal.js';
import type { Counter } from '../../../core/metering/counter.js';
import { fromCents } from '../../../core/money/money.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { COUNTER_SUMS, countedEvents, IS_COUNTED, RULES_COLUMNS } from '../counters/counted-event.js';
import { events } from '../events/event.table.js';
import { momentOf, momentOfStatement, type UsageMoment } from '../events/usage-moment.js';
import { usageCounters } from '../counters/usage-counter.table.js';
import { COUNTER_NAMES } from '../counters/usage-counter.repository.js';
import { slicesOfQueries, type UsageQuery } from './usage-slices.js';

/** Sums of the events with the same dimensions in the window, or before it. */
export interface CountedUsage {
  readonly isBefore: boolean;
  /** Values of the metric's dimension keys. */
  readonly dimensions: readonly (string | null)[];
  /** For a unique count, `eventsCount` is the number of items present. */
  readonly counter: Counter;
  /** Null unless requested. */
  readonly items: readonly CountedItem[] | null;
}

/** An item of a unique count. */
export type CountedItem = readonly [
  item: string,
  /** Rank of the item's last event among the last events of all items, over all dimensions. */
  order: number,
  isPresent: boolean,
];

/** The result of one statement, so all of it is as of one moment. */
export interface CounterReading {
  /**
   * For each query, in order, the sums by metric id: of the window and, for a recurring metric, of all time before it. The
   * sums of a metric are in the order of their last events, if counters keep these.
   */
  readonly counters: readonly ReadonlyMap<string, CountedUsage[]>[];
  readonly moment: UsageMoment;
}

interface CounterRow extends Record<string, unknown> {
  readonly moment: string | null;
  /** Index of the query; null in a row that contains nothing but the moment. */
  readonly query: number | null;
  readonly metricId: string;
  readonly isBefore: boolean;
  readonly dimensions: string | null;
  readonly eventsCount: string;
  readonly sum: string | null;
  readonly max: string | null;
  readonly min: string | null;
  readonly valueMoment: string | null;
  readonly latestMicros: string | null;
  readonly latestValue: string | null;
  readonly amountCents: string | null;
  readonly items: string | null;
}

export const usageRepository = {
  async counters(db: Db, organizationId: string, queries: readonly UsageQuery[]): Promise<CounterReading> {
    const { queryEntries, slices } = slicesOfQueries(queries);
    // Each slice must be read by one index range scan: "offset 0" and "limit 1" keep the planner from choosing other joins.
    const ofSubscription = (table: typeof events | typeof usageCounters): SQL =>
      sql`${table.organizationId} = ${organizationId}
        and ${table.externalSubscriptionId} = slice.external_subscription_id`;
    const holdEvents = (periods: SQL): SQL => sql`exists (
      select from json_to_recordset(${periods}) as period ("from" timestamptz, "to" timestamptz)
      cross join lateral (
        select from ${events}
        where ${ofSubscription(events)} and ${events.code} = slice.code
          and ${events.timestamp} >= period."from" and ${events.timestamp} < period."to"
        limit 1
      ) as event
    )`;
    const rows = await queryRows<CounterRow>(
      db,
      sql`
      with slice as materialized (
        select *
        from (
          select *
          from json_to_recordset(${JSON.stringify(queryEntries)}::text::json) as query_entry (
            query int, external_subscription_id text, slice_set int
          )
          join json_to_recordset(${JSON.stringify(slices)}::text::json) as slice (
            slice_set int, metric_id uuid, code text, ${RULES_COLUMNS}, is_before boolean, span text, from_at timestamptz,
            to_at timestamptz, unless_in json, only_if_in json, seen_from numeric, with_items boolean
          ) using (slice_set)
        ) as slice
        where not ${holdEvents(sql`unless_in`)} and (only_if_in is null or ${holdEvents(sql`only_if_in`)})
      ), part as materialized (
        select query, metric_id, is_before, seen_from, with_items, counter.*
        from slice
        cross join lateral (
          select dimensions, ${COUNTER_NAMES}
          from ${usageCounters}
          where ${ofSubscription(usageCounters)} and ${usageCounters.billableMetricId} = metric_id
            and ${usageCounters.span} = slice.span
            and ${usageCounters.startsAt} >= from_at and ${usageCounters.startsAt} < to_at
          offset 0
        ) as counter
        union all
        select query, metric_id, is_before, seen_from, with_items, dimensions, ${COUNTER_SUMS}
        from slice
        cross join lateral (
          select "timestamp", sequence, properties, precise_total_amount_cents
          from ${events}
          where ${ofSubscription(events)} and ${events.code} = slice.code
            and ${events.timestamp} >= from_at and ${events.timestamp} < to_at
          offset 0
        ) as event
        cross join ${countedEvents}
        where span is null and ${IS_COUNTED}
        group by query, metric_id, is_before, seen_from, with_items, dimensions
      ), item as (
        select
          query, metric_id, dimensions - -1 as dimensions, dimensions ->> -1 as name, with_items, value_min,
          latest[3] = 1 as is_present,
          row_number() over (partition by query, metric_id order by latest[1], latest[2]) as place
        from (
          select query, metric_id, dimensions, with_items, seen_from, max(latest) as latest, min(value_min) as value_min
          from part
          where seen_from is not null
          group by query, metric_id, dimensions, with_items, seen_from
        ) as last
        where latest[1] >= seen_from
      ), total as (
        select
          query, metric_id, is_before, dimensions, sum(events_count) as events_count, sum(value_sum) as value_sum,
          max(value_max) as value_max, min(value_min) as value_min, sum(value_moment) as value_moment,
          max(latest) as latest, sum(amount_sum) as amount_sum, null as items
        from part
        where seen_from is null
        group by query, metric_id, is_before, dimensions
        union all
        select
          query, metric_id, false, dimensions, count(*) filter (where is_present), null, null, min(value_min), null, null,
          null, json_agg(json_build_array(name, place, is_present)) filter (where with_items)::text
        from item
        group by query, metric_id, dimensions
      )
      select
        ${momentOfStatement} as moment, query, metric_id as "metricId", is_before as "isBefore", dimensions::text as dimensions,
        events_count as "eventsCount", value_sum as sum, value_max as max, value_min as min,
        value_moment as "valueMoment", latest[1] as "latestMicros", latest[3] as "latestValue", amount_sum as "amountCents", items
      from (select) as one left join total on true
      order by latest`,
    );
    const found = Map.groupBy(rows, (row) => row.query);
    const counters = queries.map(({ currency }, query) => {
      const own = found.get(query) ?? [];
      const counted = own.map((row) => ({ metricId: row.metricId, ...countedUsage(row, currency) }));
      return groupBy(counted, ({ metricId }) => metricId);
    });
    return { counters, moment: momentOf(rows) };
  },
};

function countedUsage(row: CounterRow, currency: string): CountedUsage {
  const { latestMicros, latestValue } = row;
  return {
    isBefore: row.isBefore,
    items: row.items === null ? null : (JSON.parse(row.items) as CountedItem[]),
    dimensions: row.dimensions === null ? [] : (JSON.parse(row.dimensions) as (string | null)[]),
    counter: {
      eventsCount: BigInt(row.eventsCount),
      sum: new Big(row.sum ?? 0),
      max: row.max === null ? null : new Big(row.max),
      min: row.min === null ? null : new Big(row.min),
      latest:
        latestMicros === null || latestValue === null
          ? null
          : { at: new Date(Math.floor(Number(latestMicros) / 1000)), value: new Big(latestValue) },
      moment: new Big(row.valueMoment ?? 0),
      eventsAmount: row.amountCents === null ? ZERO : fromCents(new Big(row.amountCents), currency),
    },
  };
}

import { type SQL, sql } from 'drizzle-orm';
import { Big, ZERO } from '../../core/decimal.js';
import type { Counter } from '../../core/metering/counter.js';
import { fromCents } from '../../core/money.js';
import type { Period } from '../../core/period.js';
import { groupBy } from '../../platform/api/loader.js';
import { FIRST_INSTANT_MS } from '../../platform/api/scalars.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import {
  COUNTER_SUMS,
  countedEvents,
  IS_COUNTED,
  RULES_COLUMNS,
  rulesAsJson,
  spansOf,
} from './counted-event.js';
import { events } from './event.table.js';
import { usageCounters } from './usage-counter.table.js';
import { COUNTER_NAMES } from './usage-counter.repository.js';
import { type Span, startOf } from './usage-span.js';
import { partsOf, type WindowPart } from './usage-window.js';

export interface UsageQuery {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  readonly metrics: readonly AskedMetric[];
  readonly window: Period;
  /** What the amounts of single events are in. */
  readonly currency: string;
}

export interface AskedMetric {
  readonly metric: BillableMetric;
  /** Whether the items of a unique count are wanted one by one: some charge counts those of several dimensions together. */
  readonly withItems: boolean;
}

/** What the events with the same dimensions add up to in a window, or before it. */
export interface CountedUsage {
  readonly isBefore: boolean;
  /** Values of the metric's dimension keys. */
  readonly dimensions: readonly (string | null)[];
  /** Of a unique count its events are the items that are there. */
  readonly counter: Counter;
  /** Null unless they are wanted. */
  readonly items: readonly CountedItem[] | null;
}

/** An item of a unique count. */
export type CountedItem = readonly [
  item: string,
  /** Place of its last event among those of all items, whatever their dimensions. */
  order: number,
  isPresent: boolean,
];

/** No event lies before it (EventTimestamp). */
const FIRST_INSTANT = new Date(FIRST_INSTANT_MS);
const MICROSECONDS = 1_000n;

/** A part of what is read of one metric; members are named as the statement reads them. */
interface Slice extends ReturnType<typeof rulesAsJson> {
  readonly metric_id: string;
  readonly code: string;
  readonly is_before: boolean;
  /** Null: from events. */
  readonly span: Span | null;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly unless_in: readonly Period[];
  readonly only_if_in: readonly Period[] | null;
  /** Of a unique count: from when on, in Unix microseconds, items must have been seen; null otherwise. */
  readonly seen_from: string | null;
  readonly with_items: boolean;
}

interface CounterRow extends Record<string, unknown> {
  readonly metricId: string;
  readonly isBefore: boolean;
  readonly dimensions: string | null;
  readonly eventsCount: string;
  readonly sum: string | null;
  readonly max: string | null;
  readonly min: string | null;
  readonly moment: string | null;
  readonly latestMicros: string | null;
  readonly latestValue: string | null;
  readonly amountCents: string | null;
  readonly items: string | null;
}

export const usageRepository = {
  /**
   * What each metric adds up to in the window, and all time before it when it is recurring, by metric id; in one
   * statement and so as of one moment. Those of a metric are in the order of their last events, as far as these are kept.
   */
  async counters(db: Db, query: UsageQuery): Promise<Map<string, CountedUsage[]>> {
    const { organizationId, externalSubscriptionId, window } = query;
    const slices = query.metrics.flatMap((asked) => slicesOf(asked, window));
    const ofSubscription = (table: typeof events | typeof usageCounters): SQL =>
      sql`${table.organizationId} = ${organizationId}
        and ${table.externalSubscriptionId} = ${externalSubscriptionId}`;
    const holdEvents = (periods: SQL): SQL => sql`exists (
      select from json_to_recordset(${periods}) as period ("from" timestamptz, "to" timestamptz)
      join ${events} on ${ofSubscription(events)} and ${events.code} = slice.code
        and ${events.timestamp} >= period."from" and ${events.timestamp} < period."to"
    )`;
    const rows = await db.execute<CounterRow>(sql`
      with slice as materialized (
        select *
        from json_to_recordset(${JSON.stringify(slices)}::text::json) as slice (
          metric_id uuid, code text, ${RULES_COLUMNS}, is_before boolean, span text, from_at timestamptz,
          to_at timestamptz, unless_in json, only_if_in json, seen_from numeric, with_items boolean
        )
        where not ${holdEvents(sql`unless_in`)} and (only_if_in is null or ${holdEvents(sql`only_if_in`)})
      ), part as materialized (
        -- One range of the primary key after another: "offset 0" keeps the planner from any other way.
        select metric_id, is_before, seen_from, with_items, counter.*
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
        select metric_id, is_before, seen_from, with_items, dimensions, ${COUNTER_SUMS}
        from slice
        join ${events} on ${ofSubscription(events)} and ${events.code} = slice.code
          and ${events.timestamp} >= from_at and ${events.timestamp} < to_at
        cross join ${countedEvents}
        where span is null and ${IS_COUNTED}
        group by metric_id, is_before, seen_from, with_items, dimensions
      ), item as (
        select
          metric_id, dimensions - -1 as dimensions, dimensions ->> -1 as name, with_items, value_min,
          latest[3] = 1 as is_present,
          row_number() over (partition by metric_id order by latest[1], latest[2]) as place
        from (
          select metric_id, dimensions, with_items, seen_from, max(latest) as latest, min(value_min) as value_min
          from part
          where seen_from is not null
          group by metric_id, dimensions, with_items, seen_from
        ) as last
        where latest[1] >= seen_from
      ), total as (
        select
          metric_id, is_before, dimensions, sum(events_count) as events_count, sum(value_sum) as value_sum,
          max(value_max) as value_max, min(value_min) as value_min, sum(value_moment) as value_moment,
          max(latest) as latest, sum(amount_sum) as amount_sum, null as items
        from part
        where seen_from is null
        group by metric_id, is_before, dimensions
        union all
        select
          metric_id, false, dimensions, count(*) filter (where is_present), null, null, min(value_min), null, null, null,
          json_agg(json_build_array(name, place, is_present)) filter (where with_items)::text
        from item
        group by metric_id, dimensions
      )
      select
        metric_id as "metricId", is_before as "isBefore", dimensions::text as dimensions,
        events_count as "eventsCount", value_sum as sum, value_max as max, value_min as min,
        value_moment as moment, latest[1] as "latestMicros", latest[3] as "latestValue", amount_sum as "amountCents", items
      from total
      order by latest`);
    const counted = [...(rows as Iterable<CounterRow>)].map((row) => ({
      metricId: row.metricId,
      ...countedUsage(row, query.currency),
    }));
    return groupBy(counted, ({ metricId }) => metricId);
  },
};

/** What is read of a metric: all from events while its counters are being rebuilt. */
function slicesOf({ metric, withItems }: AskedMetric, window: Period): Slice[] {
  const spans = metric.counterState === 'counted' ? spansOf(metric) : [];
  const rules = rulesAsJson(metric);
  const slice = (isBefore: boolean, seenFrom: Date | null, part: WindowPart): Slice => ({
    metric_id: metric.id,
    code: metric.code,
    ...rules,
    is_before: isBefore,
    span: part.span,
    from_at: part.period.from,
    to_at: part.period.to,
    unless_in: part.unlessIn,
    only_if_in: part.onlyIfIn,
    seen_from: seenFrom === null ? null : String(BigInt(seenFrom.getTime()) * MICROSECONDS),
    with_items: withItems,
  });
  const before = { from: FIRST_INSTANT, to: window.from };
  if (metric.aggregationType === 'unique_count_agg') {
    const period = metric.recurring ? { ...window, from: FIRST_INSTANT } : window;
    return partsOf(fromSpanStart(period, spans), spans).map((part) => slice(false, period.from, part));
  }
  return [
    ...partsOf(window, spans).map((part) => slice(false, null, part)),
    ...(metric.recurring ? partsOf(before, spans).map((part) => slice(true, null, part)) : []),
  ];
}

/** The same period from the start of a span on, which tells as well what was last seen since. */
function fromSpanStart({ from, to }: Period, [longest]: readonly Span[]): Period {
  return { from: longest === undefined || from >= to ? from : startOf(longest, from), to };
}

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
      moment: new Big(row.moment ?? 0),
      eventsAmount: row.amountCents === null ? ZERO : fromCents(new Big(row.amountCents), currency),
    },
  };
}

import { sql } from 'drizzle-orm';
import { Big, ZERO } from '../../core/decimal.js';
import type { Counter } from '../../core/metering/counter.js';
import { fromCents } from '../../core/money.js';
import type { Period } from '../../core/period.js';
import { groupBy } from '../../platform/api/loader.js';
import { FIRST_INSTANT_MS } from '../../platform/api/scalars.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import { COUNTER_SUMS, countedEvents, IS_COUNTED, RULES_COLUMNS, rulesAsJson } from './counted-event.js';
import { events } from './event.table.js';
import { usageCounters } from './usage-counter.table.js';
import { COUNTER_NAMES } from './usage-counter.repository.js';
import { partsOf } from './usage-window.js';

export interface UsageQuery {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  readonly metrics: readonly BillableMetric[];
  readonly window: Period;
  /** What the amounts of single events are in. */
  readonly currency: string;
}

/** What the events with the same dimensions add up to in a window, or before it. */
export interface CountedUsage {
  readonly isBefore: boolean;
  /** Values of the metric's dimension keys, then the item of a unique count. */
  readonly dimensions: readonly (string | null)[];
  readonly counter: Counter;
}

/** No event lies before it (EventTimestamp). */
const FIRST_INSTANT = new Date(FIRST_INSTANT_MS);

/** A part of what is read of one metric; members are named as the statement reads them. */
interface Slice extends ReturnType<typeof rulesAsJson> {
  readonly metric_id: string;
  readonly code: string;
  readonly is_before: boolean;
  readonly from_at: Date;
  readonly to_at: Date;
  /** Whole hours, read from counters. */
  readonly is_counted: boolean;
}

interface CounterRow extends Record<string, unknown> {
  readonly metricId: string;
  readonly isBefore: boolean;
  readonly dimensions: string | null;
  readonly eventsCount: string;
  readonly sum: string | null;
  readonly max: string | null;
  readonly moment: string | null;
  readonly latestMicros: string | null;
  readonly latestValue: string | null;
  readonly amountCents: string | null;
}

export const usageRepository = {
  /**
   * What each metric adds up to in the window, and all time before it when it is recurring, by metric id; in one
   * statement and so as of one moment. Those of a metric are in the order of their last events, as far as these are kept.
   */
  async counters(db: Db, query: UsageQuery): Promise<Map<string, CountedUsage[]>> {
    const { organizationId, externalSubscriptionId } = query;
    const slices = query.metrics.flatMap((metric) => slicesOf(metric, query.window));
    const rows = await db.execute<CounterRow>(sql`
      with slice as (
        select * from json_to_recordset(${JSON.stringify(slices)}::text::json) as slice (
          metric_id uuid, code text, ${RULES_COLUMNS}, is_before boolean, from_at timestamptz, to_at timestamptz,
          is_counted boolean
        )
      )
      select
        metric_id as "metricId", is_before as "isBefore", dimensions::text as dimensions,
        sum(events_count) as "eventsCount", sum(value_sum) as sum, max(value_max) as max, sum(value_moment) as moment,
        (max(latest))[1] as "latestMicros", (max(latest))[3] as "latestValue", sum(amount_sum) as "amountCents"
      from (
        select metric_id, is_before, dimensions, ${COUNTER_NAMES}
        from slice
        join ${usageCounters} on ${usageCounters.organizationId} = ${organizationId}
          and ${usageCounters.externalSubscriptionId} = ${externalSubscriptionId}
          and ${usageCounters.billableMetricId} = metric_id
          and ${usageCounters.hourAt} >= from_at and ${usageCounters.hourAt} < to_at
        where is_counted
        union all
        select metric_id, is_before, dimensions, ${COUNTER_SUMS}
        from slice
        join ${events} on ${events.organizationId} = ${organizationId}
          and ${events.externalSubscriptionId} = ${externalSubscriptionId}
          and ${events.code} = slice.code
          and ${events.timestamp} >= from_at and ${events.timestamp} < to_at
        cross join ${countedEvents}
        where not is_counted and ${IS_COUNTED}
        group by metric_id, is_before, dimensions
      ) as part
      group by metric_id, is_before, dimensions
      order by max(latest)`);
    const counted = [...(rows as Iterable<CounterRow>)].map((row) => ({
      metricId: row.metricId,
      ...countedUsage(row, query.currency),
    }));
    return groupBy(counted, ({ metricId }) => metricId);
  },
};

/** Whole hours from counters and the cut ones from events; all from events while the counters are being rebuilt. */
function slicesOf(metric: BillableMetric, window: Period): Slice[] {
  const facts = { metric_id: metric.id, code: metric.code, ...rulesAsJson(metric) };
  const before = { from: FIRST_INSTANT, to: window.from };
  return [window, ...(metric.recurring ? [before] : [])].flatMap((period) => {
    const { hours, cuts } = partsOf(period);
    const slice = ({ from, to }: Period, isHours: boolean): Slice => ({
      ...facts,
      is_before: period === before,
      from_at: from,
      to_at: to,
      is_counted: isHours && metric.counterState === 'counted',
    });
    return [...(hours === null ? [] : [slice(hours, true)]), ...cuts.map((cut) => slice(cut, false))];
  });
}

function countedUsage(row: CounterRow, currency: string): CountedUsage {
  const { latestMicros, latestValue } = row;
  return {
    isBefore: row.isBefore,
    dimensions: row.dimensions === null ? [] : (JSON.parse(row.dimensions) as (string | null)[]),
    counter: {
      eventsCount: BigInt(row.eventsCount),
      sum: new Big(row.sum ?? 0),
      max: row.max === null ? null : new Big(row.max),
      latest:
        latestMicros === null || latestValue === null
          ? null
          : { at: new Date(Math.floor(Number(latestMicros) / 1000)), value: new Big(latestValue) },
      moment: new Big(row.moment ?? 0),
      eventsAmount: row.amountCents === null ? ZERO : fromCents(new Big(row.amountCents), currency),
    },
  };
}

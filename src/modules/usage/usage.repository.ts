import { sql } from 'drizzle-orm';
import { Big } from '../../core/decimal.js';
import type { Period } from '../../core/period.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import { eventValue } from './event-value.js';
import { events } from './event.table.js';
import { usageCounters } from './usage-counter.table.js';
import { partsOf } from './usage-window.js';

/** What the events of one metric add up to in a window; those that do not count under it are left out. */
export interface UsageTotal {
  readonly eventsCount: bigint;
  /** Null when the metric takes no numbers, or there was none. */
  readonly sum: Big | null;
  readonly max: Big | null;
}

export interface UsageQuery {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  readonly metrics: readonly BillableMetric[];
  readonly window: Period;
}

/** A part of the window of one metric; members are named as the statement reads them. */
interface Slice {
  readonly metric_id: string;
  readonly code: string;
  readonly field_name: string | null;
  readonly from_at: Date;
  readonly to_at: Date;
  /** Whole hours, read from counters. */
  readonly is_counted: boolean;
}

interface TotalRow extends Record<string, unknown> {
  readonly metricId: string;
  readonly eventsCount: string;
  readonly sum: string | null;
  readonly max: string | null;
}

export const usageRepository = {
  /** What each metric adds up to, by id, in one statement and so as of one moment. */
  async totals(db: Db, query: UsageQuery): Promise<Map<string, UsageTotal>> {
    const { organizationId, externalSubscriptionId } = query;
    const slices = query.metrics.flatMap((metric) => slicesOf(metric, query.window));
    const rows = await db.execute<TotalRow>(sql`
      with slice as (
        select * from json_to_recordset(${JSON.stringify(slices)}::text::json) as slice (
          metric_id uuid, code text, field_name text, from_at timestamptz, to_at timestamptz, is_counted boolean
        )
      )
      select metric_id as "metricId", sum(events_count) as "eventsCount", sum(value_sum) as sum, max(value_max) as max
      from (
        select metric_id, events_count, value_sum, value_max
        from slice
        join ${usageCounters} on ${usageCounters.organizationId} = ${organizationId}
          and ${usageCounters.externalSubscriptionId} = ${externalSubscriptionId}
          and ${usageCounters.billableMetricId} = metric_id
          and ${usageCounters.hourAt} >= from_at and ${usageCounters.hourAt} < to_at
        where is_counted
        union all
        select metric_id, 1, value, value
        from slice
        join ${events} on ${events.organizationId} = ${organizationId}
          and ${events.externalSubscriptionId} = ${externalSubscriptionId}
          and ${events.code} = slice.code
          and ${events.timestamp} >= from_at and ${events.timestamp} < to_at
        cross join lateral (select ${eventValue(sql`field_name`)} as value) as event
        where not is_counted and (field_name is null or value is not null)
      ) as usage
      group by metric_id`);
    return new Map(
      [...(rows as Iterable<TotalRow>)].map(({ metricId, eventsCount, sum, max }) => [
        metricId,
        { eventsCount: BigInt(eventsCount), sum: decimalOf(sum), max: decimalOf(max) },
      ]),
    );
  },
};

/** Whole hours from counters and the cut ones from events; all from events while the counters are being rebuilt. */
function slicesOf(metric: BillableMetric, window: Period): Slice[] {
  const { hours, cuts } =
    metric.counterState === 'counted' ? partsOf(window) : { hours: null, cuts: [window] };
  const slice = ({ from, to }: Period, isCounted: boolean): Slice => ({
    metric_id: metric.id,
    code: metric.code,
    field_name: metric.fieldName,
    from_at: from,
    to_at: to,
    is_counted: isCounted,
  });
  return [...(hours === null ? [] : [slice(hours, true)]), ...cuts.map((cut) => slice(cut, false))];
}

function decimalOf(text: string | null): Big | null {
  return text === null ? null : new Big(text);
}

import { type SQL, sql } from 'drizzle-orm';
import type { Period } from '../../../core/time/period.js';
import type { Db } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { type BillableMetric, billableMetrics } from '../../billable-metrics/billable-metric.table.js';
import {
  COUNTER_SUMS,
  countedEvents,
  IS_COUNTED,
  RULES_COLUMNS,
  rulesAsJson,
  startOfSpan,
} from '../counters/counted-event.js';
import { events } from '../events/event.table.js';
import { COUNTER_NAMES } from '../counters/usage-counter.repository.js';
import type { Span } from '../counters/usage-span.js';
import { dimensionsKey, usageCounters } from '../counters/usage-counter.table.js';

/** The subscriptions, metrics and window to recount. */
export interface VerificationQuery {
  readonly organizationId: string;
  /** Metrics whose counters are complete. */
  readonly metrics: readonly BillableMetric[];
  /** Null: of every subscription. */
  readonly externalSubscriptionId: string | null;
  /** Whole UTC hours; null: of all time. */
  readonly hours: Period | null;
}

/** A span of time for which the counters of a metric and subscription say something else than its events. */
export interface UsageDifference {
  readonly billableMetricId: string;
  readonly externalSubscriptionId: string;
  readonly span: Span;
  readonly startsAt: Date;
  readonly dimensions: (string | null)[];
  /** The stored counter, as decimals by column; null if there is none. */
  readonly counted: Record<string, unknown> | null;
  /** The counter computed from raw events; null without events. */
  readonly recounted: Record<string, unknown> | null;
}

interface DifferenceRow extends Record<string, unknown>, Omit<UsageDifference, 'startsAt' | 'dimensions'> {
  readonly startsAt: string;
  readonly dimensions: string | null;
}

const NAMES = ['events_count', 'value_sum', 'value_max', 'value_min', 'value_moment', 'latest', 'amount_sum'];

const rowOf = (side: string): SQL => sql.raw(`(${NAMES.map((name) => `${side}.${name}`).join(', ')})`);

/** As text, since JSON numbers lose digits. */
const objectOf = (side: string): SQL =>
  sql.raw(
    `case when ${side}.events_count is not null
      then jsonb_build_object(${NAMES.map((name) => `'${name}', ${side}.${name}::text`).join(', ')}) end`,
  );

export const usageVerificationRepository = {
  async organizationIds(db: Db): Promise<string[]> {
    const rows = await db
      .selectDistinct({ organizationId: billableMetrics.organizationId })
      .from(billableMetrics);
    return rows.map(({ organizationId }) => organizationId);
  },

  /** The first differences, as of one moment. */
  async differences(db: Db, query: VerificationQuery, limit: number): Promise<UsageDifference[]> {
    const { organizationId, metrics, externalSubscriptionId, hours } = query;
    const rules = metrics.map((metric) => ({
      metric_id: metric.id,
      code: metric.code,
      ...rulesAsJson(metric),
    }));
    const [from, to] = [hours?.from.toISOString() ?? '-infinity', hours?.to.toISOString() ?? 'infinity'];
    const ofScope = sql`organization_id = ${organizationId}
      and (${externalSubscriptionId}::text is null or external_subscription_id = ${externalSubscriptionId})`;
    // Spans that reach beyond the window hold more than is recounted.
    const isWhole = (start: SQL): SQL =>
      sql`${start} >= ${from}::timestamptz and ${start} + ('1 ' || span)::interval <= ${to}::timestamptz`;
    const rows = await queryRows<DifferenceRow>(
      db,
      sql`
      with rules as (
        select * from json_to_recordset(${JSON.stringify(rules)}::text::json)
          as rules (metric_id uuid, code text, ${RULES_COLUMNS})
      ), recounted as (
        select
          metric_id, external_subscription_id, span, ${startOfSpan} as starts_at, dimensions,
          ${dimensionsKey(sql`dimensions`)} as dimensions_key, ${COUNTER_SUMS}
        from ${events} join rules using (code) cross join ${countedEvents} cross join unnest(spans) as span
        where ${ofScope} and "timestamp" >= ${from}::timestamptz and "timestamp" < ${to}::timestamptz
          and ${isWhole(startOfSpan)} and ${IS_COUNTED}
        group by 1, 2, 3, 4, 5
      ), counted as (
        select metric_id, external_subscription_id, span, starts_at, dimensions, dimensions_key, ${COUNTER_NAMES}
        from ${usageCounters} join rules on metric_id = billable_metric_id
        where ${ofScope} and ${isWhole(sql`starts_at`)} and events_count <> 0
      )
      select
        metric_id as "billableMetricId", external_subscription_id as "externalSubscriptionId",
        span, starts_at as "startsAt",
        coalesce(counted.dimensions, recounted.dimensions)::text as dimensions,
        ${objectOf('counted')} as counted, ${objectOf('recounted')} as recounted
      from recounted full join counted using (metric_id, external_subscription_id, span, starts_at, dimensions_key)
      where ${rowOf('recounted')} is distinct from ${rowOf('counted')}
      order by external_subscription_id, metric_id, starts_at, span, dimensions_key
      limit ${limit}`,
    );
    return rows.map(({ startsAt, dimensions, ...row }) => ({
      ...row,
      startsAt: new Date(startsAt),
      dimensions: dimensions === null ? [] : (JSON.parse(dimensions) as (string | null)[]),
    }));
  },
};

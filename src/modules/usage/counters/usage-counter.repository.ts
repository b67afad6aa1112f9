import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { type BillableMetric, billableMetrics } from '../../billable-metrics/billable-metric.table.js';
import {
  COUNTER_SUMS,
  countedEvents,
  IS_COUNTED,
  RULES_COLUMNS,
  rulesAsJson,
  startOfSpan,
} from './counted-event.js';
import { events } from '../events/event.table.js';
import { dimensionsKey, usageCounters } from './usage-counter.table.js';

/** The columns that `COUNTER_SUMS` computes, in the same order. */
export const COUNTER_NAMES: SQL = sql.raw(
  'events_count, value_sum, value_max, value_min, value_moment, latest, amount_sum',
);

const added = (column: string): SQL =>
  sql.raw(
    `${column} = coalesce(usage_counters.${column} + excluded.${column}, excluded.${column}, usage_counters.${column})`,
  );

/** The conflict clause of every insert into counters: it adds the inserted row to the counter that exists. */
export const ADDED_TO_COUNTERS: SQL = sql`
  on conflict (organization_id, external_subscription_id, billable_metric_id, span, starts_at, dimensions_key) do update set
    ${added('events_count')},
    ${added('value_sum')},
    value_max = greatest(usage_counters.value_max, excluded.value_max),
    value_min = least(usage_counters.value_min, excluded.value_min),
    ${added('value_moment')},
    latest = greatest(usage_counters.latest, excluded.latest),
    ${added('amount_sum')}`;

const ofMetric = ({ organizationId, id }: BillableMetric) =>
  and(eq(usageCounters.organizationId, organizationId), eq(usageCounters.billableMetricId, id));

export const usageCounterRepository = {
  async findMetric(db: Db, organizationId: string, id: string): Promise<BillableMetric | null> {
    const [metric] = await db
      .select()
      .from(billableMetrics)
      .where(
        and(
          eq(billableMetrics.organizationId, organizationId),
          eq(billableMetrics.id, id),
          isNull(billableMetrics.deletedAt),
        ),
      );
    return metric ?? null;
  },

  /** Finds the metrics of all organizations whose counters are being rebuilt. */
  findRecounting(db: Db): Promise<Pick<BillableMetric, 'organizationId' | 'id'>[]> {
    return db
      .select({ organizationId: billableMetrics.organizationId, id: billableMetrics.id })
      .from(billableMetrics)
      .where(and(eq(billableMetrics.counterState, 'recounting'), isNull(billableMetrics.deletedAt)));
  },

  /** Deletes a metric's counters. */
  async clear(tx: Tx, metric: BillableMetric): Promise<void> {
    await deleteCounters(tx, ofMetric(metric));
  },

  /** Deletes the counters of some external subscription ids, for all metrics. */
  async clearOf(tx: Tx, organizationId: string, externalSubscriptionIds: readonly string[]): Promise<void> {
    await deleteCounters(
      tx,
      and(
        eq(usageCounters.organizationId, organizationId),
        isOneOf(usageCounters.externalSubscriptionId, externalSubscriptionIds),
      ),
    );
  },

  /**
   * Adds to a metric's counters the stored events that are missing in them: the difference between the sums of events and
   * the counters, both read in one snapshot. A flush commits its events together with their counts, so a snapshot shows
   * both or neither, and events that are flushed while this runs are not added twice.
   * @param externalSubscriptionIds completes only the counters of these; null: all.
   */
  async complete(
    tx: Tx,
    metric: BillableMetric,
    externalSubscriptionIds: readonly string[] | null,
  ): Promise<void> {
    const rules = JSON.stringify([rulesAsJson(metric)]);
    const isRequested =
      externalSubscriptionIds === null
        ? sql`true`
        : isOneOf(events.externalSubscriptionId, externalSubscriptionIds);
    const lacking = (column: string): SQL =>
      sql.raw(`usage.${column} - coalesce(usage_counters.${column}, 0)`);
    await tx.execute(sql`
      insert into ${usageCounters} (
        organization_id, external_subscription_id, billable_metric_id, span, starts_at, dimensions, ${COUNTER_NAMES}
      )
      select
        ${metric.organizationId}, usage.external_subscription_id, ${metric.id}, usage.span, usage.starts_at,
        usage.dimensions, ${lacking('events_count')}, ${lacking('value_sum')}, usage.value_max, usage.value_min,
        ${lacking('value_moment')}, usage.latest, ${lacking('amount_sum')}
      from (
        select
          external_subscription_id, span, ${startOfSpan} as starts_at, dimensions, ${COUNTER_SUMS}
        from ${events}
        cross join json_to_recordset(${rules}::text::json) as rules (${RULES_COLUMNS})
        cross join ${countedEvents}
        cross join unnest(spans) as span
        where ${events.organizationId} = ${metric.organizationId} and ${events.code} = ${metric.code} and ${isRequested}
          and ${IS_COUNTED}
        group by 1, 2, 3, 4
      ) as usage
      left join ${usageCounters} on ${ofMetric(metric)}
        and ${usageCounters.externalSubscriptionId} = usage.external_subscription_id
        and ${usageCounters.span} = usage.span
        and ${usageCounters.startsAt} = usage.starts_at
        and ${usageCounters.dimensionsKey} = ${dimensionsKey(sql`usage.dimensions`)}
      order by usage.external_subscription_id, usage.span, usage.starts_at, usage.dimensions
      ${ADDED_TO_COUNTERS}`);
  },

  /** @returns false if the metric was changed or deleted since it was read. */
  async markCounted(tx: Tx, { organizationId, id, updatedAt }: BillableMetric): Promise<boolean> {
    const marked = await tx
      .update(billableMetrics)
      .set({ counterState: 'counted' })
      .where(
        and(
          eq(billableMetrics.organizationId, organizationId),
          eq(billableMetrics.id, id),
          eq(billableMetrics.updatedAt, updatedAt),
          isNull(billableMetrics.deletedAt),
        ),
      )
      .returning({ id: billableMetrics.id });
    return marked.length > 0;
  },
};

/** Locks the counters in the order in which flushes write them, to avoid deadlocks, and deletes them. */
async function deleteCounters(tx: Tx, condition: SQL | undefined): Promise<void> {
  const locked = tx
    .select({ place: sql`${usageCounters}.ctid` })
    .from(usageCounters)
    .where(condition)
    .orderBy(
      usageCounters.externalSubscriptionId,
      usageCounters.billableMetricId,
      usageCounters.span,
      usageCounters.startsAt,
      usageCounters.dimensions,
    )
    .for('update');
  await tx.delete(usageCounters).where(sql`${usageCounters}.ctid in (${locked})`);
}

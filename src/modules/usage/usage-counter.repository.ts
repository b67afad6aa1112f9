import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { type BillableMetric, billableMetrics } from '../billable-metrics/billable-metric.table.js';
import { eventValue } from './event-value.js';
import { events } from './event.table.js';
import { usageCounters } from './usage-counter.table.js';

/** How rows are added to counters that may exist: the end of every statement that inserts into them. */
export const ADDED_TO_COUNTERS: SQL = sql`
  on conflict (organization_id, external_subscription_id, billable_metric_id, hour_at) do update set
    events_count = usage_counters.events_count + excluded.events_count,
    value_sum = coalesce(usage_counters.value_sum + excluded.value_sum, excluded.value_sum, usage_counters.value_sum),
    value_max = greatest(usage_counters.value_max, excluded.value_max)`;

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

  /** Deletes a metric's counters, in the order in which flushes write them. */
  async clear(tx: Tx, metric: BillableMetric): Promise<void> {
    const locked = tx
      .select({ place: sql`${usageCounters}.ctid` })
      .from(usageCounters)
      .where(ofMetric(metric))
      .orderBy(usageCounters.externalSubscriptionId, usageCounters.hourAt)
      .for('update');
    await tx.delete(usageCounters).where(sql`${usageCounters}.ctid in (${locked})`);
  },

  /**
   * Adds to the counters what they lack of the events: the difference of both, seen at one moment. A flush commits
   * its events together with their counts, so every moment shows either both or neither, and what flushes add while
   * this runs is not in the difference.
   */
  async complete(tx: Tx, metric: BillableMetric): Promise<void> {
    const value = metric.fieldName === null ? sql`null::numeric` : eventValue(sql`${metric.fieldName}`);
    await tx.execute(sql`
      insert into ${usageCounters} (
        organization_id, external_subscription_id, billable_metric_id, hour_at, events_count, value_sum, value_max
      )
      select
        ${metric.organizationId}, usage.external_subscription_id, ${metric.id}, usage.hour_at,
        usage.events_count - coalesce(${usageCounters.eventsCount}, 0),
        usage.value_sum - coalesce(${usageCounters.valueSum}, 0),
        usage.value_max
      from (
        select
          external_subscription_id, date_trunc('hour', timestamp, 'UTC') as hour_at,
          count(*) as events_count, sum(value) as value_sum, max(value) as value_max
        from ${events} cross join lateral (select ${value} as value) as event
        where ${events.organizationId} = ${metric.organizationId} and ${events.code} = ${metric.code}
          and (${metric.fieldName === null} or value is not null)
        group by 1, 2
      ) as usage
      left join ${usageCounters} on ${ofMetric(metric)}
        and ${usageCounters.externalSubscriptionId} = usage.external_subscription_id
        and ${usageCounters.hourAt} = usage.hour_at
      order by usage.external_subscription_id, usage.hour_at
      ${ADDED_TO_COUNTERS}`);
  },

  /** @returns false when the metric was changed or deleted since it was read. */
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

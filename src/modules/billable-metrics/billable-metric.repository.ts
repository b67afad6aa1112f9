import { and, asc, eq, not, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { compiledQuery } from '../../platform/db/writing/compiled-query.js';
import { keptRows, recordsOf } from '../../platform/paging/records.js';
import {
  type BillableMetric,
  type BillableMetricFilter,
  billableMetricFilters as filters,
  billableMetrics as metrics,
} from './billable-metric.table.js';
import { billableMetricOrders } from './billable-metric.list.js';

const kept = keptRows(metrics);

const filtersOf = (organizationId: string, metricIds: readonly string[]) =>
  and(eq(filters.organizationId, organizationId), isOneOf(filters.billableMetricId, metricIds));

export const billableMetricRepository = {
  ...recordsOf(metrics, {
    kept,
    code: metrics.code,
    orders: billableMetricOrders,
    search: [metrics.name, metrics.code],
  }),

  /** Locks a metric to change it. Waits for transactions that change it or add charges on it. */
  async lock(tx: Tx, organizationId: string, id: string): Promise<BillableMetric | null> {
    const [metric] = await tx
      .select()
      .from(metrics)
      .where(kept(organizationId, eq(metrics.id, id)))
      .for('no key update');
    return metric ?? null;
  },

  /** Locks metrics against change and deletion until the transaction ends. */
  lockForUse(tx: Tx, organizationId: string, ids: readonly string[]): Promise<BillableMetric[]> {
    return tx
      .select()
      .from(metrics)
      .where(kept(organizationId, isOneOf(metrics.id, ids)))
      .orderBy(asc(metrics.id))
      .for('share');
  },

  all(db: Db, organizationId: string): Promise<BillableMetric[]> {
    return db.select().from(metrics).where(kept(organizationId));
  },

  /** The filters of metrics, in the order of each metric. */
  findFilters: compiledQuery((db, organizationId: string, metricIds: readonly string[]) =>
    db
      .select()
      .from(filters)
      .where(filtersOf(organizationId, metricIds))
      .orderBy(filters.billableMetricId, filters.position),
  ),

  /** Replaces the filters of a metric; a filter with an existing key keeps its id. */
  async replaceFilters(
    tx: Tx,
    { organizationId, id }: BillableMetric,
    requested: readonly BillableMetricFilter[],
  ): Promise<void> {
    const keys = requested.map((filter) => filter.key);
    const omitted = keys.length === 0 ? undefined : not(isOneOf(filters.key, keys));
    await tx.delete(filters).where(and(filtersOf(organizationId, [id]), omitted));
    if (requested.length === 0) return;
    await tx
      .insert(filters)
      .values([...requested])
      .onConflictDoUpdate({
        target: [filters.organizationId, filters.billableMetricId, filters.key],
        set: { values: sql`excluded.values`, position: sql`excluded.position` },
      });
  },
};

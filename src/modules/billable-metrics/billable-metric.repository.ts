import { and, asc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { question } from '../../platform/db/writing/question.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import {
  type BillableMetric,
  type BillableMetricFilter,
  billableMetricFilters as filters,
  billableMetrics as metrics,
} from './billable-metric.table.js';
import { billableMetricOrders } from './billable-metric.list.js';

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(metrics.organizationId, organizationId), isNull(metrics.deletedAt), ...conditions);

const filtersOf = (organizationId: string, metricIds: readonly string[]) =>
  and(eq(filters.organizationId, organizationId), isOneOf(filters.billableMetricId, metricIds));

export const billableMetricRepository = {
  async find(
    db: Db,
    organizationId: string,
    by: { id: string } | { code: string },
  ): Promise<BillableMetric | null> {
    const match = 'id' in by ? eq(metrics.id, by.id) : eq(metrics.code, by.code);
    const [metric] = await db.select().from(metrics).where(kept(organizationId, match));
    return metric ?? null;
  },

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

  /** Includes deleted metrics. */
  findMany: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(metrics)
      .where(and(eq(metrics.organizationId, organizationId), isOneOf(metrics.id, ids))),
  ),

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<BillableMetric[]> {
    return db
      .select()
      .from(metrics)
      .where(kept(organizationId, isOneOf(metrics.code, codes)));
  },

  all(db: Db, organizationId: string): Promise<BillableMetric[]> {
    return db.select().from(metrics).where(kept(organizationId));
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<BillableMetric>> {
    return pageOfTable(db, metrics, {
      page,
      ordering: orderingOf(billableMetricOrders, page),
      where: kept(
        organizationId,
        ...comparisons(billableMetricOrders, filter),
        ifGiven(search, (term) => containsText([metrics.name, metrics.code], term)),
      ),
    });
  },

  async insert(tx: Tx, metric: BillableMetric): Promise<void> {
    await tx.insert(metrics).values(metric);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<BillableMetric>): Promise<void> {
    await tx
      .update(metrics)
      .set(changes)
      .where(kept(organizationId, eq(metrics.id, id)));
  },

  /** The filters of metrics, in the order of each metric. */
  findFilters: question((db, organizationId: string, metricIds: readonly string[]) =>
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
    const leftOut = keys.length === 0 ? undefined : not(isOneOf(filters.key, keys));
    await tx.delete(filters).where(and(filtersOf(organizationId, [id]), leftOut));
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

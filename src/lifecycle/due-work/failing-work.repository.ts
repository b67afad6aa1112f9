import { and, count, eq, gte, isNotNull } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { DUE_WORK, type DueWorkKind } from './due-work-kinds.js';
import { dueWork, type DueWork } from './due-work.table.js';
import { FAILING_AFTER } from './failing-after.js';
import { failingWorkOrders } from './failing-work.list.js';

/** Only what has failed has a time of the next attempt, and an index by it. */
const isFailing = and(isNotNull(dueWork.retryAt), gte(dueWork.attempts, FAILING_AFTER));

export const failingWorkRepository = {
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<DueWork[]> {
    return db
      .select()
      .from(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), isOneOf(dueWork.id, ids), isFailing));
  },

  list(db: Db, organizationId: string, { filter, page }: ListQuery): Promise<Page<DueWork>> {
    return pageOfTable(db, dueWork, {
      page,
      ordering: orderingOf(failingWorkOrders, page),
      where: and(
        eq(dueWork.organizationId, organizationId),
        isFailing,
        ...comparisons(failingWorkOrders, filter),
      ),
    });
  },

  /** The first failing works of all organizations, longest overdue first. */
  first(db: Db, count: number): Promise<DueWork[]> {
    return db.select().from(dueWork).where(isFailing).orderBy(dueWork.dueAt, dueWork.id).limit(count);
  },

  /** The amount of failing work of each kind, in all organizations. */
  async count(db: Db): Promise<ReadonlyMap<DueWorkKind, number>> {
    const found = await db
      .select({ kind: dueWork.kind, works: count() })
      .from(dueWork)
      .where(isFailing)
      .groupBy(dueWork.kind);
    const counted = new Map<DueWorkKind, number>(DUE_WORK.names.map((kind) => [kind, 0]));
    for (const { kind, works } of found) counted.set(kind, works);
    return counted;
  },
};

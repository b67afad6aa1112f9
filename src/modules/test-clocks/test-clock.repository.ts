import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { containsText } from '../../platform/paging/search.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { type TestClock, testClocks } from './test-clock.table.js';
import { testClockOrders } from './test-clock.list.js';

const one = (organizationId: string, id: string) =>
  and(eq(testClocks.organizationId, organizationId), eq(testClocks.id, id));

/**
 * `share` prevents the clock from starting to advance until the transaction ends; `no key update` locks it exclusively.
 * Under both, rows that refer to the clock can be written.
 */
type ClockLock = 'share' | 'no key update';

export const testClockRepository = {
  async find(db: Db, organizationId: string, id: string): Promise<TestClock | null> {
    const [clock] = await db.select().from(testClocks).where(one(organizationId, id));
    return clock ?? null;
  },

  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<TestClock[]> {
    return db
      .select()
      .from(testClocks)
      .where(and(eq(testClocks.organizationId, organizationId), isOneOf(testClocks.id, ids)));
  },

  async lock(db: Db, organizationId: string, id: string, strength: ClockLock): Promise<TestClock | null> {
    const [clock] = await testClockRepository.lockMany(db, organizationId, [id], strength);
    return clock ?? null;
  },

  /** Locks clocks in the order of their ids, to avoid deadlocks. */
  lockMany(
    db: Db,
    organizationId: string,
    ids: readonly string[],
    strength: ClockLock,
  ): Promise<TestClock[]> {
    return db
      .select()
      .from(testClocks)
      .where(and(eq(testClocks.organizationId, organizationId), isOneOf(testClocks.id, ids)))
      .orderBy(testClocks.id)
      .for(strength);
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<TestClock>> {
    return pageOfTable(db, testClocks, {
      page,
      ordering: orderingOf(testClockOrders, page),
      where: and(
        eq(testClocks.organizationId, organizationId),
        ...comparisons(testClockOrders, filter),
        ifGiven(search, (term) => containsText([testClocks.name], term)),
      ),
    });
  },

  findAdvancing(db: Db): Promise<TestClock[]> {
    return db.select().from(testClocks).where(eq(testClocks.status, 'advancing'));
  },

  async insert(tx: Tx, clock: TestClock): Promise<void> {
    await tx.insert(testClocks).values(clock);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<TestClock>): Promise<void> {
    await tx.update(testClocks).set(changes).where(one(organizationId, id));
  },

  async delete(tx: Tx, organizationId: string, id: string): Promise<void> {
    await tx.delete(testClocks).where(one(organizationId, id));
  },
};

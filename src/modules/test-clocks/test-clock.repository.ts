import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import { type TestClock, testClocks } from './test-clock.table.js';
import { testClockOrders } from './test-clock.list.js';

const ofOrganization = tenantRows(testClocks);

/**
 * `share` prevents the clock from starting to advance until the transaction ends; `no key update` locks it exclusively.
 * Under both, rows that refer to the clock can be written.
 */
type ClockLock = 'share' | 'no key update';

export const testClockRepository = {
  ...recordsOf(testClocks, {
    kept: ofOrganization,
    orders: testClockOrders,
    search: [testClocks.name],
  }),

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

  findAdvancing(db: Db): Promise<TestClock[]> {
    return db.select().from(testClocks).where(eq(testClocks.status, 'advancing'));
  },
};

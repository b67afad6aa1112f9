import type { Actor } from '../../platform/actor.js';
import type { Removal } from '../../platform/capabilities/capability.js';
import type { Tx } from '../../platform/db/database.js';
import type { TestClock } from '../../modules/test-clocks/test-clock.table.js';
import type { TimeNeeds } from './time.needs.js';

interface Needs extends Pick<TimeNeeds, 'testClocks' | 'customerLocks'> {
  /** In the order in which they run. Called at each use, since the capabilities are built one after the other. */
  readonly removals: () => readonly Removal[];
}

/** Deletes test clocks with their customers. Source: extensions.md §1. */
export class ClockRemoval {
  constructor(private readonly needs: Needs) {}

  /**
   * Deletes the clock, its customers and everything that belongs to them for good; rows before the rows they refer
   * to. The activity log and messages that are queued already are records of the past, and stay.
   * @returns the clock as it was.
   * @throws AppError `test_clock_not_found`.
   */
  async remove(tx: Tx, actor: Actor, id: string): Promise<TestClock> {
    const { testClocks, customerLocks, removals } = this.needs;
    await testClocks.get(tx, actor, id);
    // Customers before their clock, as all writers lock them. A clock on its way ends its step, and finds itself gone.
    const customerIds = await customerLocks.lockOfTestClock(tx, actor, id);
    const clock = await testClocks.lock(tx, actor, id);
    for (const remove of removals()) await remove(tx, actor, { customerIds, testClockId: id });
    await testClocks.deleteForGood(tx, actor, id);
    return clock;
  }
}

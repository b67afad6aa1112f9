import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import type { Db } from '../../../platform/db/database.js';
import { countedBy, type TestFilter, type TestParameters } from '../../customers/records/test-filter.js';
import type { TestClockService } from '../../test-clocks/test-clock.service.js';

/** What tells the time of the customers that a report counts. */
export interface ReportClocks {
  readonly clock: Clock;
  readonly testClocks: TestClockService;
}

/**
 * The customers that a report counts, and their current time: real time unless one test clock alone counts.
 * @throws AppError `test_clock_not_found`. Source: analytics.md §1.
 */
export async function countedAt(
  { clock, testClocks }: ReportClocks,
  db: Db,
  actor: Actor,
  parameters: TestParameters,
): Promise<{ readonly counted: TestFilter; readonly now: Date }> {
  const counted = countedBy(parameters);
  const now =
    typeof counted.testClockId === 'string'
      ? (await testClocks.get(db, actor, counted.testClockId)).frozenTime
      : clock.now();
  return { counted, now };
}

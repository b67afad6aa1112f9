import { isSupportedInstant } from '../../core/time/supported-instants.js';
import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText } from '../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { testClockRepository } from './test-clock.repository.js';
import type { CreateTestClock } from './test-clock.input.js';
import type { TestClock } from './test-clock.table.js';

/** The state of a clock: its frozen time, the target of an advance, and its outcome. */
export type TestClockState = Pick<
  TestClock,
  'frozenTime' | 'status' | 'targetTime' | 'passingTime' | 'failure'
>;

/**
 * Reads and stores test clocks, and computes the current time of customers. `lifecycle` advances clocks.
 * Source: extensions.md §1.
 */
export class TestClockService {
  constructor(private readonly clock: Clock) {}

  /**
   * The current time of a customer: the due instant while due work runs, or else the frozen time of the customer's clock, or
   * else real time.
   * @param testClockId null for a customer without a test clock.
   */
  async now(db: Db, actor: Actor, testClockId: string | null): Promise<Date> {
    if (actor.at !== null) return actor.at;
    if (testClockId === null) return this.clock.now();
    return (await this.get(db, actor, testClockId)).frozenTime;
  }

  /** The current times of several customers, by the id of their test clock; null for real time. */
  async nows(
    db: Db,
    actor: Actor,
    testClockIds: readonly (string | null)[],
  ): Promise<Map<string | null, Date>> {
    const { at } = actor;
    if (at !== null) return new Map(testClockIds.map((id) => [id, at]));
    const ids = testClockIds.filter((id) => id !== null);
    const clocks = ids.length === 0 ? [] : await testClockRepository.findMany(db, actor.organizationId, ids);
    return new Map([
      [null, this.clock.now()],
      ...clocks.map(({ id, frozenTime }) => [id, frozenTime] as const),
    ]);
  }

  /**
   * Call it before writing to a customer. In a transaction it keeps the clock from advancing until the transaction ends: an
   * advance waits for running writers, and later writers are refused.
   * @throws AppError kind `notAllowed`, `test_clock_advancing`, unless due work calls it; `test_clock_not_found`.
   */
  async requireIdle(db: Db, actor: Actor, testClockId: string | null): Promise<void> {
    if (testClockId === null || actor.source === 'system') return;
    const { organizationId } = actor;
    const clock = found(
      isUuid(testClockId) ? await testClockRepository.lock(db, organizationId, testClockId, 'share') : null,
    );
    if (clock.status === 'advancing') throw notAllowed('test_clock_advancing');
  }

  /**
   * `requireIdle` for several customers.
   * @param testClockIds of existing clocks.
   */
  async requireAllIdle(db: Db, actor: Actor, testClockIds: readonly (string | null)[]): Promise<void> {
    const ids = [...new Set(testClockIds)].filter((id) => id !== null);
    if (ids.length === 0 || actor.source === 'system') return;
    const clocks = await testClockRepository.lockMany(db, actor.organizationId, ids, 'share');
    if (clocks.some(({ status }) => status === 'advancing')) throw notAllowed('test_clock_advancing');
  }

  /** @throws AppError `test_clock_not_found` if the organization has no such clock. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, TestClock>> {
    return indexBy(await testClockRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  async get(db: Db, actor: Actor, id: string): Promise<TestClock> {
    return found(isUuid(id) ? await testClockRepository.find(db, actor.organizationId, { id }) : null);
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<TestClock>> {
    return testClockRepository.list(db, actor.organizationId, query);
  }

  /** @throws AppError `validation_errors`; `frozenTime: invalid_date` outside of `SUPPORTED_INSTANTS`. */
  async create(tx: Tx, actor: Actor, input: CreateTestClock): Promise<TestClock> {
    const errors = new FieldErrors();
    limitText(errors, 'name', input.name);
    if (!isSupportedInstant(input.frozenTime)) errors.add('frozenTime', 'invalid_date');
    errors.throwIfAny();
    const clock: TestClock = {
      id: newId(),
      organizationId: actor.organizationId,
      name: input.name ?? null,
      frozenTime: input.frozenTime,
      status: 'ready',
      targetTime: null,
      passingTime: null,
      failure: null,
      createdAt: this.clock.now(),
    };
    await testClockRepository.insert(tx, clock);
    return clock;
  }

  /** Locks a clock until the transaction ends. @throws AppError `test_clock_not_found`. */
  async lock(tx: Tx, actor: Actor, id: string): Promise<TestClock> {
    return found(
      isUuid(id) ? await testClockRepository.lock(tx, actor.organizationId, id, 'no key update') : null,
    );
  }

  setState(tx: Tx, actor: Actor, id: string, changes: Partial<TestClockState>): Promise<void> {
    return testClockRepository.update(tx, actor.organizationId, id, changes);
  }

  /** The advancing clocks of all organizations, which a restarted worker continues. */
  allOnTheirWay(db: Db): Promise<TestClock[]> {
    return testClockRepository.findAdvancing(db);
  }

  /** Deletes the row of a clock, after everything it owns. */
  deleteForGood(tx: Tx, actor: Actor, id: string): Promise<void> {
    return testClockRepository.delete(tx, actor.organizationId, id);
  }
}

function found(clock: TestClock | null): TestClock {
  if (clock === null) throw notFound('test_clock');
  return clock;
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ClockAdvancer } from '../../src/lifecycle/time/clock-advancer.js';
import { DueWorkEngine, type DueWorkHandlers } from '../../src/lifecycle/due-work/due-work-engine.js';
import type { TestClock } from '../../src/modules/test-clocks/test-clock.table.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { invalid } from '../../src/platform/errors/app-error.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import { createLogger } from '../../src/platform/log.js';
import type { Client } from '../support/client.js';
import { bookkeeper, WorkBook } from '../support/due-work.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const JANUARY = '2027-01-01T00:00:00.000Z';
const FEBRUARY = '2027-02-01T00:00:00.000Z';
const MARCH = '2027-03-01T00:00:00.000Z';
const APRIL = '2027-04-01T00:00:00.000Z';

let server: TestServer;
let client: Client;
let actor: Actor;

beforeAll(async () => {
  // Some tests hold what others wait for.
  server = await startTestServer({ connections: 6 });
  client = await server.organization();
  actor = systemActor(client.organizationId, null);
});
afterAll(() => server.stop());

/** As a process of its own would: it shares nothing with others but the database. */
function advancerOf(
  handlers: DueWorkHandlers,
  answeredWithinMs?: number,
  testClocks = server.app.services.testClocks,
): ClockAdvancer {
  return new ClockAdvancer({
    jobsDb: server.connections.jobs,
    testClocks,
    eventBilling: server.app.services.eventBilling,
    windUp: server.app.services.subscriptionWindUp,
    drafts: server.app.services.drafts,
    usageNotices: server.app.services.usageNotices,
    walletRules: server.app.services.walletRules,
    engine: new DueWorkEngine(() => handlers, server.app.services.changes),
    log: createLogger('silent'),
    limits: DEFAULT_LIMITS,
    ...(answeredWithinMs === undefined ? {} : { answeredWithinMs }),
  });
}

const advance = (advancer: ClockAdvancer, book: WorkBook, to: string): Promise<TestClock> =>
  advancer.advance(actor, null, { id: book.testClockId, frozenTime: new Date(to) });
const clockOf = ({ testClockId }: WorkBook) =>
  server.app.services.testClocks.get(server.pool.db, actor, testClockId);

describe('advancing a test clock', () => {
  test('everything up to and including the target is done in order, each thing at its instant', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const [march, april, february] = await book.plan(MARCH, APRIL, FEBRUARY);
    const clock = await advance(advancerOf(bookkeeper()), book, MARCH);
    expect(clock).toMatchObject({ status: 'ready', frozenTime: new Date(MARCH), targetTime: null });
    expect(await book.done()).toMatchObject([
      { subjectId: february, dueAt: FEBRUARY },
      { subjectId: march, dueAt: MARCH },
    ]);
    await advance(advancerOf(bookkeeper()), book, APRIL);
    expect((await book.done()).at(-1)).toMatchObject({ subjectId: april, dueAt: APRIL });
  });

  test('work of one customer at one instant is done together', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY, FEBRUARY, MARCH);
    const sizes: number[] = [];
    await advance(advancerOf(bookkeeper(({ subjectIds }) => sizes.push(subjectIds.length))), book, APRIL);
    expect(sizes).toEqual([2, 1]);
  });

  test('statistics are taken of tables that have grown on the way', async () => {
    await server.pool.sql`create table written (place int)`;
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY, MARCH);
    const seen: unknown[] = [];
    const handlers = bookkeeper(async () => {
      seen.push(...(await server.pool.sql`select reltuples from pg_class where relname = 'written'`));
      await server.pool.sql`insert into written select generate_series(1, 3000)`;
    });
    await advance(advancerOf(handlers), book, MARCH);
    expect(seen).toEqual([{ reltuples: -1 }, { reltuples: 3_000 }]);
  });

  test('the clock follows what is done, and shows an instant only when all of it is', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY, MARCH);
    const seen: Date[] = [];
    const watch = async () => seen.push((await clockOf(book)).frozenTime);
    await advance(advancerOf(bookkeeper(watch)), book, APRIL);
    expect(seen).toEqual([new Date(JANUARY), new Date(FEBRUARY)]);
  });

  test.each([
    ['the instant where it stands', JANUARY],
    ['an earlier one', '2026-12-31T23:59:59.999Z'],
  ])('time does not go back: %s', async (_why, to) => {
    const book = await WorkBook.open(server, client, JANUARY);
    await expect(advance(advancerOf(bookkeeper()), book, to)).rejects.toMatchObject({
      details: { frozenTime: ['value_is_invalid'] },
    });
  });

  test('a second caller joins the advance to the same instant', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY);
    const reached = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    const read = Promise.withResolvers<undefined>();
    const { testClocks } = server.app.services;
    const handlers = bookkeeper(() => {
      reached.resolve(undefined);
      return gate.promise;
    });
    const first = advance(advancerOf(handlers), book, MARCH);
    await reached.promise;
    const watched = Object.assign(Object.create(testClocks) as typeof testClocks, {
      get: async (...args: Parameters<typeof testClocks.get>) => {
        const clock = await testClocks.get(...args);
        read.resolve(undefined);
        return clock;
      },
    });
    const second = advance(advancerOf(handlers, undefined, watched), book, MARCH);
    await read.promise;
    gate.resolve(undefined);
    // It arrives while the second caller is held up, as if that waited for a lock.
    await first;
    expect((await first).status).toBe('ready');
    expect((await second).frozenTime).toEqual(new Date(MARCH));
    expect(await book.done()).toHaveLength(1);
  });

  test('one that takes too long is answered on its way, and arrives', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY);
    const gate = Promise.withResolvers<undefined>();
    const clock = await advance(
      advancerOf(
        bookkeeper(() => gate.promise),
        20,
      ),
      book,
      MARCH,
    );
    expect(clock).toMatchObject({ status: 'advancing', frozenTime: new Date(JANUARY) });
    gate.resolve(undefined);
    await until(async () => (await clockOf(book)).status === 'ready');
    expect((await clockOf(book)).frozenTime).toEqual(new Date(MARCH));
  });
});

describe('what goes wrong on the way', () => {
  test('a failure leaves the clock at the last instant fully done; advancing again resumes there', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const planned = await book.plan(FEBRUARY, MARCH, APRIL);
    let broken = true;
    const advancer = advancerOf(
      bookkeeper(({ dueAt }) => {
        if (broken && dueAt.toISOString() === MARCH) throw invalid({ month: ['invalid_value'] });
      }),
    );
    const failed = await advance(advancer, book, '2027-05-01T00:00:00Z');
    expect(failed).toMatchObject({
      status: 'failed',
      frozenTime: new Date(FEBRUARY),
      failure: `subscription_billing due at ${MARCH} failed: validation_errors {"month":["invalid_value"]}`,
    });
    expect(await book.done()).toHaveLength(1);

    broken = false;
    const arrived = await advance(advancer, book, APRIL);
    expect(arrived).toMatchObject({ status: 'ready', failure: null, frozenTime: new Date(APRIL) });
    expect((await book.done()).map((work) => work.subjectId)).toEqual(planned);
  });

  test('a clock that fails as it arrives can be sent to the same instant again', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY);
    await server.pool.sql.unsafe(`
      create function refuse_arrival() returns trigger language plpgsql as $$
        begin raise exception 'arrivals are refused'; end $$;
      create trigger refuse_arrival before update on test_clocks for each row
        when (old.status = 'advancing' and new.status = 'ready') execute function refuse_arrival();`);
    const failed = await advance(advancerOf(bookkeeper()), book, FEBRUARY);
    expect(failed).toMatchObject({ status: 'failed', frozenTime: new Date(JANUARY) });

    await server.pool.sql`drop trigger refuse_arrival on test_clocks`;
    const arrived = await advance(advancerOf(bookkeeper()), book, FEBRUARY);
    expect(arrived).toMatchObject({ status: 'ready', frozenTime: new Date(FEBRUARY) });
    expect(await book.done()).toHaveLength(1);
  });

  test('a bug tells nothing of itself', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY);
    const advancer = advancerOf(
      bookkeeper(() => {
        throw new Error('select secret from table');
      }),
    );
    const { failure } = await advance(advancer, book, MARCH);
    expect(failure).toBe(`subscription_billing due at ${FEBRUARY} failed: internal_error`);
  });

  test('a clock that was left on its way by a stop is resumed by another process, and nothing is done twice', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    await book.plan(FEBRUARY, MARCH);
    const gate = Promise.withResolvers<undefined>();
    const stopped = advancerOf(bookkeeper(() => gate.promise));
    const answer = advance(stopped, book, APRIL);
    await until(async () => (await clockOf(book)).status === 'advancing');
    const stop = stopped.stop();
    gate.resolve(undefined);
    await stop;
    expect(await answer).toMatchObject({ status: 'advancing' });
    expect((await book.done()).length).toBeLessThan(2);

    const resumed = advancerOf(bookkeeper());
    await resumed.resume();
    await until(async () => (await clockOf(book)).status === 'ready');
    expect((await book.done()).map((work) => work.dueAt)).toEqual([FEBRUARY, MARCH]);
  });

  test('two processes that move one clock do everything once, and in order', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const days = Array.from({ length: 20 }, (_, day) => new Date(Date.UTC(2027, 1, day + 1)).toISOString());
    await book.plan(...days);
    await Promise.all([
      advance(advancerOf(bookkeeper()), book, MARCH),
      advance(advancerOf(bookkeeper()), book, MARCH),
    ]);
    expect((await book.done()).map((work) => work.dueAt)).toEqual(days);
    expect((await clockOf(book)).status).toBe('ready');
  });
});

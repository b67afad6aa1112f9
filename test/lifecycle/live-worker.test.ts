import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { ClockAdvancer } from '../../src/lifecycle/time/clock-advancer.js';
import { DueWorkEngine, type DueWorkHandlers } from '../../src/lifecycle/due-work/due-work-engine.js';
import { LiveWorker } from '../../src/lifecycle/time/live-worker.js';
import { invalid } from '../../src/platform/errors/app-error.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import { createLogger } from '../../src/platform/log.js';
import { outboxMessages } from '../../src/platform/activity/activity.table.js';
import type { Client } from '../support/client.js';
import { bookkeeper, WorkBook } from '../support/due-work.js';
import { HandClock } from '../support/hand-clock.js';
import { messagesWith } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const NOON = '2027-06-01T12:00:00.000Z';
const LATER = '2027-06-01T12:30:00.000Z';

const OPERATOR_TOKEN = 'operator-token-0123456789';

let server: TestServer;
let client: Client;
const workers: LiveWorker[] = [];

beforeAll(async () => {
  server = await startTestServer({ metricsToken: OPERATOR_TOKEN });
  client = await server.organization();
});
afterAll(() => server.stop());

/** Also after a failed expectation: a worker left behind would work into the next test. */
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});

async function startWorker(
  clock: HandClock,
  handlers: DueWorkHandlers,
  log = createLogger('silent'),
): Promise<LiveWorker> {
  const engine = new DueWorkEngine(() => handlers, server.app.services.changes);
  const {
    testClocks,
    eventBilling,
    subscriptionWindUp: windUp,
    drafts,
    usageNotices,
    walletRules,
    reportFolding,
    backgroundThrottle,
  } = server.app.services;
  const { connections } = server;
  const advancer = new ClockAdvancer({
    jobsDb: connections.jobs,
    testClocks,
    eventBilling,
    windUp,
    drafts,
    usageNotices,
    walletRules,
    engine,
    log,
    limits: DEFAULT_LIMITS,
  });
  const worker = await LiveWorker.start({
    connections,
    engine,
    advancer,
    usageNotices,
    reportFolding,
    backgroundThrottle,
    clock,
    log,
  });
  workers.push(worker);
  return worker;
}

const doneCount = (book: WorkBook, count: number) => async () => (await book.done()).length === count;

describe('the live worker', () => {
  test('the live worker does at its start what fell due before, and then what is announced', async () => {
    const book = await WorkBook.open(server, client, null);
    await book.plan(NOON, LATER);
    const clock = new HandClock(NOON);
    const worker = await startWorker(clock, bookkeeper());
    await until(doneCount(book, 1));
    expect(await book.done()).toMatchObject([{ dueAt: NOON }]);

    clock.set('2027-06-01T12:10:00Z');
    // Planning is heard, and what else has become due is found with it.
    await book.plan('2027-06-01T12:00:30.000Z');
    await until(doneCount(book, 2));
    await worker.stop();
    expect((await book.done()).map((work) => work.dueAt)).toEqual([NOON, '2027-06-01T12:00:30.000Z']);
  });

  test('the live worker leaves test clocks alone, but resumes one that was left on its way', async () => {
    const ready = await WorkBook.open(server, client, '2027-01-01T00:00:00Z');
    await ready.plan('2027-02-01T00:00:00Z');
    const left = await WorkBook.open(server, client, '2027-01-01T00:00:00Z');
    await left.plan('2027-02-01T00:00:00Z');
    await server.pool.sql`
      update test_clocks set status = 'advancing', target_time = '2027-03-01'
      where id = ${left.testClockId}`;
    const worker = await startWorker(new HandClock(LATER), bookkeeper());
    await until(doneCount(left, 1));
    await worker.stop();
    expect(await ready.done()).toEqual([]);
  });

  test('several workers do everything once', async () => {
    const books = await Promise.all([1, 2, 3, 4].map(() => WorkBook.open(server, client, null)));
    for (const book of books) await book.plan(...Array.from({ length: 8 }, (_, i) => minute(i)));
    await Promise.all([1, 2, 3].map(() => startWorker(new HandClock(NOON), bookkeeper())));
    for (const book of books) await until(doneCount(book, 8));
    for (const book of books) {
      expect((await book.done()).map((work) => work.dueAt)).toEqual(
        Array.from({ length: 8 }, (_, i) => minute(i)),
      );
    }
  });

  test('work that fails waits longer and longer, and stops nobody else', async () => {
    const broken = await WorkBook.open(server, client, null);
    const [subjectId] = await broken.plan(minute(0));
    const healthy = await WorkBook.open(server, client, null);
    await healthy.plan(minute(1));
    const clock = new HandClock(NOON);
    let attempts = 0;
    const handlers = bookkeeper((batch) => {
      if (batch.subjectIds[0] !== subjectId) return;
      attempts += 1;
      if (attempts < 3) throw new Error('not yet');
    });
    const worker = await startWorker(clock, handlers);
    await until(doneCount(healthy, 1));
    expect(attempts).toBe(1);
    for (const [failures, wait] of [
      [1, 1],
      [2, 3],
    ] as const) {
      await until(async () => (await postponed(subjectId)).attempts === failures);
      expect((await postponed(subjectId)).retryAt).toEqual(new Date(Date.parse(NOON) + wait * 1_000));
      clock.set(new Date(Date.parse(NOON) + wait * 1_000).toISOString());
      await healthy.plan(minute(1));
    }
    await until(doneCount(broken, 1));
    await worker.stop();
    expect(attempts).toBe(3);
  });

  test('work that keeps failing is listed with the reason, and counted for operators', async () => {
    const caller = await server.organization();
    const broken = await WorkBook.open(server, caller, null);
    const [subjectId = ''] = await broken.plan(minute(0));
    const healthy = await WorkBook.open(server, client, null);
    const clock = new HandClock(NOON);
    let isBroken = true;
    const handlers = bookkeeper((batch) => {
      if (isBroken && batch.subjectIds[0] === subjectId)
        throw invalid({ amountCents: ['value_is_out_of_range'] });
    });
    const worker = await startWorker(clock, handlers);
    for (const failures of [1, 2, 3]) {
      await until(async () => (await postponed(subjectId)).attempts === failures);
      const { retryAt } = await postponed(subjectId);
      const expected = {
        kind: 'subscription_billing',
        subjectId,
        customerId: broken.customerId,
        dueAt: wholeSeconds(minute(0)),
        attempts: 3,
        retryAt: wholeSeconds(retryAt.toISOString()),
        failure: 'validation_errors {"amountCents":["value_is_out_of_range"]}',
      };
      expect(await failingWorks(caller)).toEqual(failures < 3 ? [] : [expected]);
      expect(await failingForOperators()).toMatchObject(
        failures < 3
          ? []
          : [
              {
                svc_organization_id: caller.organizationId,
                kind: expected.kind,
                svc_subject_id: expected.subjectId,
                attempts: 3,
                failure: expected.failure,
              },
            ],
      );
      expect(await countedAsFailing()).toBe(failures < 3 ? 0 : 1);
      isBroken = failures < 3;
      clock.set(retryAt.toISOString());
      if (failures === 3) expect(await failingWorks(client)).toEqual([]);
      await healthy.plan(minute(1));
    }
    await until(doneCount(broken, 1));
    await worker.stop();
    expect(await failingWorks(caller)).toEqual([]);
  });

  test('the third failure queues one webhook message', async () => {
    const caller = await server.organization();
    const broken = await WorkBook.open(server, caller, null);
    const [subjectId = ''] = await broken.plan(minute(0));
    const healthy = await WorkBook.open(server, client, null);
    const clock = new HandClock(NOON);
    const handlers = bookkeeper((batch) => {
      if (batch.subjectIds[0] === subjectId) throw new Error('a secret of ours');
    });
    const worker = await startWorker(clock, handlers);
    const sent = () => messagesWith(server, aboutFailuresOf(caller));
    for (const failures of [1, 2, 3, 4]) {
      await until(async () => (await postponed(subjectId)).attempts === failures);
      const { retryAt } = await postponed(subjectId);
      expect(await sent()).toHaveLength(failures < 3 ? 0 : 1);
      clock.set(retryAt.toISOString());
      await healthy.plan(minute(1));
    }
    await worker.stop();
    const [message] = await sent();
    expect(message).toMatchObject({ webhookType: 'billing.failed', objectType: 'failing_work' });
    const { svc_id: id = '', ...object } = message?.object as Record<string, string>;
    expect(object).toEqual({
      kind: 'subscription_billing',
      svc_subject_id: subjectId,
      svc_customer_id: broken.customerId,
      due_at: wholeSeconds(minute(0)),
      attempts: 3,
      retry_at: expect.any(String),
      failure: 'internal_error',
    });
    const found = await caller.graphql('query ($id: ID!) { failingWork(id: $id) { subjectId kind } }', {
      id,
    });
    expect(found.data).toEqual({ failingWork: { subjectId, kind: 'subscription_billing' } });
    const foreign = await client.graphql('query ($id: ID!) { failingWork(id: $id) { subjectId } }', { id });
    expect(foreign.errors).toMatchObject([{ extensions: { code: 'not_found' } }]);
  });

  test.each([
    ['2027-06-01T11:59:58.000Z', [2_000]],
    ['2027-06-01T11:59:59.500Z', []],
    ['2027-06-01T12:00:05.000Z', []],
  ])(
    'the live worker says so when the clock is set back by more than a second: to %s',
    async (time, expected) => {
      const setBackMs: unknown[] = [];
      const log = createLogger('warn', {
        write: (line) => void setBackMs.push((JSON.parse(line) as Record<string, unknown>)['setBackMs']),
      });
      const book = await WorkBook.open(server, client, null);
      await book.plan(minute(0), minute(1), minute(2));
      const clock = new HandClock(NOON);
      // Set back while the worker is busy: it need not have slept to see it.
      const handlers = bookkeeper(() => {
        clock.set(time);
      });
      const worker = await startWorker(clock, handlers, log);
      await until(doneCount(book, 3));
      await worker.stop();
      expect(setBackMs).toEqual(expected);
    },
  );

  test('the live worker takes statistics of tables that its work has made grow', async () => {
    await server.pool.sql`create table written (place int)`;
    const book = await WorkBook.open(server, client, null);
    await book.plan(minute(0), minute(1));
    const rows = () => server.pool.sql`select reltuples from pg_class where relname = 'written'`;
    const seen: unknown[] = [];
    const worker = await startWorker(
      new HandClock(NOON),
      bookkeeper(async () => {
        seen.push(...(await rows()));
        await server.pool.sql`insert into written select generate_series(1, 3000)`;
      }),
    );
    await until(doneCount(book, 2));
    await worker.stop();
    expect(seen).toEqual([{ reltuples: -1 }, { reltuples: 3_000 }]);
  });

  test('stopping waits for the work in progress', async () => {
    const book = await WorkBook.open(server, client, null);
    await book.plan(minute(0), minute(1));
    const gate = Promise.withResolvers<undefined>();
    let begun = false;
    const worker = await startWorker(
      new HandClock(NOON),
      bookkeeper(() => {
        begun = true;
        return gate.promise;
      }),
    );
    await until(() => Promise.resolve(begun));
    const stopped = worker.stop();
    gate.resolve(undefined);
    await stopped;
    expect(await book.done()).toMatchObject([{ dueAt: minute(0) }]);
  });
});

const openBooks = (count: number): Promise<WorkBook[]> =>
  Promise.all(Array.from({ length: count }, () => WorkBook.open(server, client, null)));

describe('work of several customers that falls due together', () => {
  test('work of several customers is done in one transaction; what fails for one is done for each of the others, and later alone', async () => {
    const books = await openBooks(6);
    const subjectIds: string[] = [];
    for (const book of books) subjectIds.push(await book.planOf('subscription_billing', minute(30)));
    const broken = subjectIds[3] ?? '';
    const clock = new HandClock(NOON);
    const sizes: number[] = [];
    const worker = await startWorker(
      clock,
      bookkeeper((batch) => {
        if (batch.dueAt.toISOString() === minute(30)) sizes.push(batch.subjectIds.length);
        if (batch.subjectIds.includes(broken) && clock.now() <= new Date(NOON)) throw new Error('not yet');
      }),
    );
    const healthy = books.filter((_, place) => place !== 3);
    for (const book of healthy) await until(doneCount(book, 1));
    await until(async () => (await postponed(broken)).attempts === 1);
    expect(sizes).toEqual([6, 1, 1, 1, 1, 1, 1]);
    expect(await postponed(broken)).toEqual({ attempts: 1, retryAt: new Date(Date.parse(NOON) + 1_000) });

    // Others that come to be due with it are not drawn into its next attempt.
    clock.set('2027-06-01T12:00:01Z');
    for (const book of books) await book.plan(minute(30));
    for (const book of healthy) await until(doneCount(book, 2));
    await until(doneCount(books[3] as WorkBook, 2));
    await worker.stop();
    expect(sizes.slice(7).reduce((sum, size) => sum + size, 0)).toBe(7);
  });

  test('work of several customers leaves each customer its order', async () => {
    const books = await openBooks(3);
    const [ending, late, plain] = books as [WorkBook, WorkBook, WorkBook];
    for (const book of books) await book.plan(minute(1), minute(2));
    await ending.planOf('subscription_end', minute(1));
    await late.plan(minute(0));
    await late.planOf('trial_end', minute(1));
    const worker = await startWorker(new HandClock(NOON), bookkeeper());
    await until(doneCount(ending, 3));
    await until(doneCount(late, 4));
    await until(doneCount(plain, 2));
    await worker.stop();
    const order = async (book: WorkBook) =>
      (await book.done()).map(({ kind, dueAt }) => `${dueAt.slice(14, 16)} ${kind}`);
    expect(await order(ending)).toEqual([
      '01 subscription_end',
      '01 subscription_billing',
      '02 subscription_billing',
    ]);
    expect(await order(late)).toEqual([
      '00 subscription_billing',
      '01 subscription_billing',
      '01 trial_end',
      '02 subscription_billing',
    ]);
    expect(await order(plain)).toEqual(['01 subscription_billing', '02 subscription_billing']);
  });

  test('work of several customers does not wait for a customer whom another transaction holds, nor for work that one schedules anew', async () => {
    const books = await openBooks(3);
    const [held, moved, free] = books as [WorkBook, WorkBook, WorkBook];
    for (const book of books) await book.plan(minute(0));
    const gate = Promise.withResolvers<undefined>();
    const holding = Promise.withResolvers<undefined>();
    const holder = server.pool.sql.begin(async (sql) => {
      await sql`select from customers where id = ${held.customerId} for update`;
      await sql`update due_work set attempts = attempts where customer_id = ${moved.customerId}`;
      holding.resolve(undefined);
      await gate.promise;
    });
    await holding.promise;
    const worker = await startWorker(new HandClock(NOON), bookkeeper());
    await until(doneCount(free, 1));
    expect(await Promise.all([held, moved].map((book) => book.done()))).toEqual([[], []]);
    gate.resolve(undefined);
    await holder;
    for (const book of [held, moved]) await until(doneCount(book, 1));
    await worker.stop();
  });

  test('work of several customers is of one organization, and of customers who live in real time', async () => {
    const other = await server.organization();
    const books = [
      await WorkBook.open(server, client, null),
      await WorkBook.open(server, other, null),
      await WorkBook.open(server, client, '2027-01-01T00:00:00Z'),
    ] as const;
    for (const book of books) await book.plan(minute(0));
    const sizes: number[] = [];
    const worker = await startWorker(
      new HandClock(NOON),
      bookkeeper(({ subjectIds }) => sizes.push(subjectIds.length)),
    );
    for (const book of books.slice(0, 2)) await until(doneCount(book, 1));
    await worker.stop();
    expect(sizes).toEqual([1, 1]);
    expect(await books[2].done()).toEqual([]);
  });
});

function minute(offset: number): string {
  return new Date(Date.UTC(2027, 5, 1, 11, offset)).toISOString();
}

async function postponed(subjectId: string | undefined) {
  const [row] = await server.pool.sql<{ attempts: number; retry_at: string | null }[]>`
    select attempts, retry_at from due_work where subject_id = ${subjectId ?? null}`;
  return { attempts: row?.attempts ?? 0, retryAt: new Date(row?.retry_at ?? 0) };
}

/** As GraphQL shows it. */
const wholeSeconds = (time: string) => time.replace('.000Z', 'Z');

const aboutFailuresOf = ({ organizationId }: Client) =>
  sql`${eq(outboxMessages.organizationId, organizationId)} and ${eq(outboxMessages.webhookType, 'billing.failed')}`;

async function failingWorks(caller: Client): Promise<unknown> {
  const { data } = await caller.graphql(
    '{ failingWorks { nodes { kind subjectId customerId dueAt attempts retryAt failure } } }',
  );
  return data.failingWorks.nodes;
}

/** Sends a request of an operator. */
const askAsOperator = (path: string) =>
  fetch(server.baseUrl + path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });

async function failingForOperators(): Promise<unknown> {
  const { failing_work } = (await (await askAsOperator('/failing-work')).json()) as Record<string, unknown>;
  return failing_work;
}

async function countedAsFailing(): Promise<number> {
  const metrics = await (await askAsOperator('/metrics')).text();
  return Number(/tollgate_due_work_failing\{kind="subscription_billing"\} (\d+)/.exec(metrics)?.[1]);
}

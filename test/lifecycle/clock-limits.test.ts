// How far and how many test clocks move, and how they are stopped.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DueWorkEngine } from '../../src/lifecycle/due-work/due-work-engine.js';
import { ClockAdvancer } from '../../src/lifecycle/time/clock-advancer.js';
import type { TestClock } from '../../src/modules/test-clocks/test-clock.table.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { invalid } from '../../src/platform/errors/app-error.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/platform/limits.js';
import { createLogger } from '../../src/platform/log.js';
import { createClock } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { bookkeeper, WorkBook } from '../support/due-work.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const JANUARY = '2027-01-01T00:00:00.000Z';
const FEBRUARY = '2027-02-01T00:00:00.000Z';
const MARCH = '2027-03-01T00:00:00.000Z';
const APRIL = '2027-04-01T00:00:00.000Z';
const MONTHS_AFTER_MARCH = [
  APRIL,
  ...['05', '06', '07', '08', '09', '10'].map((month) => `2027-${month}-01T00:00:00.000Z`),
];
const END_OF_YEAR = '2027-12-31T00:00:00.000Z';

let server: TestServer;
let client: Client;
let actor: Actor;

beforeAll(async () => {
  // Some tests hold what others wait for.
  server = await startTestServer({ connections: 6 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
  actor = systemActor(client.organizationId, null);
});

/** A process whose work stops where a test wants it to. */
class Process {
  readonly advancer: ClockAdvancer;
  /** Subjects whose work has begun. */
  readonly begun: string[] = [];
  /** Customers whose work fails. */
  readonly refused = new Set<string>();
  private readonly gates = new Map<string, PromiseWithResolvers<undefined>>();

  constructor(limits: Partial<Limits> = {}, answeredWithinMs = 25_000) {
    const handlers = bookkeeper(async ({ customerIds, subjectIds: [subjectId = ''] }) => {
      if (customerIds.some((id) => this.refused.has(id))) throw invalid({ month: ['invalid_value'] });
      this.begun.push(subjectId);
      await this.gates.get(subjectId)?.promise;
    });
    const {
      testClocks,
      eventBilling,
      subscriptionWindUp: windUp,
      drafts,
      usageNotices,
      walletRules,
    } = server.app.services;
    this.advancer = new ClockAdvancer({
      jobsDb: server.connections.jobs,
      testClocks,
      eventBilling,
      windUp,
      drafts,
      usageNotices,
      walletRules,
      engine: new DueWorkEngine(() => handlers, server.app.services.changes),
      log: createLogger('silent'),
      limits: { ...DEFAULT_LIMITS, ...limits },
      answeredWithinMs,
    });
  }

  /** The work of these subjects does not end before `open`. */
  close(...subjectIds: (string | undefined)[]): void {
    for (const subjectId of subjectIds) this.gates.set(subjectId ?? '', Promise.withResolvers());
  }

  open(): void {
    for (const gate of this.gates.values()) gate.resolve(undefined);
  }

  untilBegun(subjectId: string | undefined): Promise<void> {
    return until(() => Promise.resolve(this.begun.includes(subjectId ?? '')));
  }

  advance({ testClockId: id }: WorkBook, to: string): Promise<TestClock> {
    return this.advancer.advance(actor, null, { id, frozenTime: new Date(to) });
  }

  cancel({ testClockId }: WorkBook): Promise<TestClock> {
    return this.advancer.cancel(actor, null, testClockId);
  }
}

const clockOf = ({ testClockId }: WorkBook) =>
  server.app.services.testClocks.get(server.pool.db, actor, testClockId);

describe('one advance', () => {
  test('one advance spans ten years, and no second more', async () => {
    const clock = await createClock(client, { frozen_time: '2028-02-29T12:00:00Z' });
    const advance = (to: string) =>
      client.post(`/test_clocks/${clock.svc_id}/advance`, { test_clock: { frozen_time: to } });
    const refused = await advance('2038-03-01T12:00:01Z');
    expect([refused.status, refused.body.error_details]).toEqual([
      422,
      { base: ['One advance spans at most 10 years.'], frozen_time: ['value_is_out_of_range'] },
    ]);
    const { errors } = await client.graphql(
      `mutation ($id: ID!) { advanceTestClock(input: {id: $id, frozenTime: "2100-01-01T00:00:00Z"}) { testClock { id } } }`,
      { id: clock.svc_id },
    );
    expect(errors?.[0].message).toBe('One advance spans at most 10 years.');
    expect((await advance('2038-03-01T12:00:00Z')).body.test_clock.status).toBe('ready');
  });
});

describe('a clock that is stopped', () => {
  test('a test clock that is stopped stands where all work is done, and can be advanced again', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const [february] = await book.plan(FEBRUARY, MARCH);
    const process = new Process();
    process.close(february);
    const advanced = process.advance(book, APRIL);
    await process.untilBegun(february);
    const canceled = process.cancel(book);
    await until(() => someoneWaits(server.pool));
    process.open();
    const stopped = { status: 'ready', frozenTime: new Date(FEBRUARY), targetTime: null };
    expect(await canceled).toMatchObject(stopped);
    expect(await advanced).toMatchObject(stopped);
    expect(await book.done()).toHaveLength(1);
    expect(await process.advance(book, APRIL)).toMatchObject({
      status: 'ready',
      frozenTime: new Date(APRIL),
    });
    expect(await book.done()).toHaveLength(2);
  });

  test('a test clock that is stopped completes an instant of which some work is done', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const neighbor = await book.beside();
    // Of another kind, so that it is done by itself.
    const first = await book.planOf('termination_alert', FEBRUARY);
    await neighbor.plan(FEBRUARY, MARCH);
    const process = new Process();
    process.close(first);
    const advanced = process.advance(book, APRIL);
    await process.untilBegun(first);
    const canceled = process.cancel(book);
    await until(() => someoneWaits(server.pool));
    process.open();
    expect(await canceled).toMatchObject({
      status: 'ready',
      frozenTime: new Date(FEBRUARY),
      passingTime: null,
    });
    await advanced;
    expect([await book.done(), await neighbor.done()]).toMatchObject([[{}], [{ dueAt: FEBRUARY }]]);
  });

  test('a test clock that stands still is left as it is when it is stopped', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const before = await clockOf(book);
    expect(await new Process().cancel(book)).toEqual(before);
    const path = `/test_clocks/${book.testClockId}`;
    const { status, body } = await client.post(`${path}/cancel`);
    expect([status, body]).toEqual([200, (await client.get(path)).body]);
    const { data } = await client.graphql(
      'mutation ($id: ID!) { cancelTestClockAdvance(input: {id: $id}) { testClock { id status } } }',
      { id: book.testClockId },
    );
    expect(data.cancelTestClockAdvance.testClock).toEqual({ id: book.testClockId, status: 'ready' });
  });

  test('a test clock is stopped by its own organization, with permission to write', async () => {
    const { svc_id: id } = await createClock(client);
    const stranger = await server.organization();
    expect((await stranger.post(`/test_clocks/${id}/cancel`)).status).toBe(404);
    const reader = await server.organization({ test_clock: ['read'] });
    expect((await reader.post(`/test_clocks/${id}/cancel`)).status).toBe(403);
  });

  test('a test clock that is stopped does not go back behind an instant of which some work is done', async () => {
    const book = await WorkBook.open(server, client, JANUARY);
    const neighbor = await book.beside();
    await book.planOf('termination_alert', MARCH);
    await neighbor.plan(MARCH);
    const process = new Process();
    process.refused.add(neighbor.customerId);
    expect(await process.advance(book, APRIL)).toMatchObject({
      status: 'failed',
      frozenTime: new Date(JANUARY),
    });
    expect(await book.done()).toHaveLength(1);
    await expect(process.advance(book, FEBRUARY)).rejects.toMatchObject({
      details: { frozenTime: ['value_is_invalid'] },
    });
    expect(await neighbor.done()).toEqual([]);
  });
});

describe('many clocks', () => {
  test('many test clocks wait for their turn, and one that waits stops at once', async () => {
    const books = [];
    for (let count = 0; count < 3; count += 1) books.push(await WorkBook.open(server, client, JANUARY));
    const [first, second, third] = books as [WorkBook, WorkBook, WorkBook];
    const subjects = [];
    for (const book of books) subjects.push(...(await book.plan(FEBRUARY)));
    const process = new Process({ organizationMovingClocks: 2 }, 20);
    process.close(...subjects);
    for (const book of books) expect((await process.advance(book, MARCH)).status).toBe('advancing');
    await process.untilBegun(subjects[0]);
    await process.untilBegun(subjects[1]);
    expect(await process.cancel(third)).toMatchObject({ status: 'ready', frozenTime: new Date(JANUARY) });
    // The two move at once, so that either may begin first.
    expect(process.begun.toSorted()).toEqual(subjects.slice(0, 2).toSorted());
    process.open();
    for (const book of [first, second]) {
      await until(async () => (await clockOf(book)).status === 'ready');
      expect(await clockOf(book)).toMatchObject({ frozenTime: new Date(MARCH) });
    }
    expect(await third.done()).toEqual([]);
    // One that has been stopped while it waited goes on like any other.
    process.open();
    await process.advance(third, MARCH);
    await until(async () => (await clockOf(third)).status === 'ready');
    expect(await third.done()).toHaveLength(1);
  });
});

test('a clock that is deleted on its way stops, and leaves nothing', async () => {
  const book = await WorkBook.open(server, client, JANUARY);
  const planned = await book.plan(FEBRUARY, MARCH, ...MONTHS_AFTER_MARCH);
  const [february] = planned;
  const process = new Process();
  process.close(february);
  const advanced = process.advance(book, END_OF_YEAR);
  await process.untilBegun(february);
  const deleted = client.delete(`/test_clocks/${book.testClockId}`);
  await until(() => someoneWaits(server.pool));
  process.open();
  expect((await deleted).status).toBe(200);
  await expect(advanced).rejects.toMatchObject({ code: 'test_clock_not_found' });
  // The clock's next step and the deletion want the same locks, and the step may be first.
  expect((await book.done()).length).toBeLessThan(planned.length);
  const [left] = await server.pool.sql`
    select count(*)::int as count from due_work where customer_id = ${book.customerId}`;
  expect(left?.['count']).toBe(0);
});

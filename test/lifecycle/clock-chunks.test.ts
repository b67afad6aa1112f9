// Work of several customers of one test clock, done together, has the same order as when done one by one.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DueWorkEngine, type DueWorkHandler } from '../../src/lifecycle/due-work/due-work-engine.js';
import { ClockAdvancer } from '../../src/lifecycle/time/clock-advancer.js';
import type { TestClock } from '../../src/modules/test-clocks/test-clock.table.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import type { DueWorkKind } from '../../src/lifecycle/due-work/due-work-kinds.js';
import { invalid } from '../../src/platform/errors/app-error.js';
import { DEFAULT_LIMITS } from '../../src/platform/limits.js';
import { createLogger } from '../../src/platform/log.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { bookkeeper, WorkBook } from '../support/due-work.js';
import { fc, tries } from '../support/property.js';
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
  server = await startTestServer();
  client = await server.organization();
  actor = systemActor(client.organizationId, null);
});
afterAll(() => server.stop());

/** Claims for one customer at a time. */
class OneByOne extends DueWorkEngine {
  override claimInOrder: DueWorkEngine['claimInOrder'] = (tx, span) =>
    this.claimOne(tx, { ...span, lockedCustomers: 'wait' });
}

function advance(engine: DueWorkEngine, { testClockId: id }: WorkBook, to = APRIL): Promise<TestClock> {
  const {
    testClocks,
    eventBilling,
    subscriptionWindUp: windUp,
    drafts,
    usageNotices,
    walletRules,
  } = server.app.services;
  const advancer = new ClockAdvancer({
    jobsDb: server.connections.jobs,
    testClocks,
    eventBilling,
    windUp,
    drafts,
    usageNotices,
    walletRules,
    engine,
    log: createLogger('silent'),
    limits: DEFAULT_LIMITS,
  });
  return advancer.advance(actor, null, { id, frozenTime: new Date(to) });
}

/** Of several customers on one clock. */
async function openBooks(count: number): Promise<[WorkBook, ...WorkBook[]]> {
  const first = await WorkBook.open(server, client, JANUARY);
  const books: [WorkBook, ...WorkBook[]] = [first];
  while (books.length < count) books.push(await first.beside());
  return books;
}

const engineOf = (interfere?: (batch: Parameters<DueWorkHandler>[2]) => unknown) =>
  new DueWorkEngine(() => bookkeeper(interfere), server.app.services.changes);

test('a hundred customers at a time are done together', async () => {
  const books = await openBooks(120);
  for (const book of books) await book.plan(FEBRUARY);
  const sizes: number[] = [];
  const clock = await advance(
    engineOf(({ customerIds }) => sizes.push(customerIds.length)),
    books[0],
  );
  expect(clock).toMatchObject({ status: 'ready', frozenTime: new Date(APRIL) });
  expect(sizes).toEqual([100, 20]);
});

interface Planned {
  readonly customer: number;
  readonly kind: DueWorkKind;
  readonly dueAt: string;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  customer: fc.nat(4),
  kind: fc.constantFrom<DueWorkKind>(
    'subscription_billing',
    'subscription_billing',
    'trial_end',
    'subscription_end',
  ),
  dueAt: fc.constantFrom(FEBRUARY, FEBRUARY, MARCH),
});

/** Whose turn it was for what, in order. */
async function turnsOf(Engine: typeof DueWorkEngine, plan: readonly Planned[]): Promise<Planned[]> {
  const books = await openBooks(5);
  for (const { customer, kind, dueAt } of plan) await (books[customer] as WorkBook).planOf(kind, dueAt);
  const turns: Planned[] = [];
  const handlers = bookkeeper(({ customerIds, kind, dueAt }) => {
    for (const id of customerIds) {
      const customer = books.findIndex(({ customerId }) => customerId === id);
      turns.push({ customer, kind, dueAt: dueAt.toISOString() });
    }
  });
  await advance(new Engine(() => handlers, server.app.services.changes), books[0]);
  const done = await Promise.all(books.map(async (book) => (await book.done()).length));
  expect(done.reduce((sum, count) => sum + count)).toBe(plan.length);
  return turns;
}

test('customers have their turn in the same order as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { maxLength: 25 }), async (plan) => {
      expect(await turnsOf(DueWorkEngine, plan)).toEqual(await turnsOf(OneByOne, plan));
    }),
    tries(12),
  );
});

test('a customer who fails is found one by one, and stops the clock behind those before', async () => {
  const books = await openBooks(4);
  for (const book of books) await book.plan(FEBRUARY, MARCH);
  const broken = books[2] as WorkBook;
  let isBroken = true;
  const engine = engineOf(({ customerIds }) => {
    if (isBroken && customerIds.includes(broken.customerId)) throw invalid({ month: ['invalid_value'] });
  });
  const failed = await advance(engine, books[0]);
  expect(failed).toMatchObject({
    status: 'failed',
    frozenTime: new Date(JANUARY),
    passingTime: new Date(FEBRUARY),
  });
  const counts = () => Promise.all(books.map(async (book) => (await book.done()).length));
  expect(await counts()).toEqual([1, 1, 0, 0]);
  isBroken = false;
  expect(await advance(engine, books[0])).toMatchObject({ status: 'ready', frozenTime: new Date(APRIL) });
  expect(await counts()).toEqual([2, 2, 2, 2]);
});

test('the clock waits for a locked customer, and later work is not done first', async () => {
  const books = await openBooks(3);
  for (const book of books) await book.plan(FEBRUARY);
  const held = books[1] as WorkBook;
  const blocker = await server.pool.sql.reserve();
  await blocker`begin`;
  await blocker`select from customers where id = ${held.customerId} for update`;
  const batches: (readonly string[])[] = [];
  const advanced = advance(
    engineOf(({ customerIds }) => batches.push(customerIds)),
    books[0],
  );
  await until(() => someoneWaits(server.pool));
  expect(batches).toEqual([[books[0].customerId]]);
  await blocker`rollback`;
  blocker.release();
  expect((await advanced).status).toBe('ready');
  expect(batches.flat()).toEqual(books.map(({ customerId }) => customerId));
});

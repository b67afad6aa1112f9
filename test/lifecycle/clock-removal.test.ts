// Deleting a test clock where its customers share external subscription ids with others, before or after them.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { DocumentFactsService } from '../../src/modules/documents/facts/document-facts.service.js';
import { systemActor } from '../../src/platform/actor.js';
import {
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { HandClock } from '../support/hand-clock.js';
import { wrongCounters } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

/** Where the wall clock and all test clocks stand. */
const NOW = '2027-06-15T12:00:00Z';
const START = '2027-06-01T00:00:00Z';

let server: TestServer;
let client: Client;
let metric: Resource;
let plan: Resource;
/** The id that everybody has in turn. */
let externalId: string;

beforeAll(async () => {
  server = await startTestServer({ clock: new HandClock(NOW) });
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'max_agg', field_name: 'level' });
  const calls = await createMetric(client, { code: 'calls' });
  plan = await createPlan(client, {
    charges: [perCall(metric, { code: 'level' }), perCall(calls, { code: 'calls', pay_in_advance: true })],
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  externalId = unique('shared');
});

/** Somebody who has the external id for a while. */
class Holder {
  private constructor(
    private readonly clock: Resource,
    private readonly customer: Resource,
  ) {}

  static async inRealTime(): Promise<Holder> {
    return new Holder(null, await createCustomer(client));
  }

  static async onClock(): Promise<Holder> {
    const clock = await createClock(client, { frozen_time: NOW });
    return new Holder(clock, await createCustomer(client, { test_clock_id: clock.svc_id }));
  }

  async take(start = START): Promise<void> {
    const over = { external_id: externalId, subscription_at: start };
    await subscribe(client, this.customer, plan, over);
  }

  async leave(): Promise<void> {
    const { status } = await client.delete(`/subscriptions/${externalId}?on_termination_invoice=skip`);
    expect(status).toBe(200);
  }

  async deleteClock(): Promise<void> {
    expect((await client.delete(`/test_clocks/${this.clock.svc_id}`)).status).toBe(200);
  }

  async saysHistory(amountCents: number): Promise<void> {
    const lifetime_usage = { external_historical_usage_amount_cents: amountCents };
    await client.put(`/subscriptions/${externalId}/lifetime_usage`, { lifetime_usage });
  }
}

/** Sends a level and a call, and answers the ids of both. */
async function use(level: number, timestamp = '2027-06-10T08:30:00Z'): Promise<string[]> {
  const common = { external_subscription_id: externalId, timestamp: String(Date.parse(timestamp) / 1_000) };
  const events = [
    { ...common, transaction_id: unique('level'), code: metric.code, properties: { level } },
    { ...common, transaction_id: unique('call'), code: 'calls' },
  ];
  const { status, body } = await client.post('/events/batch', { events });
  expect([status, body]).toEqual([200, expect.anything()]);
  return events.map((event) => event.transaction_id);
}

/** What is left of the events of the id, their keys, counters and notes. */
async function expectLeft(transactionIds: readonly string[]): Promise<void> {
  const { sql } = server.pool;
  const inOrder = transactionIds.toSorted();
  const events = await sql<{ id: string; isPending: boolean }[]>`
    select transaction_id as id, exists (select from pending_events where event_id = events.id) as "isPending"
    from events where external_subscription_id = ${externalId}`;
  expect(events.map(({ id }) => id).toSorted()).toEqual(inOrder);
  const pending = events.flatMap(({ id, isPending }) => (isPending ? id : []));
  expect(pending.toSorted()).toEqual(inOrder.filter((id) => id.startsWith('call')));
  const [notes] =
    await sql`select count(*)::int as count from pending_events where external_subscription_id = ${externalId}`;
  expect(notes?.['count']).toBe(pending.length);
  const [keys] = await sql`select (select count(*) from event_keys) = (select count(*) from events) as agree`;
  expect(keys?.['agree']).toBe(true);
  expect(await wrongCounters(server, client.organizationId)).toEqual([]);
}

const historyCents = async () =>
  Array.from(
    await server.pool.sql<{ cents: string }[]>`
      select amount_cents as cents from historical_usages where external_subscription_id = ${externalId}`,
    ({ cents }) => Number(cents),
  );

type Place = () => Promise<Holder>;
const places: [string, Place][] = [
  ['in real time', () => Holder.inRealTime()],
  ['on another clock', () => Holder.onClock()],
];

describe.each(places)('an external id that somebody %s has', (_where, elsewhere) => {
  test.each([
    [false, 'still'],
    [true, 'no longer'],
  ])(
    'the events of a customer who takes the id after that of the clock stay (ended: %p)',
    async (isEnded) => {
      const doomed = await Holder.onClock();
      await doomed.take();
      await use(9);
      await doomed.leave();
      const other = await elsewhere();
      await other.take();
      const kept = await use(4);
      if (isEnded) await other.leave();
      await doomed.deleteClock();
      await expectLeft(kept);
    },
  );

  test.each([
    [false, 'still'],
    [true, 'no longer'],
  ])('the events of a customer who had the id before that of the clock stay (ended: %p)', async (isEnded) => {
    const other = await elsewhere();
    await other.take();
    const kept = await use(4);
    await other.leave();
    const doomed = await Holder.onClock();
    await doomed.take();
    await use(9);
    if (isEnded) await doomed.leave();
    await doomed.deleteClock();
    await expectLeft(kept);
  });

  test('the events of a customer who had the id before stay, one that comes late too', async () => {
    const other = await elsewhere();
    await other.take('2027-05-01T00:00:00Z');
    const early = await use(4);
    await other.leave();
    const doomed = await Holder.onClock();
    await doomed.take('2027-06-01T00:00:00Z');
    const late = await use(5, '2027-05-20T00:00:00Z');
    await use(9);
    await doomed.deleteClock();
    await expectLeft([...early, ...late]);
  });

  test('the usage of the other customer from before its start stays', async () => {
    const doomed = await Holder.onClock();
    await doomed.take('2027-06-01T00:00:00Z');
    await doomed.saysHistory(700);
    await doomed.leave();
    const other = await elsewhere();
    await other.take('2027-06-02T00:00:00Z');
    await other.saysHistory(300);
    await doomed.deleteClock();
    expect(await historyCents()).toEqual([300]);
  });
});

test('an external id that only customers of the clock had leaves nothing, and its transaction ids may come again', async () => {
  const early = await use(1, '2027-01-01T00:00:00Z');
  const doomed = await Holder.onClock();
  await doomed.take();
  await doomed.saysHistory(100);
  await use(9);
  await doomed.deleteClock();
  await expectLeft([]);
  expect(await historyCents()).toEqual([]);
  const { status } = await client.post('/events', {
    event: { transaction_id: early[0], external_subscription_id: externalId, code: metric.code },
  });
  expect(status).toBe(200);
});

test('usage of the one who is left is what it was before the clock', async () => {
  const other = await Holder.inRealTime();
  await other.take();
  await use(4);
  const usage = async () =>
    (await client.get(`/events?external_subscription_id=${externalId}`)).body.events.map(
      ({ properties }: Resource) => properties,
    );
  const before = await usage();
  await other.leave();
  const doomed = await Holder.onClock();
  await doomed.take();
  await use(9);
  await doomed.deleteClock();
  expect(await usage()).toEqual(before);
});

test('a file that is made meanwhile is not stored', async () => {
  const clock = await createClock(client, { frozen_time: NOW });
  const { external_id: external_customer_id } = await createCustomer(client, { test_clock_id: clock.svc_id });
  const { code: add_on_code } = await createAddOn(client);
  const { body } = await client.post('/invoices', {
    invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code }] },
  });
  const { organizationId } = client;
  const { clockRemoval, documentMaking } = server.app.services;
  const removed = Promise.withResolvers<undefined>();
  const making = removed.promise.then(() =>
    documentMaking.run({ organizationId, documentType: 'invoice', documentId: body.invoice.svc_id }),
  );
  await server.connections.jobs.transaction(async (tx) => {
    await clockRemoval.remove(tx, systemActor(organizationId, null), clock.svc_id);
    removed.resolve(undefined);
    await until(() => someoneWaits(server.pool));
  });
  await making;
  const [files] = await server.pool.sql`select count(*)::int as count from document_files`;
  expect(files?.['count']).toBe(0);
});

test('a file whose document is deleted while it is read is not made, and its job ends', async () => {
  const clock = await createClock(client, { frozen_time: NOW });
  const { external_id: external_customer_id } = await createCustomer(client, { test_clock_id: clock.svc_id });
  const { code: add_on_code } = await createAddOn(client);
  const { body } = await client.post('/invoices', {
    invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code }] },
  });
  const { documentMaking } = server.app.services;
  const { needs } = documentMaking as unknown as {
    needs: { documentFacts: DocumentFactsService };
  };
  const read = jest.spyOn(needs.documentFacts, 'read').mockImplementationOnce(async () => {
    expect((await client.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
    throw new Error('The customer of an invoice is missing.');
  });
  const key = { documentType: 'invoice', documentId: body.invoice.svc_id } as const;
  await documentMaking.run({ organizationId: client.organizationId, ...key });
  expect(read).toHaveBeenCalledTimes(2);
  read.mockRestore();
});

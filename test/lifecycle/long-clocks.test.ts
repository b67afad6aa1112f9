// Test clocks at length: a decade in one advance, and sixteen clocks that move at once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { createMetric, createPlan, perCall, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

/** More than there are connections to the database. */
const CLOCKS = 16;

let server: TestServer;
let client: Client;
let metric: Resource;
let plan: Resource;
let quarterly: Resource;

beforeAll(async () => {
  // By default most of them would wait for their turn.
  server = await startTestServer({ limits: { movingClocks: CLOCKS, organizationMovingClocks: CLOCKS } });
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const charges = [perCall(metric, { properties: { amount: '0.01' } })];
  plan = await createPlan(client, { amount_cents: 3_000, charges });
  quarterly = await createPlan(client, { amount_cents: 3_000, charges, interval: 'quarterly' });
});
afterAll(() => server.stop());

interface Billed {
  readonly customer: string;
  readonly number: number;
  readonly at: string;
  readonly cents: number;
  readonly from: string;
  readonly to: string;
}

/** What customers were billed, each one's in its order. */
async function billed(customers: readonly Resource[]): Promise<Map<string, object[]>> {
  const rows = await server.pool.sql<Billed[]>`
    select invoices.customer_id as customer, sequential_id as number, invoices.created_at as at,
      total_amount_cents::int as cents, charges_from as from, charges_to as to
    from invoices join billing_periods on invoice_id = invoices.id
    where invoices.organization_id = ${client.organizationId}
      and invoices.customer_id = any(${customers.map(({ svc_id }) => svc_id)})
    order by sequential_id`;
  const groups = Map.groupBy(rows, ({ customer }) => customer);
  return new Map(
    [...groups].map(([customer, own]) => [
      customer,
      own.map(({ number, cents, ...instants }) => ({
        number,
        cents,
        at: new Date(instants.at),
        from: new Date(instants.from),
        to: new Date(instants.to),
      })),
    ]),
  );
}

/** Moves a clock, and waits for it to arrive, also when that takes longer than an answer. */
async function arrive({ clock }: Story, to: string): Promise<void> {
  const path = `/test_clocks/${clock.svc_id}`;
  const { body } = await client.post(`${path}/advance`, { test_clock: { frozen_time: to } });
  let { status } = body.test_clock;
  while (status === 'advancing') {
    await delay(100);
    ({ status } = (await client.get(path)).body.test_clock);
  }
  expect(status).toBe('ready');
}

test('ten years pass in one advance, every quarter billed once', async () => {
  const [quarters, first] = [40, 2027];
  const story = await Story.begin(client, `${first}-01-01T05:00:00Z`, { timezone: 'America/New_York' });
  const subscription = await story.subscribe(quarterly);
  /** The first day of a quarter there, `index` quarters after the start. */
  const firstOf = (index: number) => {
    const day = new Date(Date.UTC(first, index * 3, 1));
    const isSummer = day.getUTCMonth() >= 3 && day.getUTCMonth() <= 10;
    return new Date(day.getTime() + (isSummer ? 4 : 5) * 3_600_000);
  };
  // In the middle of each quarter, as many as it is from the start.
  const usage = Array.from({ length: quarters }, (_, index) => {
    const at = new Date(Date.UTC(first, index * 3 + 1, 15)).toISOString();
    return [at, { n: index + 1 }] as const;
  });
  await story.use(subscription, metric, Object.fromEntries(usage));
  await arrive(story, firstOf(quarters).toISOString());
  const bills = (await billed([story.customer])).get(story.customer.svc_id);
  expect(bills).toEqual(
    Array.from({ length: quarters }, (_, index) => ({
      number: index + 1,
      at: firstOf(index + 1),
      cents: 3_000 + index + 1,
      from: firstOf(index),
      to: firstOf(index + 1),
    })),
  );
});

test('sixteen clocks that move at once make the documents of one that moves alone', async () => {
  const begin = async () => {
    const story = await Story.begin(client, '2027-01-31T10:00:00Z', { timezone: 'Asia/Kolkata' });
    const subscription = await story.subscribe(plan, { billing_time: 'anniversary' });
    await story.use(subscription, metric, {
      '2027-02-02T00:00:00Z': { n: 300 },
      '2027-02-27T18:29:59.999Z': { n: 50 },
      '2027-02-27T18:30:00Z': { n: 7 },
    });
    return story;
  };
  const end = '2027-03-30T18:30:00Z';
  const alone = await begin();
  await arrive(alone, end);
  const stories = await Promise.all(Array.from({ length: CLOCKS }, begin));
  await Promise.all(stories.map((story) => arrive(story, end)));

  const documents = await billed([alone, ...stories].map(({ customer }) => customer));
  const expected = documents.get(alone.customer.svc_id);
  expect(expected).toMatchObject([{ cents: 3_350 }, { cents: 3_007 }]);
  for (const { customer } of stories) expect(documents.get(customer.svc_id)).toEqual(expected);
});

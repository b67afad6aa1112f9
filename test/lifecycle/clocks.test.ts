// Test clocks over REST: the same documents whichever way time passes, and what happens when it cannot pass.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClock, createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import { Client } from '../support/client.js';
import { serveApp, startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

let server: TestServer;
let client: Client;
let metric: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'gigabytes' });
  plan = await createPlan(client, {
    amount_cents: 3_000,
    pay_in_advance: true,
    charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '0.3' } }],
  });
});
afterAll(() => server.stop());

const advance = (clock: Resource, to: string, options = {}) =>
  client.post(`/test_clocks/${clock.svc_id}/advance`, { test_clock: { frozen_time: to } }, options);

const START = '2027-01-31T10:00:00Z';
const END = '2027-06-01T00:00:00Z';

/** A story with usage in two of its months. */
async function begin(): Promise<Story> {
  const story = await Story.begin(client, START, { timezone: 'Europe/Paris' });
  const subscription = await story.subscribe(plan, { billing_time: 'anniversary' });
  await story.use(subscription, metric, {
    '2027-02-02T00:00:00Z': { gigabytes: 3 },
    '2027-04-29T21:59:59Z': { gigabytes: 5 },
    '2027-04-29T22:00:00Z': { gigabytes: 7 },
  });
  return story;
}

/** Documents without identifiers and what a customer's place in the organization says in numbers. */
async function documents(story: Story): Promise<unknown> {
  const text = JSON.stringify(await story.invoices(), (name, value: unknown) =>
    name === 'customer' ? { ...(value as object), sequential_id: 0, slug: '' } : value,
  );
  return JSON.parse(
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/(customer|subscription)-[0-9a-f]{8}/g, '$1')
      .replaceAll(/"number":"[^"]*-(\d{3})"/g, '"number":"$1"'),
  );
}

describe('the same calls make the same documents', () => {
  let expected: unknown;
  beforeAll(async () => {
    const story = await begin();
    await story.advance(END);
    expect((await story.listedInvoices()).length).toBe(5);
    expected = await documents(story);
  });

  test('the same calls make the same documents in one step or in many', async () => {
    const story = await begin();
    for (const to of ['2027-02-27T22:59:59Z', '2027-02-27T23:00:00Z', '2027-05-30T21:59:59Z', END]) {
      await story.advance(to);
    }
    expect(await documents(story)).toEqual(expected);
  });

  test('clock after clock or in parallel', async () => {
    const stories = await Promise.all([begin(), begin(), begin()]);
    await Promise.all(stories.map((story) => story.advance(END)));
    for (const story of stories) expect(await documents(story)).toEqual(expected);
  });

  test('the same calls make the same documents with one server or two at once', async () => {
    const other = await serveApp(server.database);
    try {
      const story = await begin();
      const elsewhere = new Client(other.baseUrl, client.key, client.organizationId);
      const body = { test_clock: { frozen_time: END } };
      const answers = await Promise.all(
        [client, elsewhere].map((caller) => caller.post(`/test_clocks/${story.clock.svc_id}/advance`, body)),
      );
      expect(answers.map(({ body: answer }) => answer.test_clock.status)).toEqual(['ready', 'ready']);
      expect(await documents(story)).toEqual(expected);
    } finally {
      await other.stop();
    }
  });

  test('the same calls make the same documents with a failure on the way', async () => {
    const story = await begin();
    const breakPlan = (amount: string) => server.pool.sql`
      update charges set properties = ${amount}::jsonb where plan_id = ${plan.svc_id}`;
    await story.advance('2027-03-01T00:00:00Z');
    await breakPlan('{}');
    const failed = await advance(story.clock, END);
    expect(failed.body.test_clock).toMatchObject({
      status: 'failed',
      frozen_time: '2027-03-01T00:00:00Z',
      failure: 'subscription_billing due at 2027-03-30T22:00:00.000Z failed: internal_error',
    });
    expect((await story.listedInvoices()).length).toBe(2);
    await breakPlan('{"amount": "0.3"}');
    await story.advance(END);
    expect(await documents(story)).toEqual(expected);
  });
});

describe('advancing over REST', () => {
  test.each<[object, object, string]>([
    [{ frozen_time: START }, { frozen_time: ['value_is_invalid'] }, 'where it stands'],
    [{ frozen_time: '2026-01-01' }, { frozen_time: ['value_is_invalid'] }, 'back'],
    [{ frozen_time: 'tomorrow' }, { frozen_time: ['invalid_date'] }, 'no instant'],
    [{ other: 1 }, { frozen_time: ['value_is_mandatory'] }, 'nowhere'],
  ])('%j is refused: %j (%s)', async (body, details) => {
    const clock = await createClock(client, { frozen_time: START });
    const answer = await client.post(`/test_clocks/${clock.svc_id}/advance`, { test_clock: body });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect((await client.get(`/test_clocks/${clock.svc_id}`)).body.test_clock).toEqual(clock);
  });

  test('an unknown clock is not found before the body is read, another organization has none', async () => {
    const clock = await createClock(client, { frozen_time: START });
    const stranger = await server.organization();
    for (const [caller, id] of [
      [client, unique('no-uuid')],
      [stranger, clock.svc_id],
    ] as const) {
      const moved = await caller.post(`/test_clocks/${id}/advance`, { test_clock: { frozen_time: 1 } });
      expect([moved.status, moved.body.code]).toEqual([404, 'test_clock_not_found']);
      const deleted = await caller.delete(`/test_clocks/${id}`);
      expect([deleted.status, deleted.body.code]).toEqual([404, 'test_clock_not_found']);
    }
  });

  test('advancing over REST is refused without its wrapper, or without the permission', async () => {
    const clock = await createClock(client, { frozen_time: START });
    const bare = await client.post(`/test_clocks/${clock.svc_id}/advance`, { frozen_time: END });
    expect(bare.status).toBe(400);
    const reader = await server.organization({ test_clock: ['read'] });
    const answer = await reader.post(`/test_clocks/${clock.svc_id}/advance`, {});
    expect([answer.status, answer.body.code]).toEqual([403, 'write_action_not_allowed_for_test_clock']);
  });

  test('an advance on its way to one instant does not go to another', async () => {
    const { clock } = await begin();
    await server.pool.sql`
      update test_clocks set status = 'advancing', target_time = ${END} where id = ${clock.svc_id}`;
    const answer = await advance(clock, '2028-01-01T00:00:00Z');
    expect([answer.status, answer.body.code]).toEqual([405, 'test_clock_advancing']);
    // Going where it is going already joins, and here finishes, what another process left.
    expect((await advance(clock, END)).body.test_clock.status).toBe('ready');
  });

  test('an advance with an idempotency key is answered on arrival, too, and moves once', async () => {
    const story = await begin();
    const options = { headers: { 'Idempotency-Key': unique('key') } };
    const first = await advance(story.clock, END, options);
    expect(first.body.test_clock.status).toBe('ready');
    const again = await advance(story.clock, END, options);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await story.listedInvoices()).length).toBe(5);
  });
});

test('deleting a clock leaves no row of its customers, and nothing of others is touched', async () => {
  const [doomed, spared] = [await begin(), await begin()];
  for (const story of [doomed, spared]) await story.advance('2027-03-01T00:00:00Z');
  const before = await documents(spared);
  const counts = await countRows();
  const deleted = await client.delete(`/test_clocks/${doomed.clock.svc_id}`);
  expect(deleted.body.test_clock).toMatchObject({ svc_id: doomed.clock.svc_id, status: 'ready' });
  expect((await client.get(`/customers/${doomed.customer.external_id}`)).status).toBe(404);
  expect(await documents(spared)).toEqual(before);
  const left = await countRows();
  expect(
    Object.fromEntries(OWNED.map((table) => [table, (counts[table] ?? 0) - (left[table] ?? 0)])),
  ).toEqual({
    test_clocks: 1,
    customers: 1,
    subscriptions: 1,
    due_work: 1,
    invoices: 2,
    billing_periods: 2,
    fees: 3,
    events: 3,
    event_keys: 3,
    // Three hours, of two days.
    usage_counters: 5,
  });
});

const OWNED = [
  'test_clocks',
  'customers',
  'subscriptions',
  'due_work',
  'invoices',
  'billing_periods',
  'fees',
  'events',
  'event_keys',
  'usage_counters',
];

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of OWNED) {
    const [row] = await server.pool.sql<{ count: number }[]>`
      select count(*)::int as count from ${server.pool.sql(table)}`;
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

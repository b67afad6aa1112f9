import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectPresent } from '../../src/platform/expect-present.js';
import {
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const countClocks = async () => {
  const [row] = await server.pool.sql<{ count: number }[]>`select count(*)::int as count from test_clocks`;
  return row?.count;
};

describe('test clocks', () => {
  test('one is created, read and listed, newest first', async () => {
    const caller = await server.organization();
    const older = await createClock(caller, { name: 'a year', frozen_time: '2027-03-01T09:30:00+02:00' });
    expect(older).toEqual({
      svc_id: expect.any(String),
      name: 'a year',
      frozen_time: '2027-03-01T07:30:00Z',
      status: 'ready',
      failure: null,
      created_at: expect.any(String),
    });
    const newer = await createClock(caller, { name: null, frozen_time: '2027-03-01' });
    expect(newer).toMatchObject({ name: null, frozen_time: '2027-03-01T00:00:00Z' });

    const read = await caller.get(`/test_clocks/${older.svc_id}`);
    expect(read.body).toEqual({ test_clock: older });
    const listed = await caller.get('/test_clocks');
    expect(listed.body).toMatchObject({ test_clocks: [newer, older], meta: { total_count: 2 } });
  });

  test('GraphQL answers the same clocks', async () => {
    const caller = await server.organization();
    const made = await caller.graphql(
      `mutation ($input: CreateTestClockInput!) {
        createTestClock(input: $input) { testClock { id name frozenTime status failure createdAt } }
      }`,
      { input: { name: 'g', frozenTime: '2027-03-01T07:30:00Z' } },
    );
    const { testClock } = made.data.createTestClock;
    const rest = await caller.get(`/test_clocks/${testClock.id}`);
    expect(rest.body.test_clock).toEqual({
      svc_id: testClock.id,
      name: testClock.name,
      frozen_time: testClock.frozenTime,
      status: testClock.status,
      failure: testClock.failure,
      created_at: testClock.createdAt,
    });
    const listed = await caller.graphql('{ testClocks { totalCount nodes { id } } }');
    expect(listed.data.testClocks).toEqual({ totalCount: 1, nodes: [{ id: testClock.id }] });
  });

  test.each<[object, object, string]>([
    [{ name: 'n' }, { frozen_time: ['value_is_mandatory'] }, 'time must stand somewhere'],
    [{ frozen_time: null }, { frozen_time: ['value_is_mandatory'] }, 'null is no time'],
    [{ frozen_time: 'noon' }, { frozen_time: ['invalid_date'] }, 'no datetime'],
    [{ frozen_time: '2027-02-30' }, { frozen_time: ['invalid_date'] }, 'no such day'],
    [
      { name: 'n'.repeat(256), frozen_time: '2027-01-01' },
      { name: ['value_is_too_long'] },
      'one-line members end at 255',
    ],
  ])('%j is refused: %j (%s)', async (clock, details) => {
    const before = await countClocks();
    const answer = await client.post('/test_clocks', { test_clock: clock });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect(await countClocks()).toBe(before);
  });

  test.each(['0190a0a0-0000-7000-8000-000000000000', 'not-a-uuid'])('%s is not found', async (id) => {
    const answer = await client.get(`/test_clocks/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'test_clock_not_found']);
  });

  test('another organization sees none of it', async () => {
    const clock = await createClock(client);
    const stranger = await server.organization();
    expect((await stranger.get(`/test_clocks/${clock.svc_id}`)).status).toBe(404);
    expect((await stranger.get('/test_clocks')).body.test_clocks).toEqual([]);
    const requested = await stranger.graphql('query ($id: ID!) { testClock(id: $id) { id } }', {
      id: clock.svc_id,
    });
    expect(requested.errors?.[0].extensions).toMatchObject({
      code: 'not_found',
      details: { testClock: ['not_found'] },
    });
  });

  test('a key without the permission is refused', async () => {
    const caller = await server.organization({ test_clock: ['read'] });
    expect((await caller.get('/test_clocks')).status).toBe(200);
    const refused = await caller.post('/test_clocks', { test_clock: { frozen_time: '2027-01-01' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_test_clock']);
  });
});

// Sources: invoices.md §5.3; analytics.md §1; extensions.md §1.
describe('customers on test clocks are apart from the books', () => {
  let caller: Client;
  let clock: Resource;
  let live: Resource;
  let simulated: Resource;
  let addOn: Resource;
  let prefix: string;

  const post = async (path: string, body: object): Promise<Resource> => {
    const answer = await caller.post(path, body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body;
  };
  const bill = async ({ external_id: external_customer_id }: Resource): Promise<Resource> => {
    const fees = [{ add_on_code: addOn.code }];
    return (await post('/invoices', { invoice: { external_customer_id, currency: 'EUR', fees } })).invoice;
  };
  const read = async (path: string): Promise<Resource> => (await caller.get(path)).body;
  const revenue = async (query = '') =>
    (await read(`/analytics/gross_revenue${query}`)).gross_revenues.map(
      ({ month, amount_cents: amount, invoices_count: count }: Resource) => [
        month.slice(0, 7),
        amount,
        count,
      ],
    );
  /** Other test files share the database. */
  const ownDifferences = async () =>
    (await differencesIn(server.pool)).filter(
      ({ organizationId }) => organizationId === caller.organizationId,
    );
  const thisMonth = () => expect.stringMatching(/^2/);

  beforeAll(async () => {
    caller = await server.organization();
    addOn = await createAddOn(caller, { amount_cents: 1_000 });
    clock = await createClock(caller, { frozen_time: '2027-03-01T00:00:00Z' });
    live = await createCustomer(caller, { currency: 'EUR' });
    simulated = await createCustomer(caller, { currency: 'EUR', test_clock_id: clock.svc_id });
    prefix = live.slug.slice(0, -'-001'.length);
  });

  test('numbers of customers on test clocks come from counters of their own', async () => {
    const second = await createCustomer(caller);
    expect([live.slug, simulated.slug, second.slug]).toEqual([
      `${prefix}-001`,
      `TEST-${prefix}-001`,
      `${prefix}-002`,
    ]);
    const numbers = [];
    for (const customer of [live, simulated, live]) numbers.push((await bill(customer)).number);
    expect(numbers).toEqual([`${prefix}-001-001`, `TEST-${prefix}-001-001`, `${prefix}-001-002`]);
  });

  test('numbers of receipts and credit notes on test clocks come from counters of their own', async () => {
    for (const customer of [simulated, live]) {
      const { svc_id: invoice_id, number, fees } = await bill(customer);
      await post('/payments', { payment: { invoice_id, amount_cents: 600, reference: 'cheque' } });
      const [receipt] = (await read(`/payment_receipts?invoice_id=${invoice_id}`)).payment_receipts;
      expect(receipt.number).toBe(`${customer.slug}-RCPT-000001`);
      const items = [{ fee_id: fees[0].svc_id, amount_cents: 100 }];
      const { credit_note: note } = await post('/credit_notes', {
        credit_note: { invoice_id, items, credit_amount_cents: 100 },
      });
      expect(note.number).toBe(`${number}-CN001`);
    }
  });

  test('reports count customers on test clocks only on request', async () => {
    const ofClock = ['2027-03', 2_000, 2];
    const ofBooks = [thisMonth(), 3_000, 3];
    expect(await revenue()).toEqual([ofBooks]);
    expect(await revenue('?include_test=false')).toEqual([ofBooks]);
    expect(await revenue('?include_test=true')).toEqual([ofBooks, ofClock]);
    expect(await revenue(`?test_clock_id=${clock.svc_id}`)).toEqual([ofClock]);
    // The current month is that of the clock.
    expect(await revenue(`?test_clock_id=${clock.svc_id}&months=1`)).toEqual([ofClock]);
    expect(await revenue('?include_test=true&months=1')).toEqual([ofBooks]);
    expect(await revenue(`?external_customer_id=${simulated.external_id}`)).toEqual([]);
    expect(await revenue(`?external_customer_id=${simulated.external_id}&include_test=true`)).toEqual([
      ofClock,
    ]);
    const collections = async (query: string) =>
      (await read(`/analytics/invoice_collection${query}`)).invoice_collections.map(
        ({ invoices_count: count }: Resource) => count,
      );
    expect([await collections(''), await collections('?include_test=true')]).toEqual([[3], [3, 2]]);
    const unknown = await caller.get('/analytics/mrr?test_clock_id=0190a0a0-0000-7000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'test_clock_not_found']);
  });

  test('no report counts them otherwise', async () => {
    const own = await server.organization();
    const calls = await createMetric(own);
    const plan = await createPlan(own, {
      ...{ amount_cents: 1_700, amount_currency: 'EUR', pay_in_advance: true },
      charges: [perCall(calls, { pay_in_advance: true, properties: { amount: '0.3' } })],
    });
    const story = await Story.begin(own, '2031-03-01T00:00:00Z', { currency: 'EUR' });
    await subscribe(own, await createCustomer(own, { currency: 'EUR' }), plan, {
      billing_time: 'anniversary',
    });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, calls, { '2031-03-01T00:00:00Z': {}, '2031-03-01T00:00:01Z': {} });
    await story.advance('2031-03-02T00:00:00Z');
    const centsOf = async (report: string, query: string): Promise<number> => {
      const { status, body } = await own.get(`/analytics/${report}${query}`);
      expect(status).toBe(200);
      const [rows] = Object.values<Resource[]>(body);
      return (rows ?? []).reduce<number>((sum, row) => sum + Number(row['amount_cents']), 0);
    };
    const seen: Record<string, number[]> = {};
    for (const report of [
      'gross_revenue',
      'mrr',
      'invoice_collection',
      'invoiced_usage',
      'overdue_balance',
    ]) {
      const queries = ['', '?include_test=true', `?test_clock_id=${story.clock.svc_id}`];
      seen[report] = await Promise.all(queries.map((query) => centsOf(report, query)));
    }
    expect(seen).toEqual({
      gross_revenue: [1_700, 3_460, 1_760],
      mrr: [1_700, 3_400, 1_700],
      invoice_collection: [1_700, 3_460, 1_760],
      invoiced_usage: [0, 60, 60],
      // The live invoice is due today.
      overdue_balance: [0, 1_760, 1_760],
    });
    const { body } = await own.post('/invoices/preview', {
      customer: { external_id: story.customer.external_id },
      plan_code: plan.code,
    });
    expect(body.invoice.number).toMatch(/^TEST-/);
  });

  test('dashboards count customers on test clocks only on request', async () => {
    await subscribe(caller, simulated, await createPlan(caller, { amount_currency: 'EUR' }));
    await createWallet(caller, simulated, { granted_credits: '5' });
    const summary = async (args: string) =>
      (
        await caller.graphql(
          `{ dashboardSummary${args} { customersCount activeSubscriptionsCount activeWalletsCount } }`,
        )
      ).data.dashboardSummary;
    const counts = (customersCount: number, others: number) => ({
      customersCount,
      activeSubscriptionsCount: others,
      activeWalletsCount: others,
    });
    expect(await summary('')).toEqual(counts(2, 0));
    expect(await summary('(includeTest: true)')).toEqual(counts(3, 1));
    expect(await summary(`(testClockId: "${clock.svc_id}")`)).toEqual(counts(1, 1));
    const credits = async (args: string) =>
      (await caller.graphql(`{ prepaidCredits${args} { grantedAmountCents } }`)).data.prepaidCredits;
    expect([await credits(''), await credits('(includeTest: true)')]).toEqual([
      [],
      [{ grantedAmountCents: 500 }],
    ]);
  });

  test.each(['customers', 'subscriptions', 'invoices', 'credit_notes', 'fees', 'payments', 'wallets'])(
    'the list of %s has both, or one of them',
    async (list) => {
      const ids = async (query: string): Promise<string[]> =>
        (await read(`/${list}${query}`))[list].map((record: Resource) => record.svc_id).sort();
      const [all, simulatedOnes, liveOnes] = [
        await ids(''),
        await ids('?test=true'),
        await ids('?test=false'),
      ];
      expect([...simulatedOnes, ...liveOnes].sort()).toEqual(all);
      expect(simulatedOnes.length).toBeGreaterThan(0);
      expect(await ids(`?test_clock_id=${clock.svc_id}`)).toEqual(simulatedOnes);
      expect(await ids('?test_clock_id=none')).toEqual([]);
    },
  );

  test('a billing entity has a sequence for each', async () => {
    const [entity] = (await read('/billing_entities')).billing_entities;
    await caller.put(`/billing_entities/${entity.code}`, {
      billing_entity: { document_numbering: 'per_billing_entity' },
    });
    const ending = async (customer: Resource) => (await bill(customer)).number.split('-').slice(-2);
    expect([await ending(live), await ending(simulated), await ending(live)]).toEqual([
      [expect.any(String), '004'],
      ['202703', '003'],
      [expect.any(String), '005'],
    ]);
    const numbers = (await read('/invoices?test=true')).invoices.map(({ number }: Resource) => number);
    expect(numbers).toContain(`TEST-${prefix}-202703-003`);
    expect(await ownDifferences()).toEqual([]);
  });

  test('the deletion of customers on test clocks leaves no gap', async () => {
    const before = await revenue();
    expect((await caller.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
    expect(await revenue()).toEqual(before);
    expect(await revenue('?include_test=true')).toEqual(before);
    const { number } = await bill(live);
    expect(number).toBe(`${prefix}-${expectPresent(number.split('-').at(-2), 'the month')}-006`);
    expect((await createCustomer(caller)).slug).toBe(`${prefix}-003`);
    const [retired] = await server.pool.sql`
      select count(*)::int as count from retired_invoice_numbers
      where organization_id = ${caller.organizationId} and first_number > 3`;
    expect(retired).toEqual({ count: 0 });
    expect(await ownDifferences()).toEqual([]);
  });
});

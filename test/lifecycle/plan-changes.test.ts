// Upgrades take effect at once, downgrades when the period ends.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addBillingEntity,
  advanceClock,
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { questionsIn, requestStatementsOf } from '../support/statements.js';
import { expectInvoice, expectInvoices } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

/** A plan with one charge of 1.00 a call. */
async function metered(metric: Resource, over: object): Promise<Resource> {
  const charge = perCall(metric);
  return createPlan(client, { charges: [charge], ...over });
}

const read = async ({ external_id }: Resource, status = 'active'): Promise<Resource> =>
  (await client.get(`/subscriptions/${external_id}?status=${status}`)).body.subscription;

async function messages({ svc_id }: Resource): Promise<string[]> {
  const rows = await server.pool.sql<{ webhook_type: string }[]>`
    select webhook_type from outbox_messages where object_id = ${svc_id} order by created_at, id`;
  return rows.map((row) => row.webhook_type.replace('subscription.', ''));
}

/** What an invoice bills of each subscription: `[issued, [[reason, charges from, charges to], ...], [cents, ...]]`. */
describe('an upgrade', () => {
  test('an upgrade ends the old plan, begins the new one, and bills both on one invoice', async () => {
    const metric = await createMetric(client);
    const small = await metered(metric, { amount_cents: 3_000 });
    const big = await metered(metric, { amount_cents: 9_000, pay_in_advance: true });
    const story = await Story.begin(client, '2027-04-01T00:00:00Z');
    const first = await story.subscribe(small, {
      purchase_order_number: 'PO 1',
      ending_at: '2027-12-31T00:00:00Z',
      on_termination_credit_note: 'skip',
    });
    const { external_id } = first;
    await story.use(first, metric, {
      '2027-04-10T00:00:00Z': {},
      '2027-04-21T12:00:00Z': {},
      '2027-04-21T12:00:01Z': {},
    });
    await story.advance('2027-04-21T12:00:00Z');
    const second = await story.subscribe(big, {
      external_id,
      name: 'Big',
      billing_time: 'anniversary',
      subscription_at: '2027-04-11T00:00:00Z',
      on_termination_credit_note: 'skip',
    });
    expect(second).toMatchObject({
      external_id,
      name: 'Big',
      status: 'active',
      plan_code: big.code,
      previous_plan_code: small.code,
      next_plan_code: null,
      downgrade_plan_date: null,
      started_at: '2027-04-21T12:00:00.000Z',
      subscription_at: '2027-04-01T00:00:00Z',
      billing_time: 'calendar',
      purchase_order_number: 'PO 1',
      ending_at: '2027-12-31T00:00:00Z',
    });
    expect(await read(first, 'terminated')).toMatchObject({
      svc_id: first.svc_id,
      terminated_at: '2027-04-21T12:00:00Z',
      next_plan_code: big.code,
      downgrade_plan_date: null,
    });
    expect([await messages(first), await messages(second)]).toEqual([['started', 'terminated'], ['started']]);
    const [invoice] = await story.invoices();
    expect(invoice.created_at).toBe('2027-04-21T12:00:01Z');
    expectInvoice(invoice, {
      issued: '2027-04-21',
      chargePeriods: [
        ['subscription_terminating', '2027-04-01T00:00:00Z', '2027-04-21T12:00:00Z'],
        ['subscription_starting', '2027-04-21T12:00:00Z', '2027-04-21T12:00:00Z'],
      ],
      // 20 days of the old plan, its two events, 10 days of the new one
      fees: [
        ['subscription', 2_000],
        ['charge', 200],
        ['subscription', 3_000],
      ],
    });
    await story.advance('2027-05-01T00:00:00Z');
    expectInvoice((await story.invoices())[1], {
      fees: [
        ['subscription', 9_000],
        ['charge', 100],
      ],
    });
  });

  test('an upgrade to a plan of the same price is one too; the day it starts on costs nothing of the old plan', async () => {
    const [one, other] = [
      await createPlan(client, { amount_cents: 3_000 }),
      await createPlan(client, { amount_cents: 36_000, interval: 'yearly' }),
    ];
    const story = await Story.begin(client, '2027-04-01T00:00:00Z');
    const { external_id } = await story.subscribe(one);
    await story.advance('2027-04-01T10:00:00Z');
    expect(await story.subscribe(other, { external_id })).toMatchObject({ plan_code: other.code });
    expectInvoice((await story.invoices())[0], { fees: [['subscription', 0]] });
  });

  test('an upgrade leaves what lasts to the new plan, when that charges it too', async () => {
    const metric = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'seats',
      recurring: true,
    });
    const [small, big] = [await metered(metric, {}), await metered(metric, { amount_cents: 1 })];
    const story = await Story.begin(client, '2027-04-01T00:00:00Z');
    const subscription = await story.subscribe(small);
    await story.use(subscription, metric, { '2027-04-10T00:00:00Z': { seats: 10 } });
    await story.advance('2027-04-20T00:00:00Z');
    await story.subscribe(big, { external_id: subscription.external_id });
    expectInvoice((await story.invoices())[0], { fees: [['subscription', 0]] });
    await story.advance('2027-05-01T00:00:00Z');
    expectInvoice((await story.invoices())[1], {
      fees: [
        ['subscription', 0],
        ['charge', 1_000],
      ],
    });
  });

  test('an upgrade leaves its day to the new plan, also of prorated units that came in the period', async () => {
    const metric = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'seats',
      recurring: true,
    });
    const charges = [perCall(metric, { prorated: true })];
    const [small, big] = [
      await createPlan(client, { charges }),
      await createPlan(client, { charges, amount_cents: 1 }),
    ];
    const story = await Story.begin(client, '2027-09-01T00:00:00Z');
    const subscription = await story.subscribe(small);
    await story.use(subscription, metric, {
      '2027-09-01T00:00:00Z': { seats: 14 },
      '2027-10-11T00:00:00Z': { seats: 5 },
      '2027-10-22T00:00:00Z': { seats: -3 },
    });
    await story.advance('2027-10-28T12:00:00Z');
    await story.subscribe(big, { external_id: subscription.external_id });
    await story.advance('2027-11-01T00:00:00Z');
    const charged = (await story.invoices()).map(({ fees }) =>
      fees
        .filter((fee: Resource) => fee.item.type === 'charge')
        .map((fee: Resource) => [Number(fee.units), fee.precise_amount]),
    );
    // 14.35484 + 2.06452 is the amount for October without the upgrade (aggregations.md §13.2).
    expect(charged).toEqual([[[14, '14.0']], [[16, '14.35484']], [[16, '2.06452']]]);
  });
});

test('an upgrade may be issued by another billing entity: then each issues its own part', async () => {
  await addBillingEntity(server, client, { code: 'elsewhere' });
  const [small, big] = [
    await createPlan(client, { amount_cents: 3_000 }),
    await createPlan(client, { amount_cents: 9_000, pay_in_advance: true }),
  ];
  const story = await Story.begin(client, '2027-04-01T00:00:00Z');
  const { external_id } = await story.subscribe(small);
  await story.advance('2027-04-11T00:00:00Z');
  await story.subscribe(big, { external_id, billing_entity_code: 'elsewhere' });
  const issued = (await story.listedInvoices()).map(({ billing_entity_code, total_amount_cents }) => [
    billing_entity_code,
    total_amount_cents,
  ]);
  expect(issued.toSorted((one, other) => one[1] - other[1])).toEqual([
    [story.customer.billing_entity_code, 1_000],
    ['elsewhere', 6_000],
  ]);
});

describe('a downgrade', () => {
  test('a downgrade waits for the end of the period, and then bills both', async () => {
    const metric = await createMetric(client);
    const big = await metered(metric, { amount_cents: 9_000, pay_in_advance: true });
    const small = await metered(metric, { amount_cents: 3_000, pay_in_advance: true });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const first = await story.subscribe(big);
    const { external_id } = first;
    await story.use(first, metric, { '2027-06-10T00:00:00Z': {}, '2027-07-01T00:00:00Z': {} });
    await story.advance('2027-06-10T00:00:00Z');
    const answered = await story.subscribe(small, { external_id, name: 'Small' });
    expect(answered).toMatchObject({
      svc_id: first.svc_id,
      plan_code: big.code,
      next_plan_code: small.code,
      downgrade_plan_date: '2027-07-01',
    });
    expect(await messages(first)).toEqual(['started', 'updated']);
    expect(await read(first, 'pending')).toMatchObject({
      plan_code: small.code,
      previous_plan_code: big.code,
      started_at: null,
    });
    // Asking again changes nothing.
    expect(await story.subscribe(big, { external_id })).toEqual(answered);

    await story.advance('2027-08-01T00:00:00Z');
    const second = await read(first);
    expect(second).toMatchObject({
      plan_code: small.code,
      name: 'Small',
      previous_plan_code: big.code,
      started_at: '2027-07-01T00:00:00.000Z',
      subscription_at: '2027-06-01T00:00:00Z',
    });
    expect(await read(first, 'terminated')).toMatchObject({
      terminated_at: '2027-07-01T00:00:00Z',
      downgrade_plan_date: '2027-07-01',
    });
    expect([await messages(first), await messages(second)]).toEqual([
      ['started', 'updated', 'terminated'],
      ['started'],
    ]);
    expectInvoices((await story.invoices()).slice(1), [
      {
        issued: '2027-07-01',
        chargePeriods: [
          ['subscription_terminating', '2027-06-01T00:00:00Z', '2027-06-30T23:59:59Z'],
          ['subscription_starting', '2027-07-01T00:00:00Z', '2027-07-01T00:00:00Z'],
        ],
        fees: [
          ['charge', 100],
          ['subscription', 3_000],
        ],
      },
      {
        issued: '2027-08-01',
        chargePeriods: [['subscription_periodic', '2027-07-01T00:00:00Z', '2027-07-31T23:59:59Z']],
        fees: [
          ['subscription', 3_000],
          ['charge', 100],
        ],
      },
    ]);
  });

  test.each<[string, object, string, string, string, string[], string]>([
    ['Asia/Tokyo', { interval: 'yearly', bill_charges_monthly: true }, 'calendar', '2027-02-10T00:00:00Z', '2027-06-15T00:00:00Z', ['2027-05-31T15:00:00Z', '2027-06-30T14:59:59Z', '2028-01-01'], 'usage by the month, the plan by the year'],
    ['UTC', {}, 'anniversary', '2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z', ['2027-02-28T00:00:00Z', '2027-03-30T23:59:59Z', '2027-03-31'], 'from a day that stands in for the 31st'],
    ['Pacific/Auckland', { interval: 'weekly' }, 'calendar', '2027-08-01T00:00:00Z', '2027-08-08T13:00:00Z', ['2027-08-08T12:00:00Z', '2027-08-15T11:59:59Z', '2027-08-16'], 'Monday has begun there'],
  ])('a downgrade in %s, %j by the %s, begun %s, requested at %s: %j (%s)', async (timezone, over, billing_time, start, now, shown) => {
    const [big, small] = [await createPlan(client, { ...over, amount_cents: 9_000 }), await createPlan(client)];
    const story = await Story.begin(client, start, { timezone });
    const { external_id } = await story.subscribe(big, { billing_time });
    await story.advance(now);
    await story.subscribe(small, { external_id });
    const current = await read({ external_id });
    const { current_billing_period_started_at: from, current_billing_period_ending_at: to, downgrade_plan_date: on } = current;
    expect([from, to, on]).toEqual(shown);
  }); // prettier-ignore

  test('a downgrade in arrears is billed in full to the end of the period, and nothing of the new plan yet', async () => {
    const [big, small] = [
      await createPlan(client, { amount_cents: 9_000 }),
      await createPlan(client, { amount_cents: 3_000 }),
    ];
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id } = await story.subscribe(big);
    await story.subscribe(small, { external_id });
    await story.advance('2027-08-01T00:00:00Z');
    expect(
      (await story.listedInvoices()).map((invoice) => [invoice.issuing_date, invoice.total_amount_cents]),
    ).toEqual([
      ['2027-07-01', 9_000],
      ['2027-08-01', 3_000],
    ]);
  });

  test('a downgrade is replaced by another one, dropped by an upgrade, by an end, or by request', async () => {
    const [tiny, small, big, huge] = await Promise.all(
      [100, 1_000, 3_100, 6_200].map((amount_cents) => createPlan(client, { amount_cents })),
    );
    const story = await Story.begin(client, '2027-07-01T00:00:00Z');
    const [replaced, upgraded, ended, dropped] = [
      await story.subscribe(big),
      await story.subscribe(big),
      await story.subscribe(big),
      await story.subscribe(big),
    ];
    const down = (of: Resource, plan: Resource) => story.subscribe(plan, { external_id: of.external_id });
    for (const subscription of [replaced, upgraded, ended, dropped]) await down(subscription, small);
    expect(await down(replaced, tiny)).toMatchObject({ next_plan_code: tiny.code });
    expect(await down(upgraded, huge)).toMatchObject({ plan_code: huge.code, next_plan_code: null });
    await client.delete(`/subscriptions/${ended.external_id}`);
    await client.delete(`/subscriptions/${dropped.external_id}?status=pending`);
    expect(await read(dropped)).toMatchObject({ next_plan_code: null, downgrade_plan_date: null });
    expect(await messages(dropped)).toEqual(['started', 'updated', 'updated']);
    const listed = async (status: string) =>
      (
        await client.get(
          `/subscriptions?external_customer_id=${story.customer.external_id}&status[]=${status}`,
        )
      ).body.meta.total_count;
    expect([await listed('pending'), await listed('canceled')]).toEqual([1, 4]);
    await story.advance('2027-08-01T00:00:00Z');
    expect([await read(replaced), await read(upgraded), await read(dropped)]).toMatchObject([
      { plan_code: tiny.code },
      { plan_code: huge.code },
      { plan_code: big.code },
    ]);
  });

  test('a downgrade of a subscription that ends on that day does not happen', async () => {
    const [big, small] = [
      await createPlan(client, { amount_cents: 9_000 }),
      await createPlan(client, { amount_cents: 3_000 }),
    ];
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const subscription = await story.subscribe(big, { ending_at: '2027-07-01T00:00:00Z' });
    await story.subscribe(small, { external_id: subscription.external_id });
    await story.advance('2027-09-01T00:00:00Z');
    expect((await story.listedInvoices()).map((invoice) => invoice.total_amount_cents)).toEqual([9_000]);
    expect(await read(subscription, 'canceled')).toMatchObject({ plan_code: small.code });
  });
});

describe('another amount of a plan', () => {
  /** On the dear plan, and to be on the cheap one next month. */
  async function planned(): Promise<{ story: Story; first: Resource; dear: Resource; cheap: Resource }> {
    const [dear, cheap] = [
      await createPlan(client, { amount_cents: 9_000 }),
      await createPlan(client, { amount_cents: 3_000 }),
    ];
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const first = await story.subscribe(dear);
    await story.subscribe(cheap, { external_id: first.external_id, name: 'Cheap' });
    await story.advance('2027-06-11T00:00:00Z');
    return { story, first, dear, cheap };
  }
  const setAmount = async ({ code }: Resource, amount_cents: number) =>
    (await client.put(`/plans/${code}`, { plan: { amount_cents } })).status;
  const totals = async (story: Story) =>
    (await story.listedInvoices()).map((invoice) => [invoice.issuing_date, invoice.total_amount_cents]);

  test('another amount of a plan makes an upgrade of a downgrade to it, at once, when it costs as much as the other', async () => {
    const { story, first, dear, cheap } = await planned();
    expect(await setAmount(cheap, 8_999)).toBe(200);
    expect(await read(first)).toMatchObject({ plan_code: dear.code, next_plan_code: cheap.code });
    expect(await setAmount(cheap, 9_000)).toBe(200);
    expect(await read(first)).toMatchObject({
      plan_code: cheap.code,
      previous_plan_code: dear.code,
      name: 'Cheap',
      started_at: '2027-06-11T00:00:00.000Z',
      downgrade_plan_date: null,
    });
    expect(await messages(first)).toEqual(['started', 'updated', 'terminated']);
    await story.advance('2027-07-01T00:00:00Z');
    // Ten days of one, twenty of the other.
    expect(await totals(story)).toEqual([
      ['2027-06-11', 3_000],
      ['2027-07-01', 6_000],
    ]);
  });

  test('another amount of a plan drops a downgrade from it, when it costs less than the other', async () => {
    const { story, first, dear, cheap } = await planned();
    await setAmount(dear, 3_000);
    expect(await read(first)).toMatchObject({ next_plan_code: cheap.code });
    await setAmount(dear, 2_999);
    expect(await read(first)).toMatchObject({ plan_code: dear.code, next_plan_code: null });
    expect(await read(first, 'canceled')).toMatchObject({ plan_code: cheap.code });
    expect(await messages(first)).toEqual(['started', 'updated', 'updated']);
    await setAmount(cheap, 20_000);
    await story.advance('2027-07-01T00:00:00Z');
    expect(await totals(story)).toEqual([['2027-07-01', 2_999]]);
  });

  /** Customers of one clock, who are all to be on the cheap plan next month. */
  async function plannedOf(
    count: number,
  ): Promise<{ clock: Resource; subscriptions: Resource[]; dear: Resource; cheap: Resource }> {
    const dear = await createPlan(client, { amount_cents: 9_000 });
    const cheap = await createPlan(client, { amount_cents: 3_000 });
    const clock = await createClock(client, { frozen_time: '2027-06-01T00:00:00Z' });
    const subscriptions: Resource[] = [];
    for (let index = 0; index < count; index += 1) {
      const customer = await createCustomer(client, { test_clock_id: clock.svc_id });
      const running = await subscribe(client, customer, dear);
      await subscribe(client, customer, cheap, { external_id: running.external_id });
      subscriptions.push(running);
    }
    await advanceClock(client, clock, '2027-06-11T00:00:00Z');
    return { clock, subscriptions, dear, cheap };
  }
  const plansOf = async (subscriptions: readonly Resource[]): Promise<[string, string | null][]> =>
    Promise.all(
      subscriptions.map(async (each) => {
        const { plan_code, next_plan_code } = await read(each);
        return [plan_code, next_plan_code];
      }),
    );

  test('another amount of the plan of very many is seen by a few at once, by others as their time goes on, as of then', async () => {
    const { clock, subscriptions, dear, cheap } = await plannedOf(12);
    const kept = await requestStatementsOf(server.connections.drivers, () => setAmount(cheap, 8_000));
    const raised = await requestStatementsOf(server.connections.drivers, () => setAmount(cheap, 9_000));
    const [happened, waits] = [
      [cheap.code, null],
      [dear.code, cheap.code],
    ];
    expect(await plansOf(subscriptions)).toEqual([...Array<unknown>(10).fill(happened), waits, waits]);
    await advanceClock(client, clock, '2027-06-20T00:00:00Z');
    for (const each of subscriptions.slice(9)) {
      expect(await read(each)).toMatchObject({
        plan_code: cheap.code,
        started_at: '2027-06-11T00:00:00.000Z',
      });
      const { body } = await client.get(`/invoices?external_customer_id=${each.external_customer_id}`);
      expect(body.invoices).toEqual([
        expect.objectContaining({ issuing_date: '2027-06-11', total_amount_cents: 3_000 }),
      ]);
    }

    // More of them ask no more of the database, and may be taken back as long as they wait.
    const more = await plannedOf(14);
    const keptAgain = await requestStatementsOf(server.connections.drivers, () =>
      setAmount(more.cheap, 8_000),
    );
    const raisedAgain = await requestStatementsOf(server.connections.drivers, () =>
      setAmount(more.cheap, 9_000),
    );
    expect([keptAgain, raisedAgain].map(questionsIn)).toEqual([kept, raised].map(questionsIn));
    await setAmount(more.cheap, 3_000);
    await advanceClock(client, more.clock, '2027-06-20T00:00:00Z');
    expect((await plansOf(more.subscriptions)).slice(10)).toEqual(
      Array<unknown>(4).fill([more.dear.code, more.cheap.code]),
    );
  });

  test('another amount of the plan of very many drops what waits likewise', async () => {
    const { clock, subscriptions, dear, cheap } = await plannedOf(12);
    await setAmount(dear, 2_000);
    const [dropped, waits] = [
      [dear.code, null],
      [dear.code, cheap.code],
    ];
    expect(await plansOf(subscriptions)).toEqual([...Array<unknown>(10).fill(dropped), waits, waits]);
    const [eleventh, ended] = subscriptions.slice(10);
    await client.delete(`/subscriptions/${ended.external_id}`);
    await advanceClock(client, clock, '2027-06-12T00:00:00Z');
    expect(await plansOf([eleventh])).toEqual([dropped]);
  });

  test('another amount of a plan waits for a clock that is moving', async () => {
    const { story, first, dear, cheap } = await planned();
    await server.pool.sql`update test_clocks set status = 'advancing' where id = ${story.clock.svc_id}`;
    expect(await setAmount(cheap, 10_000)).toBe(405);
    expect((await client.get(`/plans/${cheap.code}`)).body.plan.amount_cents).toBe(3_000);
    expect(await read(first)).toMatchObject({ plan_code: dear.code, next_plan_code: cheap.code });
  });
});

test('one that awaits its start is put on the other plan, expensive or cheaper, and nothing is billed', async () => {
  const [plan, expensive, cheaper] = await Promise.all(
    [1_000, 2_000, 500].map((amount_cents) => createPlan(client, { amount_cents, pay_in_advance: true })),
  );
  const story = await Story.begin(client, '2027-06-10T00:00:00Z');
  const planned = await story.subscribe(plan, { subscription_at: '2027-07-01T00:00:00Z', name: 'Planned' });
  const { external_id, svc_id } = planned;
  expect(await story.subscribe(expensive, { external_id })).toMatchObject({
    svc_id,
    status: 'pending',
    plan_code: expensive.code,
    name: 'Planned',
    previous_plan_code: null,
  });
  expect(await story.subscribe(cheaper, { external_id, name: 'Cheap' })).toMatchObject({
    svc_id,
    name: 'Cheap',
  });
  await story.advance('2027-07-01T00:00:00Z');
  expect((await story.listedInvoices()).map((invoice) => invoice.total_amount_cents)).toEqual([500]);
});

describe('what was paid in advance', () => {
  const fixed = (addOn: Resource, units: number, amount: string, over: object = {}) => ({
    add_on_id: addOn.svc_id,
    charge_model: 'standard',
    units,
    properties: { amount },
    pay_in_advance: true,
    prorated: true,
    ...over,
  });
  const fixedFees = (invoice: Resource) =>
    invoice.fees.map((fee: Resource) => [fee.item.code, Number(fee.units), fee.amount_cents]);

  test('an amount paid in advance for an add-on is taken off what an upgrade bills of the same add-on for the same days', async () => {
    const [seat, desk] = [await createAddOn(client), await createAddOn(client)];
    const small = await createPlan(client, {
      fixed_charges: [fixed(seat, 2, '25'), fixed(seat, 1, '10'), fixed(desk, 1, '30')],
    });
    const big = await createPlan(client, {
      fixed_charges: [
        fixed(seat, 3, '40'),
        fixed(seat, 4, '5', { prorated: false }),
        fixed(seat, 1, '20'),
        fixed(seat, 1, '7'),
      ],
    });
    const other = await createPlan(client, { fixed_charges: [fixed(seat, 1, '25')] });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id } = await story.subscribe(small);
    await story.advance('2027-06-11T00:00:00Z');
    await story.subscribe(big, { external_id });
    await story.advance('2027-06-21T00:00:00Z');
    await story.subscribe(other, { external_id });
    await story.advance('2027-07-01T00:00:00Z');
    const [start, upgrade, again, renewal] = await story.invoices();
    const fees = [start, upgrade, again, renewal].map((invoice) =>
      fixedFees(invoice).filter(([code]: [string]) => [seat.code, desk.code].includes(code)),
    );
    expect(fees).toEqual([
      [[seat.code, 2, 5_000], [seat.code, 1, 1_000], [desk.code, 1, 3_000]],
      // The first prorated one takes 20 of 30 days of 5,000 and 1,000 off its 8,000; nothing is left for the others.
      [[seat.code, 3, 4_000], [seat.code, 4, 2_000], [seat.code, 1, 1_333], [seat.code, 1, 467]],
      // 833 less a third of 6,000 and half of 7,800
      [[seat.code, 1, 0]],
      [[seat.code, 1, 2_500]],
    ]); // prettier-ignore
    expect(upgrade.fees.find((fee: Resource) => fee.units === '3.0')).toMatchObject({
      precise_amount: '40.0',
      from_date: '2027-06-11T00:00:00Z',
      to_date: '2027-06-30T23:59:59Z',
    });
  });

  interface Change {
    readonly on: string;
    /** Units from then on. */
    readonly units?: number;
    /** The fixed charge of the plan from then on. */
    readonly plan?: { readonly units: number; readonly amount: string; readonly interval?: string };
  }

  test.each<[Change[], [number, number][], string]>([
    [
      [{ on: '2027-06-06', units: 4 }, { on: '2027-06-11', plan: { units: 3, amount: '40' } }],
      [[2, 5_000], [2, 4_167], [3, 1_333]],
      'units added since count too: 8,000 - 6,667',
    ],
    [
      [{ on: '2027-06-06', units: 1 }, { on: '2027-06-11', plan: { units: 3, amount: '40' } }],
      [[2, 5_000], [0, 0], [3, 4_667]],
      'fewer units since hide nothing: 8,000 - 3,333',
    ],
    [
      [{ on: '2027-06-11', plan: { units: 3, amount: '40' } }, { on: '2027-06-21', plan: { units: 5, amount: '50' } }],
      [[2, 5_000], [3, 4_667], [5, 4_333]],
      'two plans have been paid for the last ten days: 8,333 - 1,667 - 2,333',
    ],
    [
      [{ on: '2027-06-11', plan: { units: 3, amount: '480', interval: 'yearly' } }],
      [[2, 5_000], [3, 77_149]],
      'of a longer window, the days that were paid: 80,482 - 3,333',
    ],
    [
      [{ on: '2027-06-11', plan: { units: 3, amount: '40' } }, { on: '2027-07-01' }],
      [[2, 5_000], [3, 4_667], [3, 12_000]],
      'a renewal for days that nobody has paid',
    ],
  ])('2 x 25.00 on 1 June, then %j: %j (%s)', async (changes, expected) => {
    const seat = await createAddOn(client);
    const planOf = ({ units, amount, interval = 'monthly' }: Required<Change>['plan']) =>
      createPlan(client, { interval, fixed_charges: [fixed(seat, units, amount)] });
    const small = await planOf({ units: 2, amount: '25' });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z', {
      finalize_zero_amount_invoice: 'finalize',
    });
    const { external_id } = await story.subscribe(small);
    for (const { on, units, plan } of changes) {
      await story.advance(`${on}T00:00:00Z`);
      const fixed_charge = { units, apply_units_immediately: true };
      if (units !== undefined) {
        await client.put(`/subscriptions/${external_id}/fixed_charges/${seat.code}`, { fixed_charge });
      }
      if (plan !== undefined) await story.subscribe(await planOf(plan), { external_id });
    }
    const fees = (await story.invoices()).map((invoice) => fixedFees(invoice).at(-1).slice(1));
    expect(fees).toEqual(expected);
  }); // prettier-ignore

  test('an amount paid in advance for a year is taken off the months of the next plan, one after the other', async () => {
    const seat = await createAddOn(client);
    const yearly = await createPlan(client, {
      interval: 'yearly',
      fixed_charges: [fixed(seat, 1, '365')],
    });
    const monthly = await createPlan(client, { amount_cents: 1, fixed_charges: [fixed(seat, 1, '40')] });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const { external_id } = await story.subscribe(yearly);
    await story.advance('2027-06-11T00:00:00Z');
    await story.subscribe(monthly, { external_id });
    await story.advance('2027-08-01T00:00:00Z');
    await story.advance('2028-01-01T00:00:00Z');
    const fees = (await story.invoices()).map((invoice) => fixedFees(invoice).at(-1)[2]);
    // 2,667 less 20 days of 100 each, months less theirs, and a year later nothing comes off.
    expect(fees).toEqual([36_500, 667, 900, 900, 1_000, 900, 1_000, 900, 4_000]);
  });

  test('an amount paid in advance is that of a fixed charge and of its copy in a plan override alike', async () => {
    const seat = await createAddOn(client);
    const small = await createPlan(client, { fixed_charges: [fixed(seat, 2, '25')] });
    const big = await createPlan(client, { fixed_charges: [fixed(seat, 3, '40'), fixed(seat, 3, '40')] });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id } = await story.subscribe(small);
    await story.advance('2027-06-06T00:00:00Z');
    const [{ svc_id: id }] = small.fixed_charges;
    const own = { id, units: 4, apply_units_immediately: true, properties: { amount: '25' } };
    await client.put(`/subscriptions/${external_id}`, {
      subscription: { plan_overrides: { name: 'Own', fixed_charges: [own] } },
    });
    await story.advance('2027-06-11T00:00:00Z');
    await story.subscribe(big, { external_id });
    const last = (await story.invoices()).at(-1);
    // Once, of the fees for two seats and for two more: 6,667 off 8,000.
    expect(fixedFees(last).slice(-2)).toEqual([[seat.code, 3, 1_333], [seat.code, 3, 8_000]]); // prettier-ignore
  });

  test('an amount paid in advance for recurring units is renewed by the cheaper plan, once, when it begins', async () => {
    const seats = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'seats',
      recurring: true,
    });
    const charge = { billable_metric_id: seats.svc_id, charge_model: 'standard', pay_in_advance: true };
    const cheap = (over: object) =>
      createPlan(client, { charges: [{ ...charge, properties: { amount: '1' }, ...over }] });
    const big = await metered(seats, { amount_cents: 3_000 });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const [invoiced, alone] = [await story.subscribe(big), await story.subscribe(big)];
    for (const subscription of [invoiced, alone]) {
      await story.use(subscription, seats, {
        '2027-06-05T00:00:00Z': { seats: 12 },
        '2027-06-20T00:00:00Z': { seats: -2 },
      });
    }
    await story.advance('2027-06-21T00:00:00Z');
    await story.subscribe(await cheap({}), { external_id: invoiced.external_id });
    await story.subscribe(await cheap({ invoiceable: false }), {
      external_id: alone.external_id,
      purchase_order_number: 'PO-2',
    });
    await story.advance('2027-07-01T00:00:00Z');
    const charges = async ({ external_id }: Resource): Promise<Resource[]> =>
      (await client.get(`/fees?fee_type=charge&external_subscription_id=${external_id}`)).body.fees;
    const july = { from_date: '2027-07-01T00:00:00Z', to_date: '2027-07-31T23:59:59Z' };
    const renewal = { ...july, units: '10.0', amount_cents: 1_000, pay_in_advance: true };
    expect(await charges(invoiced)).toMatchObject([
      { pay_in_advance: false, from_date: '2027-06-01T00:00:00Z', amount_cents: 1_000 },
      { ...renewal, invoiceable: true },
    ]);
    expect(await charges(alone)).toMatchObject([
      { pay_in_advance: false },
      { ...renewal, invoiceable: false, svc_invoice_id: null },
    ]);
    const parts = (await story.invoices()).map((invoice) => invoice.billing_periods.length);
    expect(parts.toSorted()).toEqual([1, 2]);
    await story.advance('2027-08-01T00:00:00Z');
    expect((await charges(invoiced)).slice(2)).toMatchObject([{ from_date: '2027-08-01T00:00:00Z' }]);
  });

  test("an amount paid in advance by an event at the instant of the upgrade is the old plan's, once", async () => {
    const calls = await createMetric(client);
    const paidAtOnce = { pay_in_advance: true };
    const [small, big] = [
      await createPlan(client, { charges: [perCall(calls, paidAtOnce)] }),
      await createPlan(client, {
        amount_cents: 1,
        charges: [perCall(calls, { ...paidAtOnce, properties: { amount: '7' } })],
      }),
    ];
    const story = await Story.begin(client, '2027-06-10T12:00:00Z');
    const first = await story.subscribe(small);
    const { external_id } = first;
    await story.use(first, calls, { '2027-06-10T12:00:00Z': {} });
    await story.subscribe(big, { external_id });
    await story.use(first, calls, { '2027-06-10T12:00:00Z': {} });
    await story.advance('2027-06-11T00:00:00Z');
    const path = `/fees?fee_type=charge&external_subscription_id=${external_id}`;
    const fee = { svc_subscription_id: first.svc_id, amount_cents: 100 };
    expect((await client.get(path)).body.fees).toMatchObject([fee, fee]);
  });

  test('an amount paid in advance is put on an invoice with what was paid since, whichever plan made the fee', async () => {
    const cards = await createMetric(client, { aggregation_type: 'unique_count_agg', field_name: 'card' });
    const perCard = {
      billable_metric_id: cards.svc_id,
      charge_model: 'standard',
      properties: { amount: '10' },
      pay_in_advance: true,
      invoiceable: false,
      regroup_paid_fees: 'invoice',
    };
    const [small, big] = [
      await createPlan(client, { charges: [perCard] }),
      await createPlan(client, { amount_cents: 1, charges: [perCard] }),
    ];
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id, ...first } = await story.subscribe(small);
    const fees = async (): Promise<Resource[]> =>
      (await client.get(`/fees?fee_type=charge&external_subscription_id=${external_id}`)).body.fees;
    const pay = ({ svc_id }: Resource) =>
      client.put(`/fees/${svc_id}`, { fee: { payment_status: 'succeeded' } });
    await story.use({ external_id }, cards, {
      '2027-06-01T00:00:00Z': { card: 'a' },
      '2027-06-02T00:00:00Z': { card: 'b' },
      '2027-06-03T00:00:00Z': { card: 'c' },
    });
    await story.advance('2027-06-10T00:00:00Z');
    const [a, b, c] = await fees();
    await pay(a);
    await story.subscribe(big, { external_id });
    await pay(b);
    await story.advance('2027-06-20T00:00:00Z');
    await pay(c);
    await client.delete(`/subscriptions/${external_id}?on_termination_invoice=skip`);
    const grouped = (await story.invoices()).filter(
      ({ invoice_type }: Resource) => invoice_type === 'advance_charges',
    );
    const onInvoice = grouped.map((invoice: Resource) => [
      invoice.billing_periods.map((period: Resource) => period.svc_subscription_id === first.svc_id),
      invoice.fees.map((fee: Resource) => fee.svc_id),
    ]);
    expect(onInvoice).toEqual([
      [[true], [a.svc_id]],
      [[false], [b.svc_id, c.svc_id]],
    ]);
  });
});

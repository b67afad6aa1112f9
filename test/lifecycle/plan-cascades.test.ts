// Edits of a plan that the copies of single subscriptions follow. The rules themselves: plan-cascade.rules.test.ts.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAddOn, createMetric, createPlan, createTax, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let metric: Resource;
let seats: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] });
  seats = await createAddOn(client);
});
afterAll(() => server.stop());

const priced = (amount: string, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  properties: { amount },
  ...over,
});

const ofSeats = (units: number, over: object = {}) => ({
  add_on_id: seats.svc_id,
  charge_model: 'standard',
  units,
  pay_in_advance: true,
  properties: { amount: '10' },
  ...over,
});

const planOf = async ({ external_id }: Resource, query = '') =>
  (await client.get(`/subscriptions/${external_id}${query}`)).body.subscription.plan;

/** Writes below a plan, and answers the status. */
const send = async (method: 'put' | 'post', path: string, body: unknown) => {
  const answer = await client[method](`/plans/${path}`, body);
  expect([answer.status, answer.body.error_details]).toEqual([200, undefined]);
  return answer.body;
};

/** A deletion whose wrapper holds options. */
const remove = async (path: string, body: object) => {
  const rawBody = JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  const answer = await client.delete(`/plans/${path}`, { rawBody, headers });
  expect(answer.status).toBe(200);
};

test('an edit of the whole plan reaches the copies in use on request, and bills units at once', async () => {
  const story = await Story.begin(client, '2027-03-01T00:00:00Z');
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    pay_in_advance: true,
    charges: [priced('1'), priced('2', { code: 'second' })],
    fixed_charges: [ofSeats(10)],
  });
  const [as, other, ended] = [
    await story.subscribe(plan, { plan_overrides: { name: 'As it was' } }),
    await story.subscribe(plan, {
      plan_overrides: {
        amount_cents: 500,
        charges: [{ id: plan.charges[0].svc_id, properties: { amount: '9' } }],
        fixed_charges: [{ id: plan.fixed_charges[0].svc_id, units: 4 }],
      },
    }),
    await story.subscribe(plan, { plan_overrides: { name: 'Ended' }, on_termination_credit_note: 'skip' }),
  ];
  await client.delete(`/subscriptions/${ended.external_id}`);
  await story.advance('2027-03-11T00:00:00Z');
  const [first] = plan.charges;
  const [fixed] = plan.fixed_charges;
  const edit = {
    name: 'Renamed',
    amount_cents: 2_000,
    charges: [
      { id: first.svc_id, properties: { amount: '3' }, min_amount_cents: 7 },
      priced('4', { code: 'third' }),
    ],
    fixed_charges: [
      { id: fixed.svc_id, units: 12, apply_units_immediately: true },
      ofSeats(2, { code: 'more', apply_units_immediately: true }),
    ],
  };
  await send('put', plan.code, { plan: { amount_cents: 1_000 } });
  expect((await planOf(as)).amount_cents).toBe(1_000);
  const invoicesBefore = (await story.listedInvoices()).length;
  const { plan: edited } = await send('put', plan.code, { plan: { ...edit, cascade_updates: true } });
  const held = ({ name, amount_cents, charges, fixed_charges }: Resource) => [
    name,
    amount_cents,
    charges.map(({ code, properties, min_amount_cents }: Resource) => [
      code,
      properties.amount,
      min_amount_cents,
    ]),
    fixed_charges.map(({ code, units }: Resource) => [code, units]),
  ];
  expect(held(await planOf(as))).toEqual([
    'As it was',
    2_000,
    [
      [first.code, '3', 0],
      ['third', '4', 0],
    ],
    [
      [fixed.code, 12],
      ['more', 2],
    ],
  ]);
  expect(held(await planOf(other))).toEqual([
    'Renamed',
    500,
    [
      [first.code, '9', 0],
      ['third', '4', 0],
    ],
    [
      [fixed.code, 4],
      ['more', 2],
    ],
  ]);
  expect(held(await planOf(ended, '?status=terminated'))[1]).toBe(1_000);
  expect((await planOf(as)).charges[1].svc_parent_id).toBe(edited.charges[1].svc_id);
  const added = (await story.invoices()).slice(invoicesBefore);
  const centsOf = ({ external_id }: Resource) =>
    added
      .flatMap(({ fees }) => fees)
      .filter((fee) => fee.external_subscription_id === external_id)
      .map((fee) => fee.amount_cents);
  // 2 more and 2 new ones; 2 new ones
  expect([centsOf(as), centsOf(other)]).toEqual([[2_000, 2_000], [2_000]]);
  const messages = await server.pool.sql<{ object_id: string }[]>`
    select object_id from outbox_messages where webhook_type = 'plan.updated' and object_id = any(${[
      plan.svc_id,
      (await planOf(as)).svc_id,
    ]})`;
  expect(messages.map(({ object_id }) => object_id)).toEqual([plan.svc_id]);
});

test('all that the copy has not changed itself follows: names, taxes, metadata, the commitment and thresholds', async () => {
  const [vat, levy] = [await createTax(client), await createTax(client)];
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    tax_codes: [vat.code],
    minimum_commitment: { amount_cents: 5_000 },
    usage_thresholds: [{ amount_cents: 900 }],
    metadata: { tier: 'one' },
  });
  const story = await Story.begin(client, '2027-03-01T00:00:00Z');
  const amount = await story.subscribe(plan, { plan_overrides: { amount_cents: 500 } });
  const most = await story.subscribe(plan, {
    plan_overrides: {
      name: 'Mine',
      tax_codes: [vat.code, levy.code],
      minimum_commitment: { amount_cents: 100 },
      usage_thresholds: [{ amount_cents: 1 }],
      metadata: { tier: 'mine' },
    },
  });
  await send('put', plan.code, {
    plan: {
      name: 'New',
      description: 'Described',
      invoice_display_name: 'Shown',
      tax_codes: [levy.code],
      minimum_commitment: { amount_cents: 7_000, invoice_display_name: 'Least' },
      usage_thresholds: [{ amount_cents: 800 }],
      metadata: { tier: 'two' },
      cascade_updates: true,
    },
  });
  const shown = async (subscription: Resource) => {
    const { name, description, invoice_display_name, amount_cents, ...own } = await planOf(subscription);
    const { amount_cents: least, invoice_display_name: leastName } = own.minimum_commitment;
    const codes = own.taxes.map(({ code }: Resource) => code).toSorted();
    const thresholds = own.usage_thresholds.map((threshold: Resource) => threshold.amount_cents);
    return [
      name,
      description,
      invoice_display_name,
      amount_cents,
      codes,
      [least, leastName],
      thresholds,
      own.metadata,
    ];
  };
  expect(await shown(amount)).toEqual([
    'New',
    'Described',
    'Shown',
    500,
    [levy.code],
    [7_000, 'Least'],
    // It has none of its own: those of the plan apply
    [],
    { tier: 'two' },
  ]);
  const both = [vat.code, levy.code].toSorted();
  expect(await shown(most)).toEqual([
    'Mine',
    'Described',
    'Shown',
    1_000,
    both,
    [100, 'Least'],
    [1],
    { tier: 'mine' },
  ]);
});

test('each edit of one charge, filter or fixed charge reaches the copies of the plan, on both surfaces', async () => {
  const story = await Story.begin(client, '2027-03-01T00:00:00Z');
  const tax = await createTax(client);
  const plan = await createPlan(client, {
    charges: [priced('1', { code: 'calls' })],
    fixed_charges: [ofSeats(1, { code: 'seats' })],
  });
  const subscription = await story.subscribe(plan, { plan_overrides: { name: 'Own' } });
  const calls = async () => (await planOf(subscription)).charges[0];
  const cascade = { cascade_updates: true };
  const eu = { values: { region: ['eu'] } };

  await send('put', `${plan.code}/charges/calls`, { charge: { properties: { amount: '2' } } });
  expect((await calls()).properties.amount).toBe('1');
  await send('put', `${plan.code}/charges/calls`, { charge: { properties: { amount: '1.0' } } });
  await send('put', `${plan.code}/charges/calls`, { charge: { properties: { amount: '3' }, ...cascade } });
  expect((await calls()).properties.amount).toBe('3');

  const filters = `${plan.code}/charges/calls/filters`;
  const { filter } = await send('post', filters, {
    filter: { ...eu, properties: { amount: '5' }, ...cascade },
  });
  expect((await calls()).filters).toMatchObject([{ ...eu, properties: { amount: '5' } }]);
  await send('put', `${filters}/${filter.svc_id}`, { filter: { properties: { amount: '6' }, ...cascade } });
  expect((await calls()).filters).toMatchObject([{ ...eu, properties: { amount: '6' } }]);
  await remove(`${filters}/${filter.svc_id}`, { filter: cascade });
  expect((await calls()).filters).toEqual([]);

  await send('post', `${plan.code}/charges`, {
    charge: priced('7', { code: 'added', tax_codes: [tax.code], ...cascade }),
  });
  expect((await planOf(subscription)).charges[1]).toMatchObject({
    code: 'added',
    properties: { amount: '7' },
    taxes: [{ code: tax.code }],
  });
  await client.delete(`/plans/${plan.code}/charges/calls`);
  expect((await planOf(subscription)).charges).toHaveLength(2);
  await remove(`${plan.code}/charges/added`, { charge: cascade });
  expect((await planOf(subscription)).charges).toMatchObject([{ code: 'calls' }]);

  await send('put', `${plan.code}/fixed_charges/seats`, { fixed_charge: { units: 2, ...cascade } });
  expect((await planOf(subscription)).fixed_charges).toMatchObject([{ code: 'seats', units: 2 }]);
  await remove(`${plan.code}/fixed_charges/seats`, { fixed_charge: cascade });
  expect((await planOf(subscription)).fixed_charges).toEqual([]);

  const { errors } = await client.graphql(
    `mutation ($plan: UpdatePlanInput!, $charge: CreateChargeInput!) {
      updatePlan(input: $plan) { plan { id } }
      createCharge(input: $charge) { charge { id } }
    }`,
    {
      plan: { id: plan.svc_id, amountCents: 70, cascadeUpdates: true },
      charge: {
        planId: plan.svc_id,
        billableMetricId: metric.svc_id,
        chargeModel: 'standard',
        code: 'fourth',
        cascadeUpdates: true,
      },
    },
  );
  expect(errors).toBeUndefined();
  expect(await planOf(subscription)).toMatchObject({
    amount_cents: 70,
    charges: [{ code: 'calls' }, { code: 'fourth' }],
  });
});

test('a planned downgrade to a copy is reconsidered when the amount of the plan reaches it', async () => {
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const [dear, cheap] = [
    await createPlan(client, { amount_cents: 3_100 }),
    await createPlan(client, { amount_cents: 1_000 }),
  ];
  const subscription = await story.subscribe(dear);
  const { external_id } = subscription;
  await story.subscribe(cheap, { external_id, plan_overrides: { name: 'Own' } });
  await send('put', cheap.code, { plan: { amount_cents: 6_200, cascade_updates: true } });
  const { body } = await client.get(`/subscriptions/${external_id}`);
  expect(body.subscription).toMatchObject({ plan_code: cheap.code, plan_amount_cents: 6_200 });
});

test('edits of a plan and of its copies at the same time take turns, and make one copy each', async () => {
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    fixed_charges: [ofSeats(1, { code: 'seats' })],
  });
  const subscriptions = [await story.subscribe(plan), await story.subscribe(plan)];
  const path = ({ external_id }: Resource) => `/subscriptions/${external_id}`;
  const calls = [1, 2, 3].flatMap((n) => [
    client.put(`/plans/${plan.code}`, { plan: { amount_cents: 1_000 + n, cascade_updates: true } }),
    client.put(`/plans/${plan.code}/fixed_charges/seats`, {
      fixed_charge: { units: 10 + n, apply_units_immediately: true, cascade_updates: true },
    }),
    ...subscriptions.flatMap((subscription) => [
      client.put(path(subscription), { subscription: { plan_overrides: { name: `Own ${n}` } } }),
      client.put(`${path(subscription)}/fixed_charges/seats`, { fixed_charge: { units: 20 + n } }),
    ]),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status, body }) => [status, body.code]);
  expect(statuses).toEqual(calls.map(() => [200, undefined]));
  const [row] = await server.pool.sql`
    select count(*)::int as copies from plans where parent_id = ${plan.svc_id}`;
  expect(row).toEqual({ copies: 2 });
  const sold = (await client.get(`/plans/${plan.code}`)).body.plan;
  for (const subscription of subscriptions) {
    const own = await planOf(subscription);
    expect([own.svc_parent_id, own.amount_cents]).toEqual([plan.svc_id, sold.amount_cents]);
  }
});

// Plans of single subscriptions as both surfaces show, take and refuse them. What they bill: test/lifecycle.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  subscribe,
  termsOf,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let stranger: Client;
let customer: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  stranger = await server.organization();
  customer = await createCustomer(client);
  const [metric, addOn] = [
    await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] }),
    await createAddOn(client),
  ];
  plan = await createPlan(client, {
    amount_cents: 1_000,
    description: 'As sold',
    metadata: { tier: 'a' },
    tax_codes: [(await createTax(client)).code],
    charges: [
      {
        billable_metric_id: metric.svc_id,
        charge_model: 'standard',
        properties: { amount: '1', pricing_group_keys: ['region'] },
        filters: [{ values: { region: ['eu'] }, properties: { amount: '2' }, invoice_display_name: 'EU' }],
        tax_codes: [(await createTax(client)).code],
      },
      {
        billable_metric_id: metric.svc_id,
        charge_model: 'package',
        properties: { amount: '5', package_size: 10, free_units: 0 },
      },
    ],
    fixed_charges: [
      {
        add_on_id: addOn.svc_id,
        charge_model: 'standard',
        units: 3,
        properties: { amount: '10' },
        tax_codes: [(await createTax(client)).code],
      },
    ],
  });
});
afterAll(() => server.stop());

const start = (over: Record<string, unknown> = {}) => subscribe(client, customer, plan, over);

const put = ({ external_id }: Resource, plan_overrides: object, caller = client) =>
  caller.put(`/subscriptions/${external_id}`, { subscription: { plan_overrides } });

const planOf = async ({ external_id }: Resource) =>
  (await client.get(`/subscriptions/${external_id}`)).body.subscription.plan;

const without = (held: Resource, ...names: string[]) =>
  Object.fromEntries(Object.entries<unknown>(held).filter(([name]) => !names.includes(name)));

/** A copy, but for what a copy has of its own. */
const asCopied = (held: Resource) => without(held, 'svc_id', 'svc_parent_id', 'created_at');

test('a plan of its own holds what its parent holds, but for taxes and the minimum, and is seen nowhere else', async () => {
  const subscription = await start({ plan_overrides: { invoice_display_name: 'Own' } });
  const { charges, fixed_charges, ...own } = await planOf(subscription);
  const sold = without(plan, 'charges', 'fixed_charges');
  expect(asCopied(own)).toEqual({ ...asCopied(sold), invoice_display_name: 'Own', taxes: [] });
  expect(own.svc_parent_id).toBe(plan.svc_id);
  const pairs = [
    ...charges.map((charge: Resource, index: number) => [charge, plan.charges[index]]),
    ...fixed_charges.map((fixed: Resource, index: number) => [fixed, plan.fixed_charges[index]]),
  ];
  for (const [copy, original] of pairs) {
    expect(copy.svc_parent_id).toBe(original.svc_id);
    const comparable = (held: Resource) => ({ ...asCopied(held), filters: held.filters?.map(asCopied) });
    expect(comparable(copy)).toEqual(comparable(original));
  }
  expect(subscription).toMatchObject({ plan_code: plan.code, plan_amount_cents: 1_000 });
  const { body } = await client.get('/plans');
  expect(body.plans.map((listed: Resource) => listed.svc_id)).not.toContain(own.svc_id);
  expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
  const mine = async (query: string) =>
    (await client.get(`/subscriptions?plan_code=${plan.code}&${query}`)).body.subscriptions.map(
      (listed: Resource) => listed.svc_id,
    );
  const other = await start();
  expect(await mine('overridden=true')).toEqual([subscription.svc_id]);
  expect(await mine('overridden=false')).toEqual([other.svc_id]);
  expect(await mine('')).toHaveLength(2);
});

test('all that may be different, put on a subscription and read again; the rest is ignored', async () => {
  const subscription = await start();
  const tax = await createTax(client);
  const [first, second] = plan.charges;
  const [fixed] = plan.fixed_charges;
  const answer = await put(subscription, {
    name: 'Own',
    invoice_display_name: 'On invoices',
    description: null,
    amount_cents: 900,
    amount_currency: 'EUR',
    trial_period: 7,
    tax_codes: [tax.code],
    minimum_commitment: { amount_cents: 100 },
    metadata: { tier: 'b' },
    interval: 'yearly',
    code: 'other',
    pay_in_advance: true,
    charges: [
      {
        id: first.svc_id,
        billable_metric_id: 'ignored',
        code: 'ignored',
        charge_model: 'standard',
        pay_in_advance: true,
        properties: { amount: '4' },
        min_amount_cents: 50,
        invoice_display_name: 'Calls',
        tax_codes: [],
        filters: [{ values: { region: ['us'] }, properties: { amount: '3' } }],
      },
    ],
    fixed_charges: [
      {
        id: fixed.svc_id,
        properties: { amount: '11' },
        invoice_display_name: 'Seats',
        tax_codes: [tax.code],
      },
    ],
  });
  expect(answer.body.subscription).toMatchObject({
    plan_amount_cents: 900,
    plan_amount_currency: 'EUR',
    plan_code: plan.code,
  });
  const own = await planOf(subscription);
  expect(own).toMatchObject({
    code: plan.code,
    name: 'Own',
    invoice_display_name: 'On invoices',
    description: null,
    interval: 'monthly',
    pay_in_advance: false,
    trial_period: 7,
    metadata: { tier: 'b' },
    taxes: [{ code: tax.code }],
    minimum_commitment: { amount_cents: 100, plan_code: plan.code },
    charges: [
      {
        svc_parent_id: first.svc_id,
        billable_metric_code: first.billable_metric_code,
        code: first.code,
        pay_in_advance: false,
        properties: { amount: '4', pricing_group_keys: null },
        min_amount_cents: 50,
        invoice_display_name: 'Calls',
        taxes: [],
        filters: [{ values: { region: ['us'] }, properties: { amount: '3' } }],
      },
      { svc_parent_id: second.svc_id, properties: { amount: '5', package_size: 10, free_units: 0 } },
    ],
    fixed_charges: [
      { units: 3, properties: { amount: '11' }, invoice_display_name: 'Seats', taxes: [{ code: tax.code }] },
    ],
  });
  // By its own ids, one thing at a time: the rest stays.
  await put(subscription, {
    charges: [{ id: own.charges[1].svc_id, properties: { amount: '6', package_size: 10, free_units: 0 } }],
  });
  const changed = await planOf(subscription);
  expect(changed).toMatchObject({
    svc_id: own.svc_id,
    name: 'Own',
    charges: [own.charges[0], { svc_id: own.charges[1].svc_id, properties: { amount: '6' } }],
  });
});

describe('refused, with nothing written', () => {
  const id = (of: 'charges' | 'fixed_charges') => plan[of][0].svc_id;

  test.each<[() => object, number, unknown]>([
    [
      () => ({ charges: [{ properties: { amount: '1' } }] }),
      422,
      { 'plan_overrides.charges.0.id': ['value_is_mandatory'] },
    ],
    [
      () => ({ charges: [{ id: id('charges') }, { id: id('charges') }] }),
      422,
      { 'plan_overrides.charges.1.id': ['value_already_exist'] },
    ],
    [
      () => ({
        charges: [
          {
            id: id('charges'),
            properties: { amount: '-1' },
            min_amount_cents: -1,
            filters: [{ values: { region: ['mars'] } }],
          },
        ],
      }),
      422,
      {
        'plan_overrides.charges.0.properties': ['invalid_amount'],
        'plan_overrides.charges.0.min_amount_cents': ['value_is_out_of_range'],
        'plan_overrides.charges.0.filters.0.values': ['value_is_invalid'],
      },
    ],
    [() => ({ charges: [{ id: id('fixed_charges') }] }), 404, 'charge_not_found'],
    [() => ({ fixed_charges: [{ id: id('charges'), units: 1 }] }), 404, 'fixed_charge_not_found'],
    [
      () => ({ fixed_charges: [{ id: id('fixed_charges'), units: -1 }] }),
      422,
      { 'plan_overrides.fixed_charges.0.units': ['value_is_out_of_range'] },
    ],
    [
      () => ({ fixed_charges: [{ units: 1 }] }),
      422,
      { 'plan_overrides.fixed_charges.0.id': ['value_is_mandatory'] },
    ],
    [
      () => ({ fixed_charges: [{ id: id('fixed_charges'), charge_model: 'volume' }] }),
      403,
      'cannot_override_charge_model',
    ],
    [() => ({ tax_codes: ['none'] }), 404, 'tax_not_found'],
    [
      () => ({ minimum_commitment: { amount_cents: 0 } }),
      422,
      { 'plan_overrides.minimum_commitment.amount_cents': ['value_is_out_of_range'] },
    ],
    [() => ({ charges: 'none' }), 422, { 'plan_overrides.charges': ['invalid_format'] }],
    [
      () => ({ metadata: { a: { b: 'c' } } }),
      422,
      { 'plan_overrides.metadata': ['nested_structure_not_allowed'] },
    ],
  ])('an override: case %#', async (overrides, status, expected) => {
    const subscription = await start();
    const before = await counts();
    const changed = await put(subscription, overrides());
    const created = await client.post('/subscriptions', {
      subscription: {
        external_customer_id: customer.external_id,
        plan_code: plan.code,
        external_id: unique('refused'),
        plan_overrides: overrides(),
      },
    });
    for (const { status: answered, body } of [changed, created]) {
      expect([answered, body.error_details ?? body.code]).toEqual([status, expected]);
    }
    expect(await counts()).toEqual(before);
  });

  test('another currency than the customer has, once it has one', async () => {
    const subscription = await start();
    const plan_overrides = { amount_currency: 'USD' };
    const expected = { amount_currency: ['currencies_does_not_match'] };
    expect((await put(subscription, plan_overrides)).body.error_details).toEqual(expected);
    const members = { external_id: unique('sub'), plan_code: plan.code, plan_overrides };
    const external_customer_id = customer.external_id;
    const refused = await client.post('/subscriptions', {
      subscription: { ...members, external_customer_id },
    });
    expect([refused.status, refused.body.error_details]).toEqual([422, expected]);
    const ofNobody = { ...members, external_customer_id: unique('new') };
    const created = await client.post('/subscriptions', { subscription: ofNobody });
    expect(created.body.subscription.plan_amount_currency).toBe('USD');
    const { body } = await client.get(`/customers/${ofNobody.external_customer_id}`);
    expect(body.customer.currency).toBe('USD');
  });

  test('an override is refused, with nothing written, once the subscription has ended', async () => {
    const subscription = await start();
    await client.delete(`/subscriptions/${subscription.external_id}`);
    const { errors } = await client.graphql(
      'mutation ($input: UpdateSubscriptionInput!) { updateSubscription(input: $input) { subscription { id } } }',
      { input: { id: subscription.svc_id, planOverrides: { name: 'Own' } } },
    );
    expect(errors?.[0].extensions.details).toEqual({ planOverrides: ['modification_not_allowed'] });
  });

  test('an override is refused to another organization, which sees neither subscription nor plan', async () => {
    const subscription = await start({ plan_overrides: { name: 'Own' } });
    expect((await put(subscription, { name: 'Theirs' }, stranger)).body.code).toBe('subscription_not_found');
    const { svc_id } = await planOf(subscription);
    const { errors } = await stranger.graphql(`query ($id: ID) { plan(id: $id) { name } }`, { id: svc_id });
    expect(errors?.[0].extensions.details).toEqual({ plan: ['not_found'] });
  });

  async function counts(): Promise<unknown> {
    const [row] = await server.pool.sql`
      select (select count(*) from plans) as plans, (select count(*) from charges) as charges,
        (select count(*) from subscriptions) as subscriptions, (select count(*) from outbox_messages) as messages`;
    return row;
  }
});

test('the same through GraphQL; a plan of one subscription is changed through it alone', async () => {
  const { data } = await client.graphql(
    `mutation ($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) {
        subscription { id planCode planAmountCents plan { id parentId name charges { id parentId properties { ... on StandardProperties { amount } } } } }
      }
    }`,
    {
      input: {
        externalCustomerId: customer.external_id,
        planCode: plan.code,
        externalId: unique('sub'),
        planOverrides: {
          amountCents: 7,
          charges: [{ id: plan.charges[0].svc_id, properties: { standard: { amount: '9' } } }],
        },
      },
    },
  );
  const { subscription } = data.createSubscription;
  expect(subscription).toMatchObject({
    planCode: plan.code,
    planAmountCents: 7,
    plan: { parentId: plan.svc_id, name: plan.name },
  });
  expect(subscription.plan.charges[0]).toMatchObject({
    parentId: plan.charges[0].svc_id,
    properties: { amount: '9.0' },
  });
  const refused = await client.graphql(
    `mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { plan { id } } }`,
    { input: { id: subscription.plan.id, name: 'Mine' } },
  );
  expect(refused.errors?.[0].extensions.details).toEqual({ plan: ['not_found'] });
  const listed = await client.graphql(
    `query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { nodes { id } } }`,
    { filter: { overridden: true } },
  );
  expect(listed.data.subscriptions.nodes).toContainEqual({ id: subscription.id });
});

// What one subscription has otherwise than its plan, and what becomes of it: nothing is billed twice, nothing is lost.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  termsOf,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { differencesIn } from '../support/differences.js';
import { billedOn } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
});
afterAll(() => server.stop());

const priced = (amount: string, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  properties: { amount },
  ...over,
});

async function override({ external_id }: Resource, plan_overrides: object, more: object = {}) {
  const path = `/subscriptions/${external_id}`;
  const { status, body } = await client.put(path, { subscription: { plan_overrides, ...more } });
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.subscription;
}

const read = async ({ external_id }: Resource, query = '') =>
  (await client.get(`/subscriptions/${external_id}${query}`)).body.subscription;

/** What fees bill, by what they are for: `[item, units, cents]`, invoice by invoice, oldest first. */
async function billed(story: Story) {
  const invoices = (await story.invoices()).toSorted((one, other) => one.sequential_id - other.sequential_id);
  return invoices.map((invoice) => billedOn(invoice).fees);
}

const billEvents = ({ external_id: externalSubscriptionId }: Resource) =>
  server.app.services.eventBilling.run({ organizationId: client.organizationId, externalSubscriptionId });

describe('usage', () => {
  test('usage of the whole period is billed at the price that holds at its end', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const plan = await createPlan(client, { amount_cents: 1_000, charges: [priced('1')] });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-05T00:00:00Z': { n: 3 } });
    await story.advance('2027-01-10T00:00:00Z');
    const changed = await override(subscription, {
      amount_cents: 400,
      charges: [
        { id: plan.charges[0].svc_id, billable_metric_id: metric.svc_id, properties: { amount: '7' } },
      ],
    });
    expect([changed.svc_id, changed.plan_amount_cents, changed.plan_code]).toEqual([
      subscription.svc_id,
      400,
      plan.code,
    ]);
    await story.use(subscription, metric, { '2027-01-11T00:00:00Z': { n: 2 } });
    const usage = await client.get(
      `/customers/${story.customer.external_id}/current_usage?external_subscription_id=${subscription.external_id}`,
    );
    expect(usage.body.customer_usage.amount_cents).toBe(3_500);
    await story.advance('2027-03-01T00:00:00Z');
    expect(await billed(story)).toEqual([
      [
        ['subscription', 1, 400],
        ['charge', 5, 3_500],
      ],
      [['subscription', 1, 400]],
    ]);
  });

  test('usage that is paid in advance goes on from the highest level of its period', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const plan = await createPlan(client, {
      charges: [priced('2', { pay_in_advance: true, invoiceable: false })],
    });
    const subscription = await story.subscribe(plan);
    const feeCents = async () => {
      await billEvents(subscription);
      const { body } = await client.get(
        `/fees?fee_type=charge&external_subscription_id=${subscription.external_id}`,
      );
      return body.fees.map((fee: Resource) => [Number(fee.units), fee.amount_cents]);
    };
    await story.use(subscription, metric, { '2027-01-01T00:00:00Z': { n: 4 } });
    expect(await feeCents()).toEqual([[4, 800]]);
    // Sent before the change and billed after it, or the other way round: once.
    await story.use(subscription, metric, { '2027-01-01T00:00:00.001Z': { n: -3 } });
    await override(subscription, { charges: [{ id: plan.charges[0].svc_id, properties: { amount: '5' } }] });
    await story.use(subscription, metric, {
      '2027-01-01T00:00:00.002Z': { n: 2 },
      '2027-01-01T00:00:00.003Z': { n: 5 },
    });
    // 4 - 3 + 2 = 3 are below what was paid for; 8 are 4 more.
    expect(await feeCents()).toEqual([
      [4, 800],
      [0, 0],
      [2, 0],
      [4, 2_000],
    ]);
    await override(subscription, { charges: [{ id: plan.charges[0].svc_id, properties: { amount: '6' } }] });
    expect(await feeCents()).toHaveLength(4);
    await story.advance('2027-02-01T00:00:00Z');
    expect(await billed(story)).toEqual([[['subscription', 1, 0]]]);
  });

  test('usage on a draft is computed again with the new price', async () => {
    const grace = { billing_configuration: { invoice_grace_period: 5 } };
    const story = await Story.begin(client, '2027-01-01T00:00:00Z', grace);
    const plan = await createPlan(client, { charges: [priced('1')] });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-05T00:00:00Z': { n: 3 } });
    await story.advance('2027-02-01T00:00:00Z');
    const drafted = async () =>
      (await story.listedInvoices()).map(({ status, total_amount_cents }) => [status, total_amount_cents]);
    expect(await drafted()).toEqual([['draft', 300]]);
    await override(subscription, {
      charges: [{ id: plan.charges[0].svc_id, properties: { amount: '7' } }],
    });
    await story.advance('2027-02-02T00:00:00Z');
    expect(await drafted()).toEqual([['draft', 2_100]]);
    await story.advance('2027-02-06T00:00:00Z');
    expect(await drafted()).toEqual([['finalized', 2_100]]);
  });

  test('usage is filtered anew, and the shared plan stays as it is', async () => {
    const regional = await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const filter = (region: string, amount: string) => ({
      values: { region: [region] },
      properties: { amount },
    });
    const plan = await createPlan(client, {
      charges: [{ ...priced('1'), billable_metric_id: regional.svc_id, filters: [filter('eu', '2')] }],
    });
    const [own, other] = [await story.subscribe(plan), await story.subscribe(plan)];
    const events = { '2027-01-02T00:00:00Z': { region: 'eu' }, '2027-01-02T00:00:01Z': { region: 'us' } };
    await story.use(own, regional, events);
    await story.use(other, regional, events);
    await override(own, {
      charges: [{ id: plan.charges[0].svc_id, filters: [filter('us', '10'), filter('eu', '3')] }],
    });
    expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
    await story.advance('2027-02-01T00:00:00Z');
    const [invoice] = await story.invoices();
    const centsOf = ({ external_id }: Resource) =>
      invoice.fees
        .filter((fee: Resource) => fee.external_subscription_id === external_id && fee.item.type === 'charge')
        .map((fee: Resource) => [fee.item.filters, fee.amount_cents]);
    expect(centsOf(own)).toEqual([
      [{ region: ['us'] }, 1_000],
      [{ region: ['eu'] }, 300],
    ]);
    expect(centsOf(other)).toEqual([
      [{ region: ['eu'] }, 200],
      [null, 100],
    ]);
  });
});

describe('fixed charges', () => {
  test('fixed charges go on: what was paid of a quantity counts, and so does its history', async () => {
    const seats = await createAddOn(client);
    const inAdvance = {
      add_on_id: seats.svc_id,
      code: 'ahead',
      charge_model: 'standard',
      units: 10,
      pay_in_advance: true,
      properties: { amount: '10' },
    };
    const inArrears = { ...inAdvance, code: 'after', pay_in_advance: false, prorated: true, units: 31 };
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const plan = await createPlan(client, { pay_in_advance: true, fixed_charges: [inAdvance, inArrears] });
    const subscription = await story.subscribe(plan);
    await story.advance('2027-03-11T00:00:00Z');
    const [ahead, after] = plan.fixed_charges;
    await override(subscription, { name: 'Own' });
    const ofPlan = (await read(subscription)).plan;
    expect([ofPlan.name, ofPlan.svc_parent_id, ofPlan.fixed_charges[0].svc_parent_id]).toEqual([
      'Own',
      plan.svc_id,
      ahead.svc_id,
    ]);
    // 5 more now, by the id of the parent; 31 fewer from now on, by its own.
    await override(subscription, {
      fixed_charges: [
        { id: ahead.svc_id, units: 15, apply_units_immediately: true },
        { id: ofPlan.fixed_charges[1].svc_id, units: 0, apply_units_immediately: true },
      ],
    });
    // The plan's own quantities do not touch a plan that was made of it.
    await client.put(`/plans/${plan.code}`, {
      plan: {
        fixed_charges: [{ id: ahead.svc_id, units: 99, apply_units_immediately: true }, { id: after.svc_id }],
      },
    });
    await story.advance('2027-04-01T00:00:00Z');
    expect(await billed(story)).toEqual([
      [
        ['subscription', 1, 0],
        ['fixed_charge', 10, 10_000],
      ],
      [['fixed_charge', 5, 5_000]],
      // 31 x 10 / 31 days at 10.00 in arrears, 15 in advance
      [
        ['subscription', 1, 0],
        ['fixed_charge', 15, 15_000],
        ['fixed_charge', 0, 10_000],
      ],
    ]);
  });

  test('fixed charges have units of their own without a plan, which a plan that comes later takes over', async () => {
    const seats = await createAddOn(client);
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const plan = await createPlan(client, {
      pay_in_advance: true,
      fixed_charges: [
        {
          add_on_id: seats.svc_id,
          charge_model: 'standard',
          units: 10,
          pay_in_advance: true,
          properties: { amount: '10' },
        },
      ],
    });
    const id = plan.fixed_charges[0].svc_id;
    const subscription = await story.subscribe(plan, {
      plan_overrides: { fixed_charges: [{ id, units: 15 }] },
    });
    expect(subscription.plan.svc_id).toBe(plan.svc_id);
    await story.advance('2027-03-06T00:00:00Z');
    await override(subscription, { fixed_charges: [{ id, units: 17, apply_units_immediately: true }] });
    expect((await read(subscription)).plan.svc_id).toBe(plan.svc_id);
    await override(subscription, { description: 'Own' });
    const own = (await read(subscription)).plan;
    expect([own.svc_parent_id, own.fixed_charges[0].units]).toEqual([plan.svc_id, 17]);
    await client.put(`/plans/${plan.code}`, { plan: { fixed_charges: [{ id, units: 50 }] } });
    await override(subscription, { fixed_charges: [{ id, units: 18, apply_units_immediately: true }] });
    await story.advance('2027-04-01T00:00:00Z');
    const fixed = (await billed(story)).map((fees) => fees.filter(([type]) => type === 'fixed_charge'));
    expect(fixed).toEqual([
      [['fixed_charge', 15, 15_000]],
      [['fixed_charge', 2, 2_000]],
      [['fixed_charge', 1, 1_000]],
      [['fixed_charge', 18, 18_000]],
    ]);
  });
});

describe('a change of plan', () => {
  test('a change of plan compares the requested terms, and treats parent and copy as different plans', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const subscription = await story.subscribe(plan, { plan_overrides: { amount_cents: 1_550 } });
    expect(subscription).toMatchObject({ plan_amount_cents: 1_550, plan_code: plan.code });
    const ask = (over: object = {}) =>
      story.subscribe(plan, { external_id: subscription.external_id, ...over });
    await story.advance('2027-01-11T00:00:00Z');
    // Cheaper than 1,550: a downgrade at the end of the period, to a plan of its own.
    const waiting = await ask({ plan_overrides: { amount_cents: 620 } });
    expect(waiting).toMatchObject({ svc_id: subscription.svc_id, next_plan_code: plan.code });
    expect((await read(subscription, '?status=pending')).plan_amount_cents).toBe(620);
    // The plan itself is more expensive: at once.
    const upgraded = await ask();
    expect(upgraded).toMatchObject({ plan_amount_cents: 3_100, previous_plan_code: plan.code });
    expect(upgraded.plan.svc_id).toBe(plan.svc_id);
    // The same plan again changes nothing, whatever else is requested.
    expect((await ask({ plan_overrides: { amount_cents: 1 } })).svc_id).toBe(upgraded.svc_id);
    expect((await read(subscription)).plan_amount_cents).toBe(3_100);
    await story.advance('2027-02-01T00:00:00Z');
    // 10 days at 1,550, then 21 days at 3,100, of 31
    const amounts = (await story.listedInvoices()).map(({ total_amount_cents }) => total_amount_cents);
    expect(amounts.toSorted((one, other) => one - other)).toEqual([500, 2_100]);
  });

  test('a change of plan that is pending is reconsidered when the amount of either plan changes', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const [dear, cheap] = [
      await createPlan(client, { amount_cents: 3_100 }),
      await createPlan(client, { amount_cents: 1_000 }),
    ];
    const downgraded = async () => {
      const subscription = await story.subscribe(dear);
      await story.subscribe(cheap, { external_id: subscription.external_id });
      return subscription;
    };
    const [expensive, cheaper] = [await downgraded(), await downgraded()];
    const path = `/subscriptions/${expensive.external_id}?status=pending`;
    const subscription = { plan_overrides: { amount_cents: 6_200 } };
    const upgraded = (await client.put(path, { subscription })).body.subscription;
    expect(upgraded).toMatchObject({ status: 'active', plan_code: cheap.code, plan_amount_cents: 6_200 });
    expect(await override(cheaper, { amount_cents: 900 })).toMatchObject({ next_plan_code: null });
    await story.advance('2027-02-01T00:00:00Z');
    expect((await read(cheaper)).plan_code).toBe(dear.code);
  });

  test('a change of plan replaces the plan of a planned start, and its copy goes', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const [plan, other] = [
      await createPlan(client, { amount_cents: 100 }),
      await createPlan(client, { amount_cents: 200 }),
    ];
    const planned = { subscription_at: '2027-01-10T00:00:00Z', plan_overrides: { amount_cents: 310 } };
    const subscription = await story.subscribe(plan, planned);
    expect(subscription).toMatchObject({ status: 'pending', plan_amount_cents: 310 });
    const replaced = await story.subscribe(other, { external_id: subscription.external_id });
    expect(replaced).toMatchObject({ svc_id: subscription.svc_id, plan_amount_cents: 200 });
    expect(await copiesOf(plan)).toBe(0);
    await override(subscription, { amount_cents: 620 });
    await story.advance('2027-02-01T00:00:00Z');
    expect(await billed(story)).toEqual([[['subscription', 1, 440]]]);
    // A clock takes the plans of its subscriptions along.
    expect(await copiesOf(other)).toBe(1);
    expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
    expect(await copiesOf(other)).toBe(0);
  });
});

async function copiesOf({ svc_id }: Resource): Promise<number> {
  const [row] = await server.pool.sql<
    { n: number }[]
  >`select count(*)::int as n from plans where parent_id = ${svc_id}`;
  return row?.n ?? -1;
}

test('a trial that is taken away, given or shortened ends when it says', async () => {
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const plan = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true, trial_period: 30 });
  const [shortened, removed, kept] = [
    await story.subscribe(plan),
    await story.subscribe(plan),
    await story.subscribe(plan, { plan_overrides: { trial_period: 10 } }),
  ];
  await story.advance('2027-01-05T00:00:00Z');
  await override(shortened, { trial_period: 20 });
  await override(removed, { trial_period: 0 });
  await story.advance('2027-01-25T00:00:00Z');
  const fees = (await story.invoices()).flatMap((invoice) => invoice.fees);
  const centsOf = ({ external_id }: Resource) =>
    fees.filter((fee) => fee.external_subscription_id === external_id).map((fee) => fee.amount_cents);
  // 11 days from the 21st, the whole month, 21 days from the 11th
  expect([centsOf(shortened), centsOf(removed), centsOf(kept)]).toEqual([[1_100], [3_100], [2_100]]);
});

test('taxes of the plan do not count for its copy, its minimum does, until the copy has another one or none', async () => {
  const [vat, other] = [await createTax(client, { rate: 20 }), await createTax(client, { rate: 10 })];
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    tax_codes: [vat.code],
    minimum_commitment: { amount_cents: 5_000 },
  });
  const subscription = await story.subscribe(plan, { plan_overrides: { name: 'Own' } });
  await story.advance('2027-02-01T00:00:00Z');
  await override(subscription, { tax_codes: [other.code], minimum_commitment: { amount_cents: 1_500 } });
  await story.advance('2027-03-01T00:00:00Z');
  await override(subscription, { minimum_commitment: {} });
  await story.advance('2027-04-01T00:00:00Z');
  const totals = (await story.listedInvoices()).map(({ total_amount_cents }) => total_amount_cents);
  expect(totals).toEqual([5_000, 1_650, 1_100]);
});

test('an override of the name keeps the minimum of the plan, with its name and its taxes; null ends it', async () => {
  const vat = await createTax(client, { rate: 20 });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    minimum_commitment: { amount_cents: 5_000, invoice_display_name: 'Least', tax_codes: [vat.code] },
  });
  const subscription = await story.subscribe(plan, { plan_overrides: { name: 'Own' } });
  const without = await story.subscribe(plan, { plan_overrides: { minimum_commitment: null } });
  await story.advance('2027-02-01T00:00:00Z');
  await override(subscription, { minimum_commitment: { amount_cents: 3_000 } });
  await story.advance('2027-03-01T00:00:00Z');
  await override(subscription, { minimum_commitment: null });
  await story.advance('2027-04-01T00:00:00Z');
  const fees = (await story.invoices()).flatMap((invoice) => invoice.fees);
  const commitments = ({ external_id }: Resource) =>
    fees
      .filter((fee) => fee.external_subscription_id === external_id && fee.item.type === 'commitment')
      .map((fee) => [fee.item.invoice_display_name, fee.amount_cents, fee.taxes_amount_cents]);
  expect(commitments(subscription)).toEqual([
    ['Least', 4_000, 800],
    ['Least', 2_000, 400],
  ]);
  expect(commitments(without)).toEqual([]);
});

test('the deletion of a plan ends the subscriptions that have a copy of it', async () => {
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const plan = await createPlan(client, { amount_cents: 3_100 });
  const subscription = await story.subscribe(plan, { plan_overrides: { amount_cents: 310 } });
  await story.advance('2027-01-10T00:00:00Z');
  expect((await client.delete(`/plans/${plan.code}`)).body.plan.svc_id).toBe(plan.svc_id);
  // A clock ends what is to be ended before it moves.
  await story.advance('2027-02-10T00:00:00Z');
  expect((await read(subscription, '?status=terminated')).status).toBe('terminated');
  expect(await billed(story)).toEqual([[['subscription', 1, 100]]]);
  const { organizationId } = client;
  await server.app.services.subscriptionWindUp.run({ organizationId, planId: plan.svc_id });
  expect((await client.get(`/plans/${plan.code}`)).status).toBe(404);
});

test('a draft that is computed by a new own plan bills the taxes of that plan, and keeps that plan', async () => {
  const [ofEntity, ofPlan] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 20 })];
  const entity = (await client.get('/billing_entities')).body.billing_entities[0];
  await client.put(`/billing_entities/${entity.code}`, { billing_entity: { tax_codes: [ofEntity.code] } });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z', {
    billing_configuration: { invoice_grace_period: 10 },
  });
  const plan = await createPlan(client, {
    ...{ amount_cents: 3_100, pay_in_advance: true, tax_codes: [ofPlan.code] },
  });
  const subscription = await story.subscribe(plan);
  await override(subscription, { amount_cents: 310 });
  const [draft] = await story.invoices();
  await client.put(`/invoices/${draft?.svc_id}/refresh`);
  const [refreshed] = await story.invoices();
  expect([refreshed?.status, refreshed?.fees_amount_cents, refreshed?.taxes_amount_cents]).toEqual([
    'draft',
    310,
    31,
  ]);
  await story.advance('2027-01-20T00:00:00Z');
  const found = await differencesIn({ db: server.pool.db }, ['tax_lists']);
  expect(found.filter(({ organizationId }) => organizationId === client.organizationId)).toEqual([]);
});

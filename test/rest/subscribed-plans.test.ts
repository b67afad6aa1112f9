// Plans and metrics that subscriptions use: subscriptions.md §10, charges.md §1, rest-conventions.md §10.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

/** A plan with one charge, its metric, and a subscription to it. */
async function subscribedPlan(): Promise<{ plan: Resource; metric: Resource; subscription: Resource }> {
  const metric = await createMetric(client);
  const plan = await createPlan(client, {
    charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } }],
  });
  return { plan, metric, subscription: await subscribe(client, await createCustomer(client), plan) };
}

/** As a termination leaves it, which is not built yet. */
const end = (subscription: Resource) => server.pool.sql`
  update subscriptions set status = 'terminated', terminated_at = now() where id = ${subscription.svc_id}`;

const put = (code: string, plan: object) => client.put(`/plans/${code}`, { plan });

describe('a plan that has a subscription', () => {
  test('a plan that has a subscription keeps what was agreed: other values are ignored', async () => {
    const { plan } = await subscribedPlan();
    const tax = await createTax(client);
    const answer = await put(plan.code, {
      name: 'new',
      invoice_display_name: 'shown',
      description: 'described',
      amount_cents: 500,
      tax_codes: [tax.code],
      metadata: { a: 'b' },
      code: unique('other'),
      interval: 'yearly',
      pay_in_advance: true,
      amount_currency: 'USD',
      trial_period: 10,
      bill_charges_monthly: true,
    });
    expect(answer.body.plan).toEqual({
      ...plan,
      active_subscriptions_count: 1,
      customers_count: 1,
      name: 'new',
      invoice_display_name: 'shown',
      description: 'described',
      amount_cents: 500,
      taxes: [tax],
      metadata: { a: 'b' },
    });
  });

  test('a plan that has a subscription keeps the metric and model of its charges, whose price and name change', async () => {
    const { plan } = await subscribedPlan();
    const other = await createMetric(client);
    const [charge] = plan.charges;
    const answer = await put(plan.code, {
      charges: [
        {
          id: charge.svc_id,
          billable_metric_id: other.svc_id,
          charge_model: 'package',
          code: 'other',
          prorated: true,
          min_amount_cents: 100,
          invoice_display_name: 'Calls',
          properties: { amount: '2', package_size: 10, free_units: 0 },
        },
      ],
    });
    expect(answer.body.plan.charges).toEqual([
      { ...charge, invoice_display_name: 'Calls', properties: { ...charge.properties, amount: '2' } },
    ]);
    const refused = await put(plan.code, { charges: [{ id: charge.svc_id, filters: [{ values: {} }] }] });
    expect(refused.body.error_details).toEqual({ 'charges.0.filters.0.values': ['value_is_mandatory'] });
  });

  const RANGES = [{ from_value: 0, to_value: null, per_unit_amount: '3', flat_amount: '0' }];
  const PRICES = {
    standard: { amount: '1' },
    package: { amount: '1', package_size: 10, free_units: 0 },
    graduated: { graduated_ranges: RANGES },
  };
  test.each<[keyof typeof PRICES, string | undefined, object | null | undefined, string | object, string]>([
    ['standard', 'graduated', { graduated_ranges: RANGES }, 'invalid_amount', 'it says nothing of its price'],
    ['standard', undefined, { graduated_ranges: RANGES }, 'invalid_amount', 'nor without a model'],
    ['standard', 'volume', { graduated_ranges: RANGES }, 'invalid_amount', 'nor of either model'],
    ['standard', 'graduated', {}, 'value_is_invalid', 'this default is not that of its model'],
    ['standard', 'graduated', null, 'value_is_invalid', 'nor is this'],
    ['standard', 'graduated', { amount: '7' }, { amount: '7' }, 'the model is ignored'],
    [
      'standard',
      'package',
      { ...PRICES.package, amount: '7' },
      { amount: '7' },
      'so are keys that it has not',
    ],
    ['standard', undefined, {}, { amount: '0' }, 'a model has a default'],
    ['package', 'standard', { amount: '7' }, 'invalid_package_size', 'packages have a size'],
    ['package', 'standard', undefined, PRICES.package, 'nothing is sent'],
    ['graduated', 'standard', { amount: '7' }, 'missing_graduated_ranges', 'it has ranges'],
  ] as const)(
    'a %s charge, sent %s with %j: %j, since %s',
    async (model, sentModel, properties, expected) => {
      const { svc_id: billable_metric_id } = await createMetric(client);
      const plan = await createPlan(client, {
        charges: [{ billable_metric_id, charge_model: model, properties: PRICES[model] }],
      });
      await subscribe(client, await createCustomer(client), plan);
      const [charge] = plan.charges;
      const answer = await put(plan.code, {
        charges: [{ id: charge.svc_id, billable_metric_id, charge_model: sentModel, properties }],
      });
      if (typeof expected === 'string') {
        const { 'charges.0.properties': codes, ...others } = answer.body.error_details;
        expect([codes, others]).toEqual([expect.arrayContaining([expected]), {}]);
        expect((await client.get(`/plans/${plan.code}`)).body.plan.charges).toEqual([charge]);
      } else {
        expect(answer.body.plan.charges).toMatchObject([{ charge_model: model, properties: expected }]);
      }
    },
  );

  test('a plan that has a subscription is as careful through GraphQL, with filters and with fixed charges', async () => {
    const metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu'] }] });
    const addOn = await createAddOn(client);
    const standard = { charge_model: 'standard', properties: { amount: '1' } };
    const plan = await createPlan(client, {
      charges: [{ ...standard, billable_metric_id: metric.svc_id }],
      fixed_charges: [{ ...standard, add_on_id: addOn.svc_id, units: 1 }],
    });
    await subscribe(client, await createCustomer(client), plan);
    const [charge, fixedCharge] = [plan.charges[0], plan.fixed_charges[0]];
    const graduated = { chargeModel: 'graduated', properties: { graduated: {} } };
    const input = {
      id: plan.svc_id,
      charges: [
        {
          id: charge.svc_id,
          ...graduated,
          filters: [{ values: { region: ['eu'] }, properties: graduated.properties }],
        },
      ],
      fixedCharges: [{ id: fixedCharge.svc_id, ...graduated }],
    };
    const mutation = 'mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { plan { id } } }';
    const { errors } = await client.graphql(mutation, { input });
    expect(errors?.[0].extensions).toMatchObject({
      code: 'unprocessable_entity',
      details: {
        'charges.0.properties': ['value_is_invalid'],
        'charges.0.filters.0.properties': ['value_is_invalid'],
        'fixedCharges.0.properties': ['value_is_invalid'],
      },
    });
    const { body } = await client.get(`/plans/${plan.code}`);
    expect([body.plan.charges, body.plan.fixed_charges]).toEqual([[charge], [fixedCharge]]);
  });

  test('a plan that has a subscription still gains and loses charges', async () => {
    const { plan, metric } = await subscribedPlan();
    const added = { billable_metric_id: metric.svc_id, charge_model: 'package', code: 'new' };
    const answer = await put(plan.code, { charges: [added] });
    expect(answer.body.plan.charges).toMatchObject([{ code: 'new', charge_model: 'package' }]);
  });

  test('a plan that has a subscription stays as agreed when its subscription has ended', async () => {
    const { plan, subscription } = await subscribedPlan();
    await end(subscription);
    expect((await put(plan.code, { interval: 'yearly' })).body.plan.interval).toBe('monthly');
  });
});

describe('deleting', () => {
  test('a metric takes its charges with it, also from plans that are subscribed to', async () => {
    const { plan, metric } = await subscribedPlan();
    expect((await client.delete(`/billable_metrics/${metric.code}`)).body.billable_metric).toEqual(metric);
    expect((await client.get(`/plans/${plan.code}`)).body.plan.charges).toEqual([]);
  });
});

// Plans and metrics that subscriptions use: subscriptions.md §10, charges.md §1, rest-conventions.md §10.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
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
  test('keeps what was agreed: other values are ignored', async () => {
    const { plan } = await subscribedPlan();
    const tax = await createTax(client);
    const answer = await put(plan.code, {
      name: 'new',
      invoice_display_name: 'shown',
      description: 'told',
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
      name: 'new',
      invoice_display_name: 'shown',
      description: 'told',
      amount_cents: 500,
      taxes: [tax],
      metadata: { a: 'b' },
    });
  });

  test('keeps the metric and model of its charges, whose price and name change', async () => {
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

  test('still gains and loses charges', async () => {
    const { plan, metric } = await subscribedPlan();
    const added = { billable_metric_id: metric.svc_id, charge_model: 'package', code: 'new' };
    const answer = await put(plan.code, { charges: [added] });
    expect(answer.body.plan.charges).toMatchObject([{ code: 'new', charge_model: 'package' }]);
  });

  test('stays as agreed when its subscription has ended', async () => {
    const { plan, subscription } = await subscribedPlan();
    await end(subscription);
    expect((await put(plan.code, { interval: 'yearly' })).body.plan.interval).toBe('monthly');
  });
});

describe('deleting', () => {
  const refused = { status: 422, error_details: { base: ['unsupported_value'] } };

  test('a plan with a live subscription is refused', async () => {
    const { plan, subscription } = await subscribedPlan();
    expect((await client.delete(`/plans/${plan.code}`)).body).toMatchObject(refused);
    expect((await client.get(`/plans/${plan.code}`)).body.plan).toEqual(plan);
    await end(subscription);
    expect((await client.delete(`/plans/${plan.code}`)).body.plan).toEqual(plan);
  });

  test('a metric takes its charges with it, also from plans that are subscribed to', async () => {
    const { plan, metric } = await subscribedPlan();
    expect((await client.delete(`/billable_metrics/${metric.code}`)).body.billable_metric).toEqual(metric);
    expect((await client.get(`/plans/${plan.code}`)).body.plan.charges).toEqual([]);
  });
});

// How much plans and metrics are used, as their lists and records tell.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCustomer, createPlan, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  issue,
  partOf,
  subscribeAgain,
} from '../support/invoices.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { statementsOf } from '../support/statements.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

test('a plan and its metric count active subscriptions, customers, plans and drafts', async () => {
  const billed = await billedCustomer(server, client, {
    billing_configuration: { invoice_grace_period: 3 },
  });
  const { plan, metric, subscription } = billed;
  const counts = async () => {
    const { body } = await client.get('/plans');
    const alone = (await client.get(`/plans/${plan.code}`)).body.plan;
    expect(body.plans.find(({ code }: { code: string }) => code === plan.code)).toEqual(alone);
    const { billable_metric: charged } = (await client.get(`/billable_metrics/${metric.code}`)).body;
    return {
      plan: [alone.customers_count, alone.active_subscriptions_count, alone.draft_invoices_count],
      metric: [charged.plans_count, charged.active_subscriptions_count, charged.draft_invoices_count],
    };
  };
  expect(await counts()).toEqual({ plan: [1, 1, 0], metric: [1, 1, 0] });

  const other = await subscribeAgain(billed);
  await client.delete(`/subscriptions/${subscription.externalId}`);
  await subscribe(client, await createCustomer(client), plan, {
    plan_overrides: { charges: [{ id: billed.charges[0]?.id, properties: { amount: '2' } }] },
  });
  const ended = await counts();
  expect(ended.plan.slice(0, 2)).toEqual([2, 2]);
  expect(ended.metric.slice(0, 2)).toEqual([1, 2]);

  const own = { ...billed, subscription: other };
  await issue(own, plannedInvoice(own, { parts: [partOf(own, { fees: [chargeFeeOf(own, { units: 5 })] })] }));
  const drafted = await counts();
  const draftsOf = ({ plan: ofPlan, metric: ofMetric }: typeof drafted) => [
    Number(ofPlan[2]),
    Number(ofMetric[2]),
  ];
  expect(draftsOf(drafted)).toEqual(draftsOf(ended).map((count) => count + 1));
});

test('the own plan of a subscription counts that one', async () => {
  const plan = await createPlan(client, { amount_cents: 100 });
  const { external_id: externalId } = await subscribe(client, await createCustomer(client), plan, {
    plan_overrides: { amount_cents: 50 },
  });
  const { data } = await client.graphql(
    'query ($externalId: String!) { subscription(externalId: $externalId) { plan { activeSubscriptionsCount customersCount } } }',
    { externalId },
  );
  expect(data.subscription.plan).toEqual({ activeSubscriptionsCount: 1, customersCount: 1 });
});

test('another organization counts nothing of ours', async () => {
  const stranger = await server.organization();
  const { code } = await createPlan(stranger);
  const { body } = await stranger.get(`/plans/${code}`);
  expect([body.plan.customers_count, body.plan.active_subscriptions_count]).toEqual([0, 0]);
});

test.each(['/plans', '/billable_metrics'])(
  '%s counts with as many statements for one as for all',
  async (path) => {
    const count = async (size: number) => {
      const statements = await statementsOf(server.connections.drivers, () =>
        client.get(`${path}?per_page=${size}`),
      );
      return statements.filter((statement) => statement.includes('count(distinct')).length;
    };
    await count(1);
    expect(await count(100)).toBe(await count(1));
  },
);

test('a tax counts the customers, add-ons, plans, charges and commitments that have it', async () => {
  const { body } = await client.post('/taxes', { tax: { name: 'VAT', code: 'counted', rate: 20 } });
  expect(body.tax.plans_count).toBe(0);
  const tax_codes = ['counted'];
  const customer = await createCustomer(client, { tax_codes });
  const gone = await createCustomer(client, { tax_codes });
  await client.delete(`/customers/${gone.external_id}`);
  await client.post('/add_ons', {
    add_on: { name: 'A', code: 'taxed', amount_cents: 1, amount_currency: 'EUR', tax_codes },
  });
  const metric = { name: 'M', code: 'taxed_metric', aggregation_type: 'count_agg' };
  const { billable_metric: created } = (await client.post('/billable_metrics', { billable_metric: metric }))
    .body;
  const charge = {
    billable_metric_id: created.svc_id,
    charge_model: 'standard',
    properties: { amount: '1' },
    tax_codes,
  };
  const plan = await createPlan(client, {
    tax_codes,
    charges: [charge, { ...charge, code: 'other' }],
    minimum_commitment: { amount_cents: 1, tax_codes },
  });
  // The plan of an override has copies of all of them, and is not offered.
  await subscribe(client, customer, plan, { plan_overrides: { name: 'Own' } });
  const counts = {
    customers_count: 1,
    add_ons_count: 1,
    plans_count: 1,
    charges_count: 2,
    commitments_count: 1,
  };
  expect((await client.get('/taxes/counted')).body.tax).toMatchObject(counts);
  const { taxes } = (await client.get('/taxes')).body;
  expect(taxes.find(({ code }: { code: string }) => code === 'counted')).toMatchObject(counts);
  await client.delete(`/plans/${plan.code}`);

  await client.post('/taxes', { tax: { name: 'Other', code: 'other', rate: 5 } });
  const counted = async (size: number) => {
    const statements = await statementsOf(server.connections.drivers, () =>
      client.get(`/taxes?per_page=${size}`),
    );
    // Several may be sent as one.
    return statements.join('\n').split('group by').length - 1;
  };
  expect([await counted(1), await counted(100)]).toEqual([5, 5]);
});

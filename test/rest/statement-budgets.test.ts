// How many statements each kind of call sends. The budgets are those that calls shall come to; where a call takes more,
// its number is held as it is, so that it only falls.
//
// Counted is what the request itself sends. `begin` and `commit` are not: each writing call has one of both. Neither are
// the look-up of the API key and the note of its use, which depend on how long ago the last ones were, nor notifications,
// which are sent after the commit, for many requests at once. Two earlier calls of the same kind have read the catalog
// (docs/adr/0054), and what they asked for at once is one statement now (docs/adr/0056).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createCustomer,
  createFeature,
  createMetric,
  createPlan,
  createTax,
  grant,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { requestStatementsOf } from '../support/statements.js';

/** Statements of a call: how many it shall take at most, and how many it takes. */
const BUDGETS = {
  'GET customer': { budget: 4, takes: 2 },
  'GET customers': { budget: 7, takes: 3 },
  'GET plan': { budget: 4, takes: 2 },
  'GET subscription': { budget: 4, takes: 2 },
  'GET entitlements of a subscription': { budget: 2, takes: 2 },
  'GET invoice': { budget: 4, takes: 4 },
  'current usage of 1 charge': { budget: 6, takes: 5 },
  'current usage of 20 charges': { budget: 6, takes: 5 },
  'POST customer': { budget: 8, takes: 7 },
  'POST plan': { budget: null, takes: 16 },
  'POST subscription': { budget: 30, takes: 15 },
  'POST preview': { budget: 40, takes: 39 },
  'DELETE subscription': { budget: 40, takes: 35 },
} as const;

const MANY_CHARGES = 20;

let server: TestServer;
let client: Client;
let metrics: Resource[];
let plan: Resource;
/** Has a subscription on the plan, with events of its first charge. */
let customer: Resource;
let subscription: Resource;
/** The same on a plan with many charges. */
let other: Resource;
let otherSubscription: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  await createTax(client, { applied_to_organization: true });
  metrics = [];
  for (let made = 0; made < MANY_CHARGES; made += 1) metrics.push(await createMetric(client));
  plan = await createPlan(client, { amount_cents: 1_000, charges: [perCall(metrics[0])] });
  [customer, subscription] = await subscribedTo(plan);
  const { code } = await createFeature(client, {
    privileges: [
      { code: 'max', value_type: 'integer' },
      { code: 'root', value_type: 'boolean' },
    ],
  });
  await grant(client, plan, { [code]: { max: 20 } });
  await client.patch(`/subscriptions/${subscription.external_id}/entitlements`, {
    entitlements: { [code]: { max: 30, root: true } },
  });
  const large = await createPlan(client, { charges: metrics.map((metric) => perCall(metric)) });
  [other, otherSubscription] = await subscribedTo(large);
});
afterAll(() => server.stop());

async function subscribedTo(to: Resource): Promise<[Resource, Resource]> {
  const subscriber = await createCustomer(client, { currency: 'EUR' });
  const made = await subscribe(client, subscriber, to);
  await sendEvents(client, made, metrics[0], [{}, {}]);
  return [subscriber, made];
}

const usage = (of: Resource, by: Resource) =>
  client.get(`/customers/${of.external_id}/current_usage?external_subscription_id=${by.external_id}`);

type Call = () => Promise<RestAnswer>;

/** Each creates what a call needs. @returns the call, which can be made once. */
const CALLS: Record<keyof typeof BUDGETS, () => Call | Promise<Call>> = {
  'GET customer': () => () => client.get(`/customers/${customer.external_id}`),
  'GET customers': () => () => client.get('/customers?per_page=20'),
  'GET plan': () => () => client.get(`/plans/${plan.code}`),
  'GET subscription': () => () => client.get(`/subscriptions/${subscription.external_id}`),
  'GET entitlements of a subscription': () => () =>
    client.get(`/subscriptions/${subscription.external_id}/entitlements`),
  'GET invoice': async () => {
    const [subscriber, ended] = await subscribedTo(plan);
    await client.delete(`/subscriptions/${ended.external_id}`);
    const { body } = await client.get(`/invoices?external_customer_id=${subscriber.external_id}`);
    return () => client.get(`/invoices/${body.invoices[0].svc_id}`);
  },
  'current usage of 1 charge': () => () => usage(customer, subscription),
  'current usage of 20 charges': () => () => usage(other, otherSubscription),
  'POST customer': () => () =>
    client.post('/customers', { customer: { external_id: unique('customer'), currency: 'EUR' } }),
  'POST plan': () => () =>
    client.post('/plans', {
      plan: {
        name: 'Basic',
        code: unique('plan'),
        interval: 'monthly',
        amount_cents: 100,
        amount_currency: 'EUR',
        pay_in_advance: false,
        charges: metrics.slice(0, 3).map((metric) => perCall(metric)),
      },
    }),
  'POST subscription': async () => {
    const { external_id } = await createCustomer(client, { currency: 'EUR' });
    return () =>
      client.post('/subscriptions', {
        subscription: {
          external_customer_id: external_id,
          external_id: unique('subscription'),
          plan_code: plan.code,
        },
      });
  },
  'POST preview': async () => {
    const { external_id } = await createCustomer(client, { currency: 'EUR' });
    return () =>
      client.post('/invoices/preview', {
        customer: { external_id },
        plan_code: plan.code,
        billing_time: 'calendar',
      });
  },
  'DELETE subscription': async () => {
    const [, { external_id }] = await subscribedTo(plan);
    return () => client.delete(`/subscriptions/${external_id}`);
  },
};

const rows = Object.entries(BUDGETS).map(([name, { budget, takes }]) => ({ name, budget, takes }));

test.each(rows)('$name takes $takes statements, its budget is $budget', async ({ name, takes }) => {
  const prepare = CALLS[name as keyof typeof CALLS];
  const [first, second, call] = [await prepare(), await prepare(), await prepare()];
  await first();
  await second();
  let answer: RestAnswer | undefined;
  const statements = await requestStatementsOf(server.connections.drivers, async () => {
    answer = await call();
  });
  expect(answer?.status).toBe(200);
  // The statements themselves, so that a failure shows which ones are new.
  const texts = statements.join('\n');
  expect(`${statements.length}\n${texts}`).toBe(`${takes}\n${texts}`);
});

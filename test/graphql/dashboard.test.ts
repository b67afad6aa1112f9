// The documents under `examples/dashboard`: each answers a screen in one request, within 1,000 of cost and ten statements, and costs
// about what it takes (docs/adr/0138).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  advanceClock,
  createClock,
  createCustomer,
  createWallet,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

const FOLDER = 'examples/dashboard';
const MAX_COST = 1_000;
const MAX_STATEMENTS = 10;
/**
 * How often the cost may hold what was really taken. Lists are priced as if they were full, and some selections share a
 * statement; what is explained takes a few more than it is priced for.
 */
const [LEAST, MOST] = [0.5, 5];

let server: SharedServer;
let client: Client;
/** Billed twice, and has paid a part of the first invoice. */
let customer: Resource;
let subscription: Resource;
let plan: Resource;
let invoice: Resource;
/** What is left of both invoices. */
let overdueCents: number;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  await createTax(client, { applied_to_organization: true });
  const metric = await createMetric(client);
  plan = await createPlan(client, { amount_cents: 1_000, charges: [perCall(metric)] });
  const clock = await createClock(client, { frozen_time: '2027-01-01T00:00:00Z' });
  customer = await createCustomer(client, {
    name: 'Wáter Works',
    currency: 'EUR',
    test_clock_id: clock.svc_id,
  });
  subscription = await subscribe(client, customer, plan);
  await sendEvents(client, subscription, metric, [{}, {}]);
  await advanceClock(client, clock, '2027-03-10T00:00:00Z');
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  invoice = body.invoices.at(-1);
  const totals: number[] = body.invoices.map(({ total_amount_cents: total }: Resource) => total);
  overdueCents = totals.reduce((sum, total) => sum + total, 0) - 100;
  await client.post('/payments', {
    payment: { invoice_id: invoice.svc_id, amount_cents: 100, reference: 'transfer 1' },
  });
  await createWallet(client, customer, { granted_credits: '5' });
  await sendEvents(client, subscription, metric, [{ transaction_id: 'debugged' }]);
});
afterAll(() => server.stop());

const MONTH = { startsOn: expect.stringMatching(/^2027-0[23]-01$/) };
const ofCustomer = () => ({ externalId: customer.external_id });
const ofSubscription = () => ({ ...ofCustomer(), externalSubscriptionId: subscription.external_id });

/** For each document its variables, and a part of its answer. */
const SCREENS: Record<string, { variables: () => Record<string, unknown>; answer: () => unknown }> = {
  'activity.graphql': {
    variables: ofCustomer,
    answer: () => ({ activityLogs: { nodes: expect.arrayContaining([expect.anything()]) } }),
  },
  'current-usage.graphql': {
    variables: ofSubscription,
    answer: () => ({ customerUsage: { chargesUsage: [{ eventsCount: 1 }] } }),
  },
  'customer.graphql': {
    variables: ofCustomer,
    answer: () => ({
      customer: {
        name: 'Wáter Works',
        overdueBalance: [{ currency: 'EUR', amountCents: overdueCents }],
        subscriptions: { totalCount: 1 },
        invoices: { totalCount: 2 },
        payments: { nodes: [{ amountCents: 100 }] },
      },
    }),
  },
  'event.graphql': {
    variables: () => ({ transactionId: 'debugged' }),
    answer: () => ({
      event: { customer: { externalId: customer.external_id } },
      eventExplanation: { counted: true, charges: [{ units: '1.0' }] },
    }),
  },
  'invoice.graphql': {
    variables: () => ({ id: invoice.svc_id }),
    answer: () => ({
      invoice: {
        totalAmountCents: invoice.total_amount_cents,
        billingPeriods: [{ subscription: { externalId: subscription.external_id } }],
        payments: { nodes: [{ amountCents: 100 }] },
      },
    }),
  },
  'mrr.graphql': {
    variables: () => ({ currency: 'EUR', includeTest: true }),
    answer: () => ({
      mrrs: [MONTH, MONTH].map((month) => ({ ...month, amount: { amount: expect.any(String) } })),
      mrrByPlan: [MONTH, MONTH].map((month) => ({ ...month, plan: { code: plan.code } })),
    }),
  },
  'overdue-balances.graphql': {
    variables: () => ({ includeTest: true }),
    answer: () => ({ overdueBalances: [{ ...MONTH, amount: { currency: 'EUR' } }, MONTH] }),
  },
  'overdue-invoices.graphql': {
    variables: () => ({}),
    answer: () => ({ invoices: { totalCount: 2, nodes: [{ number: invoice.number }, {}] } }),
  },
  'plan.graphql': {
    variables: () => ({ code: plan.code }),
    answer: () => ({
      plan: { activeSubscriptionsCount: 1, charges: [{ chargeModel: 'standard' }] },
      subscriptions: { totalCount: 1, nodes: [{ customer: ofCustomer() }] },
    }),
  },
  'prepaid-credits.graphql': {
    variables: () => ({ includeTest: true }),
    answer: () => ({
      prepaidCredits: [
        {
          startsOn: '2027-03-01',
          currency: 'EUR',
          purchasedAmountCents: 0,
          grantedAmountCents: 500,
          consumedAmountCents: 0,
          voidedAmountCents: 0,
        },
      ],
    }),
  },
  'revenue.graphql': {
    variables: () => ({ includeTest: true }),
    answer: () => ({
      grossRevenues: [{ ...MONTH, invoicesCount: 1 }, MONTH],
      revenueStreams: expect.arrayContaining([expect.objectContaining({ stream: 'charge' })]),
      invoicedUsages: [expect.objectContaining(MONTH)],
      invoiceCollections: [{ ...MONTH, paymentStatus: 'pending', invoicesCount: 1 }, MONTH],
    }),
  },
  'search.graphql': {
    variables: () => ({ text: 'WATER' }),
    answer: () => ({
      customers: { nodes: [ofCustomer()] },
      subscriptions: { nodes: [{ externalId: subscription.external_id }] },
      plans: { nodes: [] },
    }),
  },
  'summary.graphql': {
    variables: () => ({ includeTest: true }),
    answer: () => ({
      dashboardSummary: {
        customersCount: 1,
        plansCount: 1,
        activeSubscriptionsCount: 1,
        activeWalletsCount: 1,
        draftInvoicesCount: 0,
        overdueInvoicesCount: 2,
      },
      mrrs: [],
      overdueBalances: [MONTH, MONTH],
    }),
  },
  'unpaid-invoices.graphql': {
    variables: ofCustomer,
    answer: () => ({
      customer: {
        invoices: {
          totalCount: 2,
          nodes: [{ number: invoice.number, payments: { nodes: [{ reference: 'transfer 1' }] } }, {}],
        },
      },
    }),
  },
  'usage-by-day.graphql': {
    variables: () => ({
      from: '2027-01-01',
      to: '2027-01-31',
      externalCustomerId: customer.external_id,
      includeTest: true,
    }),
    answer: () => ({
      usages: [{ startOfPeriod: '2027-01-01', units: '2.0', currency: 'EUR', amountCents: 200 }],
    }),
  },
  'usage-over-time.graphql': {
    variables: ofSubscription,
    answer: () => ({ customerPastUsage: { nodes: [{}, {}] } }),
  },
};

test('every document has a screen here', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(SCREENS).sort());
});

test.each(Object.keys(SCREENS))('%s', async (file) => {
  const { variables, answer } = SCREENS[file] as (typeof SCREENS)[string];
  const document = readFileSync(path.join(FOLDER, file), 'utf8');
  const show = () => client.graphql(document, variables());
  // What is asked for at once becomes one statement (docs/adr/0056), and the catalog is read (0054).
  await show();
  await show();
  const { data, errors, extensions } = await show();
  expect(errors).toBeUndefined();
  expect(data).toMatchObject(answer() as object);
  const { asked = 0, statements = 0 } = extensions?.cost ?? {};
  expect(asked).toBeLessThanOrEqual(MAX_COST);
  expect(statements).toBeLessThanOrEqual(MAX_STATEMENTS);
  const kilobytes = JSON.stringify(data).length / 1024;
  const taken = 50 * statements + kilobytes;
  expect(asked / taken).toBeGreaterThan(LEAST);
  expect(asked / taken).toBeLessThan(MOST);
});

test('a full page costs at least its bytes, and no statement but its own', async () => {
  const full = await server.organization();
  await Promise.all(Array.from({ length: 100 }, () => createCustomer(full, { name: 'n'.repeat(40) })));
  const document =
    '{ customers(first: 100) { nodes { id externalId name currency createdAt invoices(first: 10) { totalCount } } } }';
  for (let times = 0; times < 3; times += 1) await full.graphql(document);
  const { data, extensions } = await full.graphql(document);
  const { asked = 0, statements = 0 } = extensions?.cost ?? {};
  const kilobytes = JSON.stringify(data).length / 1024;
  expect(data.customers.nodes).toHaveLength(100);
  expect(statements).toBeLessThanOrEqual(3);
  expect(asked - 50 * 3).toBeGreaterThanOrEqual(Math.floor(kilobytes));
  expect(asked - 50 * 3).toBeLessThan(4 * kilobytes);
});

// Reports over GraphQL: analytics.md §7, and the members that REST does not have.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  applyCoupon,
  bookInWallet,
  callerWith,
  createCoupon,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const metric = await createMetric(client, { code: 'calls' });
  plan = await createPlan(client, {
    interval: 'quarterly',
    amount_cents: 9_000,
    charges: [perCall(metric, { properties: { amount: '10' } })],
  });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z', { currency: 'EUR' });
  await applyCoupon(client, story.customer, await createCoupon(client, { amount_cents: 1_000 }));
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-02-01T00:00:00Z': {} });
  await story.advance('2027-04-01T12:00:00Z');
});
afterAll(() => server.stop());

const REPORTS = `{
  grossRevenues(includeTest: true) { month currency amountCents amount { amount } billingEntityId }
  mrrs(includeTest: true, from: "2027-02-15", to: "2027-03-01") { month amountCents }
  mrrByPlan(includeTest: true, to: "2027-01-31") { month amountCents planId plan { code } }
  revenueStreams(includeTest: true) { stream amountCents }
  invoicedUsages(includeTest: true) { code amountCents }
  invoiceCollections(includeTest: true) { paymentStatus invoicesCount }
  overdueBalances(includeTest: true) { month amountCents invoiceIds }
}`;

test('reports by month, as amounts and as money', async () => {
  const { data, errors } = await client.graphql(REPORTS);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    grossRevenues: [
      {
        month: '2027-04-01T00:00:00.000Z',
        currency: 'EUR',
        amountCents: 9_000,
        amount: { amount: '90.00' },
        billingEntityId: expect.any(String),
      },
    ],
    // 9,000 less its share of the coupon, over three months.
    mrrs: [
      { month: '2027-02-01T00:00:00.000Z', amountCents: 2_700 },
      { month: '2027-03-01T00:00:00.000Z', amountCents: 2_700 },
    ],
    mrrByPlan: [
      {
        month: '2027-01-01T00:00:00.000Z',
        amountCents: 2_700,
        planId: plan.svc_id,
        plan: { code: plan.code },
      },
    ],
    revenueStreams: [
      { stream: 'charge', amountCents: 900 },
      { stream: 'coupons', amountCents: 1_000 },
      { stream: 'subscription', amountCents: 8_100 },
    ],
    invoicedUsages: [{ code: 'calls', amountCents: 900 }],
    invoiceCollections: [{ paymentStatus: 'pending', invoicesCount: 1 }],
    overdueBalances: [],
  });
});

test('a billing entity is selected by id, and must exist', async () => {
  const query = 'query ($id: ID!) { mrrs(includeTest: true, billingEntityId: $id, months: 1) { month } }';
  const { data } = await client.graphql('{ grossRevenues(includeTest: true) { billingEntityId } }');
  const id = data.grossRevenues[0].billingEntityId;
  expect((await client.graphql(query, { id })).errors).toBeUndefined();
  const other = await server.organization();
  for (const [caller, wrong] of [
    [other, id],
    [client, 'none'],
  ] as const) {
    const { errors } = await caller.graphql(query, { id: wrong });
    expect(errors).toMatchObject([{ extensions: { code: 'not_found' } }]);
  }
});

test('months are counted from 1', async () => {
  const { errors } = await client.graphql('{ mrrByPlan(months: 0) { month } }');
  expect(errors).toMatchObject([{ extensions: { details: { months: ['value_is_invalid'] } } }]);
});

test('each report needs the permission of reports, and the plan that of plans', async () => {
  const without = await callerWith(server, client, { invoice: ['read'], plan: ['read'] });
  const { errors } = await without.graphql(REPORTS);
  expect(new Set(errors?.map(({ path }: Resource) => path[0]))).toEqual(
    new Set([
      'grossRevenues',
      'mrrs',
      'mrrByPlan',
      'revenueStreams',
      'invoicedUsages',
      'invoiceCollections',
      'overdueBalances',
    ]),
  );
  const reporting = await callerWith(server, client, { analytic: ['read'] });
  const { errors: refused } = await reporting.graphql(
    '{ mrrs(includeTest: true) { month } mrrByPlan(includeTest: true) { plan { code } } }',
  );
  expect(refused).toMatchObject([{ path: ['mrrByPlan', 0, 'plan'], extensions: { code: 'forbidden' } }]);
});

test('prepaid credits: given back ones count as not consumed, and months are those of the customer', async () => {
  const own = await server.organization();
  const story = await Story.begin(own, '2027-03-31T20:00:00Z', { currency: 'EUR', timezone: 'Asia/Tokyo' });
  const wallet = await createWallet(own, story.customer, { granted_credits: '50' });
  await bookInWallet(own, wallet, { voided_credits: '5' });
  await story.subscribe(await createPlan(own, { amount_cents: 3_000 }));
  await story.advance('2027-05-02T00:00:00Z');
  const [voided] = await story.invoices();
  expect(voided?.prepaid_credit_amount_cents).toBe(3_000);
  await own.post(`/invoices/${voided?.svc_id}/void`, {});
  await story.advance('2027-06-02T00:00:00Z');
  const { data, errors } = await own.graphql(`{
    all: prepaidCredits(includeTest: true) { ...Amounts }
    april: prepaidCredits(includeTest: true, to: "2027-04-30", currency: EUR) { ...Amounts }
    later: prepaidCredits(includeTest: true, from: "2027-07-01") { month }
    dollars: prepaidCredits(includeTest: true, currency: USD) { month }
  }
  fragment Amounts on PrepaidCredits {
    month purchasedAmountCents grantedAmountCents consumedAmountCents voidedAmountCents
  }`);
  expect(errors).toBeUndefined();
  const april = {
    month: '2027-04-01T00:00:00.000Z',
    purchasedAmountCents: 0,
    grantedAmountCents: 5_000,
    consumedAmountCents: 0,
    voidedAmountCents: 500,
  };
  const may = { ...april, month: '2027-05-01T00:00:00.000Z', grantedAmountCents: 0, voidedAmountCents: 0 };
  const june = { ...may, month: '2027-06-01T00:00:00.000Z', consumedAmountCents: 3_000 };
  expect(data).toEqual({ all: [april, may, june], april: [april], later: [], dollars: [] });
});

// Reports over documents: analytics.md. After all other tests the sums are compared with the documents.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { differingReports } from '../../src/modules/analytics/recording/report-verification.js';
import {
  addBillingEntity,
  advanceClock,
  applyCoupon,
  callerWith,
  createAddOn,
  createCoupon,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  sendEvents,
  unique,
} from '../support/builders.js';
import { expectPresent } from '../../src/platform/expect-present.js';
import type { Client, RestAnswer } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

let server: TestServer;
/** Of an organization of its own for each test. */
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock: new HandClock('2027-05-20T12:00:00Z') });
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
});

const PLURALS: Record<string, string> = {
  gross_revenue: 'gross_revenues',
  mrr: 'mrrs',
  invoiced_usage: 'invoiced_usages',
  invoice_collection: 'invoice_collections',
  overdue_balance: 'overdue_balances',
};

/** Asks for a report with the text of a query. */
const ASK: Record<string, (query: string) => Promise<RestAnswer>> = {
  gross_revenue: (query) => client.get(`/analytics/gross_revenue?${query}`),
  mrr: (query) => client.get(`/analytics/mrr?${query}`),
  invoiced_usage: (query) => client.get(`/analytics/invoiced_usage?${query}`),
  invoice_collection: (query) => client.get(`/analytics/invoice_collection?${query}`),
  overdue_balance: (query) => client.get(`/analytics/overdue_balance?${query}`),
};
const ask = (report: string, query: string): Promise<RestAnswer> => expectPresent(ASK[report], report)(query);

/** The rows of a report. */
async function rows(report: string, query: Record<string, string> = {}): Promise<Resource[]> {
  const { status, body } = await ask(
    report,
    new URLSearchParams({ include_test: 'true', ...query }).toString(),
  );
  expect([status, Object.keys(body)]).toEqual([200, [PLURALS[report]]]);
  return body[PLURALS[report] ?? ''];
}

const month = (name: string) => `${name}-01T00:00:00.000Z`;
/** Amounts by month. */
const amounts = async (report: string, query: Record<string, string> = {}) =>
  Object.fromEntries((await rows(report, query)).map((row) => [row.month.slice(0, 7), row.amount_cents]));

async function bill(story: Story, amountsCents: readonly number[]): Promise<Resource> {
  const fees = [];
  for (const amount_cents of amountsCents) {
    fees.push({ add_on_code: (await createAddOn(client, { amount_cents })).code });
  }
  return created(
    await client.post('/invoices', {
      invoice: { external_customer_id: story.customer.external_id, currency: 'EUR', fees },
    }),
  ).invoice;
}

function created({ status, body }: { status: number; body: Resource }): Resource {
  expect([status, body.error_details ?? body.code]).toEqual([200, undefined]);
  return body;
}

const pay = async (invoice: Resource, amount_cents: number) =>
  created(
    await client.post('/payments', {
      payment: { invoice_id: invoice.svc_id, amount_cents, reference: unique('transfer') },
    }),
  );
const credit = async (invoice: Resource, amount_cents: number, parts: object) =>
  created(
    await client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        items: [{ fee_id: invoice.fees[0].svc_id, amount_cents }],
        ...parts,
      },
    }),
  );
const voidInvoice = async (invoice: Resource) =>
  created(await client.post(`/invoices/${invoice.svc_id}/void`, {}));
const defaultEntity = async () => {
  const [entity] = await server.pool.sql<{ id: string }[]>`
    select id from billing_entities where organization_id = ${client.organizationId}`;
  return entity?.id;
};

describe('the worked examples of analytics.md §8', () => {
  test('A: gross revenue, collections and the overdue balance of May', async () => {
    const story = await Story.begin(client, '2027-05-03T00:00:00Z', {
      currency: 'EUR',
      net_payment_term: 28,
    });
    const [first, second] = [await bill(story, [12_000]), await bill(story, [5_000])];
    await pay(first, 12_000);
    await credit(first, 2_000, { refund_amount_cents: 2_000 });
    await credit(second, 1_000, { offset_amount_cents: 1_000 });
    await credit(second, 500, { credit_amount_cents: 500 });
    const tax = await createTax(client, { rate: 20 });
    const metric = await createMetric(client);
    const charge = perCall(metric, {
      properties: { amount: '3' },
      pay_in_advance: true,
      invoiceable: false,
      tax_codes: [tax.code],
    });
    const subscription = await story.subscribe(await createPlan(client, { charges: [charge] }));
    await sendEvents(client, subscription, metric, [{}]);
    await advanceClock(client, story.clock, '2027-05-04T00:00:00Z');
    expect(await rows('gross_revenue')).toEqual([
      {
        month: month('2027-05'),
        amount_cents: 14_360,
        currency: 'EUR',
        invoices_count: 2,
        svc_billing_entity_id: await defaultEntity(),
      },
    ]);
    expect(await rows('gross_revenue', { external_customer_id: story.customer.external_id })).toEqual(
      await rows('gross_revenue'),
    );
    const collection = { month: month('2027-05'), invoices_count: 1, currency: 'EUR' };
    expect(await rows('invoice_collection')).toEqual([
      { ...collection, payment_status: 'pending', amount_cents: 5_000 },
      { ...collection, payment_status: 'succeeded', amount_cents: 12_000 },
    ]);
    expect(await rows('overdue_balance')).toEqual([]);
    await story.advance('2027-06-01T12:00:00Z');
    const overdue = {
      month: month('2027-05'),
      amount_cents: 4_000,
      currency: 'EUR',
      svc_invoice_ids: [second.svc_id],
      svc_billing_entity_id: await defaultEntity(),
    };
    expect(await rows('overdue_balance')).toEqual([overdue]);
    expect(await rows('overdue_balance', { external_customer_id: unique('none') })).toEqual([]);

    const { body } = await client.get(`/fees?external_subscription_id=${subscription.external_id}`);
    const fee = `/fees/${body.fees[0].svc_id}`;
    created(await client.put(fee, { fee: { payment_status: 'refunded' } }));
    // The plan of 0 has been billed in June.
    const revenue = async () => (await amounts('gross_revenue'))['2027-05'];
    expect(await revenue()).toBe(14_000);
    created(await client.put(fee, { fee: { payment_status: 'succeeded' } }));
    expect(await revenue()).toBe(14_360);
    created(await client.delete(fee));
    expect(await revenue()).toBe(14_000);
    created(await client.delete(`/customers/${story.customer.external_id}`));
    expect(await rows('gross_revenue', { external_customer_id: story.customer.external_id })).toEqual([]);
    expect(await rows('overdue_balance', { external_customer_id: story.customer.external_id })).toEqual([]);
  });

  test('B: a yearly fee in advance is spread over the months of its year', async () => {
    const story = await Story.begin(client, '2027-03-15T00:00:00Z');
    await story.subscribe(
      await createPlan(client, { interval: 'yearly', amount_cents: 120_000, pay_in_advance: true }),
      {
        billing_time: 'anniversary',
      },
    );
    const months = Array.from({ length: 12 }, (_, place) =>
      place < 10 ? `2027-${String(place + 3).padStart(2, '0')}` : `2028-0${place - 9}`,
    );
    expect(await amounts('mrr')).toEqual(Object.fromEntries(months.map((name) => [name, 10_000])));
    expect(await amounts('mrr', { months: '2' })).toEqual({ '2027-04': 10_000, '2027-05': 10_000 });
    const [invoice] = await story.invoices();
    await voidInvoice(invoice);
    expect(await rows('mrr')).toEqual([]);
  });

  test('B: quarterly in arrears, prorated and then whole', async () => {
    const story = await Story.begin(client, '2027-02-20T00:00:00Z');
    await story.subscribe(await createPlan(client, { interval: 'quarterly', amount_cents: 9_000 }));
    await story.advance('2027-07-02T00:00:00Z');
    expect((await story.listedInvoices()).map(({ total_amount_cents: total }) => total)).toEqual([
      4_000, 9_000,
    ]);
    expect(await amounts('mrr')).toEqual({
      '2027-02': 2_000,
      '2027-03': 2_000,
      '2027-04': 3_000,
      '2027-05': 3_000,
      '2027-06': 3_000,
    });
  });

  test('B: the mean of weekly fees, of each subscription', async () => {
    const story = await Story.begin(client, '2027-03-29T00:00:00Z');
    const plan = await createPlan(client, { interval: 'weekly', amount_cents: 1_000 });
    await story.subscribe(plan);
    await story.advance('2027-04-26T12:00:00Z');
    expect(await amounts('mrr')).toEqual({ '2027-04': 4_333 });
    const other = await Story.begin(client, '2027-03-29T00:00:00Z');
    await other.subscribe(plan);
    await other.advance('2027-04-26T12:00:00Z');
    expect(await amounts('mrr')).toEqual({ '2027-04': 8_667 });
    expect(await amounts('mrr', { billing_entity_code: 'default' })).toEqual({ '2027-04': 8_667 });
    const [first] = await other.invoices();
    await voidInvoice(first);
    expect(await amounts('mrr')).toEqual({ '2027-04': 8_667 });
  });

  test('B: a monthly fee after its coupon, with its tax', async () => {
    const tax = await createTax(client, { rate: 20 });
    const story = await Story.begin(client, '2027-04-01T00:00:00Z', { currency: 'EUR' });
    const coupon = await createCoupon(client, {
      coupon_type: 'percentage',
      percentage_rate: '10',
      frequency: 'forever',
    });
    await applyCoupon(client, story.customer, coupon);
    await story.subscribe(await createPlan(client, { amount_cents: 5_000, tax_codes: [tax.code] }));
    await story.advance('2027-05-01T12:00:00Z');
    expect(await amounts('mrr')).toEqual({ '2027-05': 5_400 });
  });

  test('C: invoiced usage after coupons, by metric', async () => {
    const metric = await createMetric(client);
    const story = await Story.begin(client, '2027-04-01T00:00:00Z', { currency: 'EUR' });
    await applyCoupon(client, story.customer, await createCoupon(client, { amount_cents: 500 }));
    const charges = [
      perCall(metric, { properties: { amount: '40' } }),
      perCall(metric, { code: 'other', properties: { amount: '10' } }),
    ];
    const subscription = await story.subscribe(await createPlan(client, { charges }));
    await story.use(subscription, metric, { '2027-04-01T00:00:00Z': {} });
    await story.advance('2027-05-01T12:00:00Z');
    const row = { month: month('2027-05'), code: metric.code, amount_cents: 4_500, currency: 'EUR' };
    expect(await rows('invoiced_usage')).toEqual([row]);
    created(await client.delete(`/billable_metrics/${metric.code}`));
    expect(await rows('invoiced_usage')).toEqual([row]);
    const [invoice] = await story.invoices();
    created(await client.post(`/invoices/${invoice.svc_id}/lose_dispute`, {}));
    expect(await rows('invoiced_usage')).toEqual([]);
    created(await client.post(`/invoices/${invoice.svc_id}/void`, {}));
    for (const report of Object.keys(PLURALS)) expect(await rows(report)).toEqual([]);
  });
});

describe('what changes past months', () => {
  test('paying, voiding with a credit note, and credit notes of voided invoices', async () => {
    const story = await Story.begin(client, '2027-05-03T00:00:00Z', { currency: 'EUR' });
    const invoice = await bill(story, [1_000, 500]);
    await pay(invoice, 600);
    expect(await rows('invoice_collection')).toMatchObject([
      { payment_status: 'pending', amount_cents: 1_500 },
    ]);
    await pay(invoice, 900);
    expect(await rows('invoice_collection')).toMatchObject([
      { payment_status: 'succeeded', amount_cents: 1_500 },
    ]);
    await credit(invoice, 300, { refund_amount_cents: 300 });
    expect(await amounts('gross_revenue')).toEqual({ '2027-05': 1_200 });
    created(
      await client.post(`/invoices/${invoice.svc_id}/void`, {
        generate_credit_note: true,
        refund_amount: 200,
        credit_amount: 0,
      }),
    );
    for (const report of Object.keys(PLURALS)) expect(await rows(report)).toEqual([]);
  });

  test('fees that are put on an invoice count there, in its month', async () => {
    const metric = await createMetric(client);
    const charge = perCall(metric, {
      properties: { amount: '3' },
      pay_in_advance: true,
      invoiceable: false,
      regroup_paid_fees: 'invoice',
    });
    const story = await Story.begin(client, '2027-04-10T00:00:00Z', { timezone: 'Pacific/Auckland' });
    const subscription = await story.subscribe(await createPlan(client, { charges: [charge] }));
    await sendEvents(client, subscription, metric, [{}]);
    await story.advance('2027-04-11T00:00:00Z');
    expect(await rows('gross_revenue')).toMatchObject([
      { month: month('2027-04'), amount_cents: 300, invoices_count: 0 },
    ]);
    const { body } = await client.get(`/fees?external_subscription_id=${subscription.external_id}`);
    created(await client.put(`/fees/${body.fees[0].svc_id}`, { fee: { payment_status: 'succeeded' } }));
    await story.advance('2027-05-02T00:00:00Z');
    expect(await rows('gross_revenue')).toMatchObject([
      { month: month('2027-05'), amount_cents: 300, invoices_count: expect.any(Number) },
    ]);
    expect(await amounts('invoiced_usage')).toEqual({ '2027-05': 300 });
  });

  test('drafts count when they are final', async () => {
    const story = await Story.begin(client, '2027-04-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: 3 },
    });
    await story.subscribe(await createPlan(client, { amount_cents: 5_000 }));
    await story.advance('2027-05-01T12:00:00Z');
    expect(await rows('gross_revenue')).toEqual([]);
    await story.advance('2027-05-05T12:00:00Z');
    expect(await amounts('gross_revenue')).toEqual({ '2027-05': 5_000 });
    expect(await amounts('mrr')).toEqual({ '2027-05': 5_000 });
  });

  test('a test clock that is deleted takes its documents out', async () => {
    const kept = await Story.begin(client, '2027-04-01T00:00:00Z');
    const gone = await Story.begin(client, '2027-04-01T00:00:00Z');
    const plans = [
      await createPlan(client, { amount_cents: 5_000 }),
      await createPlan(client, { interval: 'weekly', amount_cents: 1_000 }),
    ];
    for (const story of [kept, gone]) {
      for (const plan of plans) await story.subscribe(plan);
      await story.advance('2027-05-01T12:00:00Z');
    }
    await credit((await gone.invoices())[0], 100, { offset_amount_cents: 100 });
    const half = await amounts('gross_revenue', { external_customer_id: kept.customer.external_id });
    created(await client.delete(`/test_clocks/${gone.clock.svc_id}`));
    expect(await amounts('gross_revenue')).toEqual(half);
    expect(
      await server.pool
        .sql`select from weekly_fee_totals where organization_id = ${client.organizationId} and fees_count = 0`,
    ).toHaveLength(0);
  });
});

describe('parameters', () => {
  test('months count from the wall clock, and leave later ones out', async () => {
    for (const at of ['2020-07-10', '2027-05-10', '2039-07-10']) {
      await bill(await Story.begin(client, `${at}T00:00:00Z`, { currency: 'EUR' }), [1_000]);
    }
    const all = { '2020-07': 1_000, '2027-05': 1_000, '2039-07': 1_000 };
    expect(await amounts('gross_revenue')).toEqual(all);
    expect(await amounts('gross_revenue', { months: '1' })).toEqual({ '2027-05': 1_000 });
    const past = { '2020-07': 1_000, '2027-05': 1_000 };
    expect(await amounts('gross_revenue', { months: '83' })).toEqual(past);
    expect(await amounts('gross_revenue', { months: '82' })).toEqual({ '2027-05': 1_000 });
    expect(await amounts('gross_revenue', { months: '2147483647' })).toEqual(past);
    expect(await amounts('gross_revenue', { currency: 'eur' })).toEqual(all);
    expect(await rows('gross_revenue', { currency: 'USD' })).toEqual([]);
  });

  test('a billing entity selects its documents; fees of one subscription may be of two', async () => {
    const code = unique('entity');
    await addBillingEntity(server, client, { code });
    const story = await Story.begin(client, '2027-03-29T00:00:00Z', { currency: 'EUR' });
    await story.subscribe(await createPlan(client, { interval: 'weekly', amount_cents: 1_000 }));
    await story.advance('2027-04-12T12:00:00Z');
    created(
      await client.post('/customers', {
        customer: { external_id: story.customer.external_id, billing_entity_code: code },
      }),
    );
    await bill(story, [700]);
    await story.advance('2027-04-26T12:00:00Z');
    expect(await rows('gross_revenue')).toMatchObject([{ invoices_count: 2 }, { invoices_count: 3 }]);
    expect(await amounts('gross_revenue', { billing_entity_code: code })).toEqual({ '2027-04': 2_700 });
    const queries: Record<string, string>[] = [
      {},
      { billing_entity_code: code },
      { billing_entity_code: 'DEFAULT' },
    ];
    for (const query of queries) expect(await amounts('mrr', query)).toEqual({ '2027-04': 4_333 });
  });

  test.each(Object.keys(PLURALS))('%s refuses wrong ones', async (report) => {
    for (const months of ['0', '-1', '1.5', 'many']) {
      const { status, body } = await ask(report, `months=${months}`);
      expect([status, body.error_details]).toEqual([422, { months: ['value_is_invalid'] }]);
    }
    const { status, body } = await ask(report, 'currency=EURO');
    expect([status, body.error_details]).toEqual([422, { currency: ['value_is_invalid'] }]);
    const unknown = await ask(report, 'billing_entity_code=none');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'billing_entity_not_found']);
    const other = await callerWith(server, client, { invoice: ['read'] });
    const refused = await other.get(`/analytics/${report}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'read_action_not_allowed_for_analytic']);
  });

  test('other organizations see nothing', async () => {
    const story = await Story.begin(client, '2027-05-03T00:00:00Z', { currency: 'EUR' });
    await bill(story, [1_000]);
    await story.advance('2027-05-10T00:00:00Z');
    const own = client;
    client = await server.organization();
    for (const report of Object.keys(PLURALS)) expect(await rows(report)).toEqual([]);
    const external_customer_id = story.customer.external_id;
    expect(await rows('gross_revenue', { external_customer_id })).toEqual([]);
    expect(await rows('overdue_balance', { external_customer_id })).toEqual([]);
    client = own;
    expect(await rows('overdue_balance', { external_customer_id })).toMatchObject([{ amount_cents: 1_000 }]);
  });
});

test('the sums are those of the documents of these tests, before and after what was recorded is folded', async () => {
  const recorded = () => server.pool.sql`select from report_entries`;
  expect((await recorded()).length).toBeGreaterThan(0);
  expect(await differingReports(server.pool.db)).toEqual([]);
  await server.app.services.reportFolding.fold();
  expect(await recorded()).toHaveLength(0);
  expect(await differingReports(server.pool.db)).toEqual([]);
});

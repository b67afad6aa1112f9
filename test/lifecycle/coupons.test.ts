// Coupons on invoices: coupons.md §4–6, §8.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { payFor, settleFor } from '../support/activation.js';
import {
  applyCoupon,
  createCoupon,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';
const APRIL = '2027-04-01T00:00:00Z';
const MAY = '2027-05-01T00:00:00Z';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const applied = async ({ customer }: Story): Promise<Resource[]> =>
  (await client.get(`/applied_coupons?external_customer_id=${customer.external_id}`)).body.applied_coupons;
/** What is left of the coupons, in the order in which they were given: the clock stood still. */
const left = async (story: Story) =>
  (await applied(story)).map((each) => [
    each.status,
    each.amount_cents_remaining,
    each.frequency_duration_remaining,
    each.credits.map((credit: Resource) => credit.amount_cents),
  ]);
const coupon = (over: object) => createCoupon(client, { ...over });
const percentage = (rate: string, over: object) =>
  coupon({ coupon_type: 'percentage', percentage_rate: rate, ...over });
const amounts = (invoice: Resource) => [
  invoice.fees_amount_cents,
  invoice.coupons_amount_cents,
  invoice.taxes_amount_cents,
  invoice.total_amount_cents,
];

describe('coupons on invoices', () => {
  test('coupons on invoices are for metrics, for plans or for all; taxes are due on what they leave: coupons.md §8 A', async () => {
    const [low, high] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 20 })];
    const [a, b] = [await createMetric(client), await createMetric(client)];
    const plan = await createPlan(client, {
      amount_cents: 3_500,
      tax_codes: [high.code],
      charges: [perCall(a, { tax_codes: [low.code] }), perCall(b, { tax_codes: [low.code] })],
    });
    const other = await createPlan(client);
    const story = await Story.begin(client, START);
    const c1 = await coupon({ applies_to: { billable_metric_codes: [a.code] } });
    const c2 = await percentage('10', { frequency: 'forever', applies_to: { plan_codes: [other.code] } });
    const c3 = await coupon({ amount_cents: 900 });
    // Those for metrics apply first, whatever the order in which they were given.
    for (const each of [c3, c2, c1]) await applyCoupon(client, story.customer, each);
    const subscription = await story.subscribe(plan);
    const at = (day: number) => `2027-03-${String(day).padStart(2, '0')}T12:00:00Z`;
    const days = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, day) => [at(day + 2), {}]));
    await story.advance('2027-03-31T00:00:00Z');
    await story.use(subscription, a, { ...days(25) });
    await story.use(subscription, a, { ...days(15) });
    await story.use(subscription, b, { ...days(25) });
    await story.advance(APRIL);

    const [invoice] = await story.invoices();
    expect(invoice.credits).toEqual([credit(c1, 1_000, invoice), credit(c3, 900, invoice)]);
    expect(amounts(invoice)).toEqual([10_000, 1_900, 1_125, 9_225]);
    expect(invoice.sub_total_excluding_taxes_amount_cents).toBe(8_100);
    const shares = invoice.fees.map((fee: Resource) => [
      fee.amount_cents,
      Number(fee.precise_coupons_amount_cents),
    ]);
    expect(shares.toSorted(([one]: number[], [two]: number[]) => Number(one) - Number(two))).toEqual([
      [2_500, 250],
      [3_500, 350],
      [4_000, 1_300],
    ]);
    expect(await left(story)).toEqual([
      ['terminated', 0, null, [900]],
      ['active', null, null, []],
      ['terminated', 0, null, [1_000]],
    ]);
  });

  const credit = (given: Resource, amount_cents: number, { svc_id }: Resource) => ({
    svc_id: expect.any(String),
    amount_cents,
    amount_currency: 'EUR',
    before_taxes: true,
    item: {
      svc_item_id: given.svc_id,
      type: 'coupon',
      code: given.code,
      name: given.name,
      description: given.description,
    },
    invoice: { svc_id, payment_status: expect.any(String) },
  });

  test('a percentage is given once, an amount as long as it lasts: coupons.md §8 B, C', async () => {
    const plan = await createPlan(client, { amount_cents: 7_777 });
    const story = await Story.begin(client, START);
    await applyCoupon(client, story.customer, await percentage('15', {}));
    await applyCoupon(
      client,
      story.customer,
      await coupon({ amount_cents: 500, frequency: 'recurring', frequency_duration: 2 }),
    );
    await applyCoupon(client, story.customer, await coupon({ amount_cents: 10_000 }));
    await story.subscribe(plan, { subscription_at: '2027-03-01T00:00:00Z' });
    for (const at of [APRIL, MAY, '2027-06-01T00:00:00Z']) await story.advance(at);
    expect((await story.invoices()).map(amounts)).toEqual([
      [7_777, 1_167 + 500 + 6_110, 0, 0],
      [7_777, 500 + 3_890, 0, 3_387],
      [7_777, 0, 0, 7_777],
    ]);
    expect(await left(story)).toEqual([
      ['terminated', null, null, [1_167]],
      ['terminated', null, 0, [500, 500]],
      ['terminated', 0, null, [6_110, 3_890]],
    ]);
  });

  test('months are counted, not invoices: those of a month share an amount: coupons.md §5', async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, {
      amount_cents: 10_000,
      charges: [perCall(metric, { pay_in_advance: true })],
    });
    const story = await Story.begin(client, START);
    const threeMonths = { amount_cents: 3_000, frequency: 'recurring', frequency_duration: 3 };
    await applyCoupon(client, story.customer, await coupon(threeMonths));
    const subscription = await story.subscribe(plan, { subscription_at: '2027-03-01T00:00:00Z' });
    await story.advance('2027-04-01T09:00:00Z');
    const calls = ['2027-04-01T10:00:00Z', '2027-04-01T11:00:00Z', '2027-04-01T12:00:00Z'];
    for (const at of calls) {
      await story.advance(at);
      await story.use(subscription, metric, { [at]: {} });
    }
    await story.advance('2027-04-02T00:00:00Z');
    const billed = (await story.invoices()).map((each) => [
      each.fees_amount_cents,
      each.coupons_amount_cents,
    ]);
    expect(billed.toSorted(([one = 0], [other = 0]) => one - other)).toEqual([
      [100, 0],
      [100, 0],
      [100, 0],
      [10_000, 3_000],
    ]);
    expect(await left(story)).toEqual([['active', null, 2, [3_000]]]);
    await story.advance('2027-05-01T09:00:00Z');
    await story.use(subscription, metric, { '2027-05-01T09:00:00Z': {} });
    await story.advance('2027-05-02T00:00:00Z');
    expect(await left(story)).toEqual([['active', null, 1, [3_000, 3_000]]]);
  });

  test('verify counts the months of a coupon, not its invoices', async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, {
      amount_cents: 10_000,
      charges: [perCall(metric, { pay_in_advance: true })],
    });
    const story = await Story.begin(client, START);
    const twoMonths = { frequency: 'recurring', frequency_duration: 2 };
    await applyCoupon(client, story.customer, await percentage('10', twoMonths));
    const subscription = await story.subscribe(plan, { subscription_at: '2027-03-01T00:00:00Z' });
    await story.advance('2027-04-01T09:00:00Z');
    await story.use(subscription, metric, { '2027-04-01T09:00:00Z': {} });
    await story.advance('2027-04-02T00:00:00Z');
    expect(await left(story)).toEqual([['active', null, 1, [1_000, 10]]]);
    const verified = () => differencesIn(server.pool, ['applied_coupons']);
    expect(await verified()).toEqual([]);
    const store = (months: number) => server.pool.sql`
      update applied_coupons set frequency_duration_remaining = ${months}
      where organization_id = ${client.organizationId} and customer_id = ${story.customer.svc_id}`;
    // An earlier version counted both invoices, and might have ended it.
    await store(0);
    expect(await verified()).toEqual([]);
    await store(2);
    expect(await verified()).toMatchObject([{ expected: { frequency_duration_remaining: 1 } }]);
    await store(1);
  });

  test('one for metrics is kept while their usage costs nothing', async () => {
    const metric = await createMetric(client);
    const free = { charge_model: 'package', properties: { amount: '5', package_size: 10, free_units: 10 } };
    const plan = await createPlan(client, { amount_cents: 700, charges: [perCall(metric, free)] });
    const story = await Story.begin(client, START);
    const limited = { frequency: 'once', applies_to: { billable_metric_codes: [metric.code] } };
    await applyCoupon(client, story.customer, await percentage('20', limited));
    const subscription = await story.subscribe(plan, { subscription_at: '2027-03-01T00:00:00Z' });
    await story.use(subscription, metric, { '2027-03-01T09:00:00Z': {} });
    await story.advance(APRIL);
    expect(await left(story)).toEqual([['active', null, null, []]]);
    await story.advance('2027-04-20T00:00:00Z');
    const many = Array.from({ length: 11 }, (_, hour) => `2027-04-19T${String(hour + 10)}:00:00Z`);
    await story.use(subscription, metric, Object.fromEntries(many.map((at) => [at, {}])));
    await story.advance(MAY);
    expect(await left(story)).toEqual([['terminated', null, null, [100]]]);
  });

  test('an amount in another currency is kept; a percentage is for every currency', async () => {
    const plan = await createPlan(client, { amount_cents: 1_000, amount_currency: 'USD' });
    const story = await Story.begin(client, START, { currency: 'USD' });
    await applyCoupon(client, story.customer, await coupon({}));
    await applyCoupon(client, story.customer, await percentage('10', { frequency: 'forever' }));
    await story.subscribe(plan, { subscription_at: '2027-03-01T00:00:00Z' });
    await story.advance(APRIL);
    const [invoice] = await story.invoices();
    expect(amounts(invoice)).toEqual([1_000, 100, 0, 900]);
    expect(invoice.credits.map(({ amount_currency }: Resource) => amount_currency)).toEqual(['USD']);
    expect(await left(story)).toEqual([
      ['active', 1_000, null, []],
      ['active', null, null, [100]],
    ]);
  });

  test('a draft shows none; they are used when it is finalized', async () => {
    const plan = await createPlan(client, { amount_cents: 1_000 });
    const story = await Story.begin(client, START, { billing_configuration: { invoice_grace_period: 3 } });
    await applyCoupon(client, story.customer, await coupon({ amount_cents: 300 }));
    await story.subscribe(plan, { subscription_at: '2027-03-01T00:00:00Z' });
    await story.advance(APRIL);
    const [draft] = await story.invoices();
    expect([draft.status, ...amounts(draft), draft.credits]).toEqual(['draft', 1_000, 0, 0, 1_000, []]);
    const refreshed = (await client.put(`/invoices/${draft.svc_id}/refresh`, {})).body.invoice;
    expect(refreshed.coupons_amount_cents).toBe(0);
    await story.advance('2027-04-04T00:00:00Z');
    expect((await story.invoices()).map(amounts)).toEqual([[1_000, 300, 0, 700]]);
    expect(await left(story)).toEqual([['terminated', 0, null, [300]]]);
  });

  test('coupons on invoices that are made together each use what those before left over', async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, {
      charges: [perCall(metric, { pay_in_advance: true, properties: { amount: '7' } })],
    });
    const story = await Story.begin(client, START);
    await applyCoupon(client, story.customer, await coupon({}));
    const subscription = await story.subscribe(plan);
    const seconds = ['01', '02', '03'].map((second) => [`2027-03-01T10:00:${second}Z`, {}]);
    await story.advance('2027-03-01T11:00:00Z');
    await story.use(subscription, metric, Object.fromEntries(seconds));
    await story.advance('2027-03-02T00:00:00Z');
    const invoices = await story.invoices();
    const numbered = invoices.toSorted((one, other) => one.sequential_id - other.sequential_id);
    expect(numbered.map(amounts)).toEqual([
      [700, 700, 0, 0],
      [700, 300, 0, 400],
      [700, 0, 0, 700],
    ]);
  });

  test('an invoice that must be paid first gives them back if it is not', async () => {
    const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    await applyCoupon(client, story.customer, await coupon({ amount_cents: 300 }));
    await applyCoupon(
      client,
      story.customer,
      await coupon({ amount_cents: 100, frequency: 'recurring', frequency_duration: 1 }),
    );
    const gated = () => story.subscribe(plan, { activation_rules: [{ type: 'payment' }] });
    const first = await gated();
    expect(first.activation_rules[0].due_amount_cents).toBe(600);
    expect((await left(story)).map(([status]) => status)).toEqual(['terminated', 'terminated']);
    await settleFor(client, first, 'failed');
    expect(await left(story)).toEqual([
      ['active', 300, null, []],
      ['active', null, 1, []],
    ]);
    const second = await gated();
    await payFor(client, second);
    expect((await story.invoices()).map(amounts)).toEqual([[1_000, 400, 0, 600]]);
    expect((await left(story)).map(([status]) => status)).toEqual(['terminated', 'terminated']);
  });

  test('twelve customers with the same coupon are billed in one day, each by its own', async () => {
    const plan = await createPlan(client, { amount_cents: 1_000 });
    const given = await coupon({ amount_cents: 250, frequency: 'recurring', frequency_duration: 3 });
    const first = await Story.begin(client, START);
    const rest = await Promise.all(
      Array.from({ length: 11 }, () =>
        client.post('/customers', {
          customer: {
            external_id: `${first.customer.external_id}-${Math.random()}`,
            test_clock_id: first.clock.svc_id,
          },
        }),
      ),
    );
    const customers = [first.customer, ...rest.map(({ body }) => body.customer)];
    for (const customer of customers) {
      await applyCoupon(client, customer, given);
      await client.post('/subscriptions', {
        subscription: {
          external_customer_id: customer.external_id,
          plan_code: plan.code,
          external_id: customer.external_id,
          subscription_at: '2027-03-01T00:00:00Z',
        },
      });
    }
    await first.advance(APRIL);
    const { body } = await client.get(`/applied_coupons?coupon_code[]=${given.code}&per_page=100`);
    expect(body.applied_coupons).toHaveLength(12);
    for (const each of body.applied_coupons) {
      expect([each.frequency_duration_remaining, each.credits.length]).toEqual([2, 1]);
    }
  });
});

describe('coupons of previews', () => {
  const previewed = async (body: object): Promise<Resource> => {
    const answer = await client.post('/invoices/preview', body);
    expect(answer.status).toBe(200);
    return answer.body.invoice;
  };
  const shown = async (body: object) => {
    const invoice = await previewed(body);
    return [...amounts(invoice), invoice.credits.map(({ item }: Resource) => item.code)];
  };

  test('coupons of previews are those of the request for somebody without any, by code or as described', async () => {
    const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
    const known = await coupon({ amount_cents: 300 });
    const body = { customer: {}, plan_code: plan.code, subscription_at: '2027-03-01T00:00:00Z' };
    expect(await shown({ ...body, coupons: [{ code: known.code }] })).toEqual([
      1_000,
      300,
      0,
      700,
      [known.code],
    ]);
    const described = { code: 'new', coupon_type: 'percentage', percentage_rate: '12.5' };
    expect(await shown({ ...body, coupons: [described, { code: known.code }] })).toEqual([
      1_000,
      425,
      0,
      575,
      ['new', known.code],
    ]);
    const own = { code: known.code, amount_cents: 250, percentage_rate: '0' };
    expect(await shown({ ...body, coupons: [own] })).toEqual([1_000, 250, 0, 750, [known.code]]);
    const type = { coupon_type: 'percentage', percentage_rate: '5', amount_cents: 0 };
    expect(await shown({ ...body, coupons: [{ code: known.code, ...type }] })).toEqual([
      1_000,
      50,
      0,
      950,
      [known.code],
    ]);
    expect((await client.get('/coupons/new')).status).toBe(404);
    expect((await client.get(`/coupons/${known.code}`)).body.coupon.amount_cents).toBe(300);
  });

  test('coupons of previews are those of the customer, which keeps them; without those for metrics and for other plans', async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, { amount_cents: 1_000 });
    const [other, third] = [await createPlan(client, { amount_cents: 400 }), await createPlan(client)];
    const story = await Story.begin(client, START);
    const given = {
      metric: await coupon({ applies_to: { billable_metric_codes: [metric.code] } }),
      plan: await percentage('50', { applies_to: { plan_codes: [plan.code] } }),
      third: await coupon({ applies_to: { plan_codes: [third.code] } }),
      all: await coupon({ amount_cents: 100 }),
    };
    for (const each of Object.values(given)) await applyCoupon(client, story.customer, each);
    const before = await left(story);
    const since = { subscription_at: '2027-03-01T00:00:00Z' };
    const one = await story.subscribe(plan, since);
    const two = await story.subscribe(other, { ...since, external_id: `${story.customer.external_id}-2` });
    const of = (...subscriptions: Resource[]) => ({
      customer: { external_id: story.customer.external_id },
      subscriptions: { external_ids: subscriptions.map(({ external_id }) => external_id) },
      coupons: [{ code: 'ignored', coupon_type: 'gift' }],
    });
    expect(await shown(of(one))).toEqual([1_000, 600, 0, 400, [given.plan.code, given.all.code]]);
    expect(await shown(of(two))).toEqual([400, 100, 0, 300, [given.all.code]]);
    expect(await shown(of(one, two))).toEqual([1_400, 800, 0, 600, [given.plan.code, given.all.code]]);
    expect(await left(story)).toEqual(before);
  });
});

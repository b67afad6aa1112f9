// Usage by day: analytics.md §6. After all other tests the days of every invoiced window are compared with its fees.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, perCall, type Resource, sendEvents, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

type Members = Record<string, unknown>;

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

async function report(query: Record<string, string>): Promise<Resource[]> {
  const { status, body } = await client.get(
    `/analytics/usage?${new URLSearchParams({ include_test: 'true', ...query }).toString()}`,
  );
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.usages;
}

/** Units and amounts by the first day of the period, of one metric. */
async function days(metric: Resource, query: Record<string, string> = {}): Promise<unknown[]> {
  const rows = await report({
    from_date: '2027-01-01',
    to_date: '2027-12-31',
    billable_metric_code: metric.code,
    ...query,
  });
  return rows.map((row) => [row.start_of_period_dt, row.units, row.amount_cents]);
}

const summed = (over: Members = {}) =>
  createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n', ...over });
const charge = (metric: Resource, charge_model: string, properties: Members, over: Members = {}) =>
  perCall(metric, { charge_model, properties, ...over });

/** Uses a metric once, now. */
const use = (story: Story, subscription: Resource, metric: Resource, n: number) =>
  useEach(story, subscription, [metric], { n });

/** Uses each of the metrics once, now. */
async function useEach(story: Story, subscription: Resource, metrics: Resource[], properties: Members) {
  const { body } = await client.get(`/test_clocks/${story.clock.svc_id}`);
  const events = metrics.map(({ code }) => ({
    transaction_id: unique('event'),
    external_subscription_id: subscription.external_id,
    code,
    timestamp: Date.parse(body.test_clock.frozen_time) / 1_000,
    properties,
  }));
  expect((await client.post('/events/batch', { events })).status).toBe(200);
}

describe('the example of the specification', () => {
  test('D: a package belongs to the day that reached it', async () => {
    const metric = await summed();
    const properties = { amount: '5', free_units: 0, package_size: 100 };
    const plan = await createPlan(client, { charges: [charge(metric, 'package', properties)] });
    const story = await Story.begin(client, '2027-05-03T10:00:00Z', { currency: 'EUR' });
    const subscription = await story.subscribe(plan);
    await use(story, subscription, metric, 120);
    await story.advance('2027-05-04T10:00:00Z');
    await use(story, subscription, metric, 80);
    // Tuesday has not ended.
    expect(await days(metric)).toEqual([['2027-05-03', '120.0', 1_000]]);
    await story.advance('2027-05-05T00:00:00Z');
    expect(await report({ from_date: '2027-05-01', to_date: '2027-05-31', currency: 'eur' })).toEqual(
      [
        ['2027-05-03', '120.0', 1_000],
        ['2027-05-04', '80.0', 0],
      ].map(([day, units, amount_cents]) => ({
        organization_id: client.organizationId,
        start_of_period_dt: day,
        end_of_period_dt: day,
        amount_currency: 'EUR',
        amount_cents,
        billable_metric_code: metric.code,
        units,
        is_billable_metric_deleted: false,
      })),
    );
    const [week] = await report({ time_granularity: 'weekly' });
    expect(week).toMatchObject({
      start_of_period_dt: '2027-05-03',
      end_of_period_dt: '2027-05-09',
      units: '200.0',
      amount_cents: 1_000,
    });
    // The bounds are those of the month; its days count as far as they lie in the range.
    const [month] = await report({
      time_granularity: 'monthly',
      from_date: '2027-05-04',
      to_date: '2027-05-31',
    });
    expect(month).toMatchObject({
      start_of_period_dt: '2027-05-01',
      end_of_period_dt: '2027-05-31',
      units: '80.0',
    });
  });
});

describe('days add up to what is invoiced', () => {
  test('days add up to what is invoiced by every charge model and aggregation', async () => {
    const cases: [Resource, Members][] = [];
    const add = (metric: Resource, ...rest: [string, Members, Members?]) =>
      cases.push([metric, charge(metric, ...rest)]);
    const tiers = [
      { from_value: 0, to_value: 10, per_unit_amount: '2', flat_amount: '1' },
      { from_value: 11, to_value: null, per_unit_amount: '0.5', flat_amount: '3' },
    ];
    add(await summed(), 'standard', { amount: '0.333' });
    add(await summed(), 'standard', { amount: '1' }, { min_amount_cents: 1_000_000 });
    add(await summed(), 'graduated', { graduated_ranges: tiers });
    add(await summed(), 'volume', { volume_ranges: tiers });
    add(await summed(), 'package', { amount: '3', free_units: 5, package_size: 7 });
    add(await summed(), 'percentage', { rate: '2.5', fixed_amount: '0.2' });
    add(await createMetric(client), 'standard', { amount: '4' });
    add(await createMetric(client, { aggregation_type: 'max_agg', field_name: 'n' }), 'standard', {
      amount: '1',
    });
    add(await createMetric(client, { aggregation_type: 'latest_agg', field_name: 'n' }), 'standard', {
      amount: '1',
    });
    add(
      await createMetric(client, {
        aggregation_type: 'weighted_sum_agg',
        field_name: 'n',
        weighted_interval: 'seconds',
        recurring: true,
      }),
      'standard',
      { amount: '10' },
    );
    add(await summed({ recurring: true }), 'standard', { amount: '7' }, { prorated: true });
    add(
      await createMetric(client, { filters: [{ key: 'cloud', values: ['a', 'b'] }] }),
      'standard',
      { amount: '1' },
      {
        filters: [{ values: { cloud: ['a'] }, properties: { amount: '5' } }],
      },
    );
    const plan = await createPlan(client, { amount_cents: 500, charges: cases.map(([, each]) => each) });
    const story = await Story.begin(client, '2027-02-03T10:00:00Z', {
      currency: 'EUR',
      timezone: 'America/Denver',
    });
    const subscription = await story.subscribe(plan);
    const metrics = cases.map(([metric]) => metric);
    const amounts = [12, 3, -4, 8.5];
    for (const [index, n] of amounts.entries()) {
      await useEach(story, subscription, metrics, { n, cloud: index % 2 === 0 ? 'a' : 'c' });
      await story.advance(`2027-02-${10 + 5 * index}T03:00:00Z`);
    }
    await useEach(story, subscription, metrics, { n: 2, cloud: 'b' });
    await story.advance('2027-04-01T12:00:00Z');
    const invoices = await story.invoices();
    expect(invoices).toHaveLength(2);
    for (const [index, month] of ['02', '03'].entries()) {
      const charged = new Map<string, number>();
      for (const fee of invoices[index]?.fees ?? []) {
        if (fee.item.type !== 'charge' || fee.svc_true_up_parent_fee_id !== null) continue;
        charged.set(fee.item.code, (charged.get(fee.item.code) ?? 0) + Number(fee.amount_cents));
      }
      const used = await report({
        time_granularity: 'monthly',
        from_date: `2027-${month}-01`,
        to_date: `2027-${month}-${month === '02' ? 28 : 31}`,
      });
      const found = used.map((row) => [row.billable_metric_code, row.amount_cents]);
      for (const [code, cents] of found) expect([code, charged.get(code) ?? 0]).toEqual([code, cents]);
      const nonZero = [...charged].filter(([, cents]) => cents > 0).map(([code]) => code);
      expect(nonZero.filter((code) => !found.some(([each]) => each === code))).toEqual([]);
    }
  });

  test('carried units show on the first day of each window, without work on other days', async () => {
    const metric = await summed({ recurring: true });
    const plan = await createPlan(client, { charges: [charge(metric, 'standard', { amount: '1' })] });
    const story = await Story.begin(client, '2027-01-10T10:00:00Z', { currency: 'EUR' });
    const subscription = await story.subscribe(plan);
    await use(story, subscription, metric, 5);
    await story.advance('2027-03-15T00:00:00Z');
    expect(await days(metric)).toEqual([
      ['2027-01-10', '5.0', 500],
      ['2027-02-01', '5.0', 500],
      ['2027-03-01', '5.0', 500],
    ]);
    expect(await usageWork(subscription)).toEqual(['2027-04-02T00:00:00.000Z']);
    await use(story, subscription, metric, -2);
    await story.advance('2027-03-16T00:00:00Z');
    expect((await days(metric)).at(-1)).toEqual(['2027-03-15', '-2.0', -200]);
  });

  test('nothing is left to do once usage is over', async () => {
    const metric = await summed();
    const plan = await createPlan(client, { charges: [charge(metric, 'standard', { amount: '1' })] });
    const story = await Story.begin(client, '2027-01-10T10:00:00Z', { currency: 'EUR' });
    const subscription = await story.subscribe(plan);
    await use(story, subscription, metric, 5);
    await story.advance('2027-01-12T00:00:00Z');
    expect(await usageWork(subscription)).toEqual([]);
  });

  test('late events show on the day on which they arrived, or on the last day of their window', async () => {
    const metric = await summed();
    const plan = await createPlan(client, { charges: [charge(metric, 'standard', { amount: '1' })] });
    const story = await Story.begin(client, '2027-01-10T10:00:00Z', {
      currency: 'EUR',
      billing_configuration: { invoice_grace_period: 3 },
    });
    const subscription = await story.subscribe(plan);
    await story.advance('2027-01-20T10:00:00Z');
    await story.use(subscription, metric, { '2027-01-15T00:00:00Z': { n: 3 } });
    await story.advance('2027-02-02T00:00:00Z');
    expect(await days(metric)).toEqual([['2027-01-20', '3.0', 300]]);
    await story.use(subscription, metric, { '2027-01-16T00:00:00Z': { n: 4 } });
    await story.advance('2027-02-10T00:00:00Z');
    expect(await days(metric)).toEqual([
      ['2027-01-20', '3.0', 300],
      ['2027-01-31', '4.0', 400],
    ]);
  });

  test('an upgrade, a termination, and a move to other zones', async () => {
    const metric = await summed({ recurring: true });
    const charges = [charge(metric, 'standard', { amount: '1' })];
    const [small, large] = [
      await createPlan(client, { amount_cents: 100, charges }),
      await createPlan(client, { amount_cents: 9_000, charges }),
    ];
    const story = await Story.begin(client, '2027-01-10T10:00:00Z', { currency: 'EUR' });
    const subscription = await story.subscribe(small);
    await use(story, subscription, metric, 5);
    await story.advance('2027-01-20T10:00:00Z');
    await story.subscribe(large, { external_id: subscription.external_id });
    await story.advance('2027-01-22T10:00:00Z');
    // The new subscription takes the units over, and the invoice of the old one does not bill them.
    expect(await days(metric)).toEqual([['2027-01-10', '5.0', 500]]);
    expect(await days(metric, { plan_code: small.code })).toEqual([
      ['2027-01-10', '5.0', 500],
      ['2027-01-20', '-5.0', -500],
    ]);
    expect(await days(metric, { plan_code: large.code })).toEqual([['2027-01-20', '5.0', 500]]);
    for (const [index, timezone] of ['Pacific/Auckland', 'Pacific/Honolulu'].entries()) {
      await client.put(`/customers/${story.customer.external_id}`, {
        customer: { external_id: story.customer.external_id, timezone },
      });
      await use(story, subscription, metric, 1);
      await story.advance(`2027-0${index + 2}-15T10:00:00Z`);
    }
    await client.delete(`/subscriptions/${subscription.external_id}`);
    await story.advance('2027-06-01T00:00:00Z');
    const units = (await days(metric)).map((row) => Number((row as string[])[1]));
    // What each of three windows of the new subscription ends with.
    expect(units.reduce((total, each) => total + each, 0)).toBe(6 + 7 + 7);
  });
});

/** The instants at which the usage of a subscription is read next. */
async function usageWork(subscription: Resource): Promise<string[]> {
  const rows = await server.pool.sql<{ due_at: Date }[]>`
    select due_at from due_work where kind = 'usage_day' and subject_id = ${subscription.svc_id}`;
  return rows.map(({ due_at }) => new Date(due_at).toISOString());
}

describe('parameters', () => {
  test('filters', async () => {
    const [calls, seats] = [await createMetric(client), await summed({ recurring: true })];
    const plan = await createPlan(client, {
      charges: [perCall(calls), charge(seats, 'standard', { amount: '2' })],
    });
    const story = await Story.begin(client, '2027-05-18T10:00:00Z', {
      currency: 'EUR',
      customer_type: 'company',
      country: 'FR',
    });
    const subscription = await story.subscribe(plan, {
      plan_overrides: { amount_cents: 7 },
    });
    await use(story, subscription, calls, 1);
    await use(story, subscription, seats, 3);
    await story.advance('2027-05-19T10:00:00Z');
    const codes = async (query: Record<string, string>) =>
      (await report(query)).map((row) => row.billable_metric_code).toSorted();
    const both = [calls.code, seats.code].toSorted();
    const found: [Record<string, string>, string[]][] = [
      [{}, both],
      [{ currency: 'USD' }, []],
      [{ customer_type: 'company', customer_country: 'fr' }, both],
      [{ customer_type: 'individual' }, []],
      [{ customer_country: 'DE' }, []],
      [{ external_customer_id: story.customer.external_id }, both],
      [{ external_customer_id: unique('none') }, []],
      [{ external_subscription_id: subscription.external_id }, both],
      [{ external_subscription_id: unique('none') }, []],
      [{ plan_code: plan.code }, both],
      [{ plan_code: unique('none') }, []],
      [{ billable_metric_code: calls.code }, [calls.code]],
      [{ billable_metric_code: unique('none') }, []],
      [{ is_billable_metric_recurring: 'true' }, [seats.code]],
      [{ is_billable_metric_recurring: 'false' }, [calls.code]],
      [{ from_date: '2027-05-19' }, []],
      [{ to_date: '2027-05-17' }, []],
    ];
    for (const [query, expected] of found) expect([query, await codes(query)]).toEqual([query, expected]);
    await client.delete(`/billable_metrics/${calls.code}`);
    const [row] = await report({ billable_metric_code: calls.code });
    expect(row).toMatchObject({ is_billable_metric_deleted: true });
    const other = await server.organization();
    const { body } = await other.get('/analytics/usage');
    expect(body).toEqual({ usages: [] });
    await client.delete(`/test_clocks/${story.clock.svc_id}`);
    expect(await report({})).toEqual([]);
  });

  test.each([
    ['time_granularity=hourly', { time_granularity: ['value_is_invalid'] }],
    ['customer_type=robot', { customer_type: ['value_is_invalid'] }],
    ['customer_country=XX', { customer_country: ['value_is_invalid'] }],
    ['currency=XXX', { currency: ['value_is_invalid'] }],
    ['from_date=soon', { from_date: ['invalid_date'] }],
    ['to_date=2027-02-30', { to_date: ['invalid_date'] }],
    ['from_date=2027-05-02&to_date=2027-05-01', { from_date: ['value_is_out_of_range'] }],
    ['from_date=2027-05-21', { from_date: ['value_is_out_of_range'] }],
  ])('%s is refused', async (query, details) => {
    const { status, body } = await client.get(`/analytics/usage?${query}`);
    expect([status, body.error_details]).toEqual([422, details]);
  });

  test('the first date that there is', async () => {
    expect(await report({ to_date: '0001-01-01', time_granularity: 'weekly' })).toEqual([]);
  });
});

/** Does all work of the wall clock that is due, as the worker does. */
async function performDueWork({ app, pool }: TestServer, now: Date): Promise<void> {
  const { engine } = app.services;
  const step = () =>
    pool.db.transaction(async (tx) => {
      const chunk = await engine.claimMany(tx, now);
      if (chunk !== null) await engine.perform(tx, chunk);
      return chunk !== null;
    });
  while (await step());
}

test('live usage counts when the day of the customer is over', async () => {
  const clock = new HandClock('2027-05-20T12:00:00Z');
  const live = await startTestServer({ clock });
  try {
    client = await live.organization();
    const metric = await createMetric(client);
    const plan = await createPlan(client, { charges: [perCall(metric)] });
    const { body } = await client.post('/customers', {
      customer: { external_id: unique('customer'), currency: 'EUR', timezone: 'Asia/Tokyo' },
    });
    const { body: subscribed } = await client.post('/subscriptions', {
      subscription: {
        external_customer_id: body.customer.external_id,
        external_id: unique('subscription'),
        plan_code: plan.code,
      },
    });
    await sendEvents(client, subscribed.subscription, metric, [{}, {}]);
    await live.app.services.usageNotices.announce(null);
    clock.set('2027-05-20T14:59:59Z');
    await performDueWork(live, clock.now());
    expect(await report({})).toEqual([]);
    clock.set('2027-05-20T15:00:00Z');
    await performDueWork(live, clock.now());
    expect(await days(metric)).toEqual([['2027-05-20', '2.0', 200]]);
  } finally {
    await live.stop();
  }
});

test('the days of each invoiced window of these tests add up to its fees before coupons, without true-ups', async () => {
  const differing = await server.pool.sql`
    with fees_of as (
      select f.organization_id, f.subscription_id, f.charge_id, p.charges_from as window_from, sum(f.amount_cents) as amount,
        sum(f.units) as units
      from fees f
      join billing_periods p on (p.organization_id, p.invoice_id, p.subscription_id)
        = (f.organization_id, f.invoice_id, f.subscription_id)
      join invoices i on i.id = f.invoice_id
      where i.status = 'finalized' and i.invoice_type = 'subscription' and f.fee_type = 'charge' and not f.pay_in_advance
        and f.true_up_parent_fee_id is null
      group by 1, 2, 3, 4
    ), days_of as (
      select organization_id, subscription_id, charge_id, window_from, sum(amount_cents) as amount, sum(units) as units
      from daily_usages where is_invoiced or (subscription_id, charge_id, window_from) in (
        select subscription_id, charge_id, window_from from daily_usages where is_invoiced
      )
      group by 1, 2, 3, 4
    )
    select * from fees_of full join days_of using (organization_id, subscription_id, charge_id, window_from)
    where (fees_of.amount, fees_of.units) is distinct from (days_of.amount, days_of.units)
      and (coalesce(fees_of.amount, 0), coalesce(days_of.amount, 0), coalesce(fees_of.units, 0), coalesce(days_of.units, 0))
        <> (0, 0, 0, 0)`;
  expect([...differing]).toEqual([]);
});

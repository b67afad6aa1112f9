import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  advanceClock,
  callerWith,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  sendEvents,
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

interface World {
  readonly clock: Resource;
  readonly customer: Resource;
  readonly subscription: Resource;
  /** Current usage with these query parameters. */
  usage(query?: string): Promise<Resource>;
}

interface WorldMembers {
  readonly charges?: readonly object[];
  readonly customer?: Record<string, unknown>;
  readonly subscription?: Record<string, unknown>;
}

/** A subscription on a test clock (10 March 2027, noon), to a plan with these charges. */
async function aSubscription(over: WorldMembers = {}): Promise<World> {
  const { charges = [], customer = {}, subscription = { subscription_at: '2027-03-01T00:00:00Z' } } = over;
  const clock = await createClock(client, { frozen_time: '2027-03-10T12:00:00Z' });
  const owner = await createCustomer(client, { test_clock_id: clock.svc_id, ...customer });
  const subscribed = await subscribe(client, owner, await createPlan(client, { charges }), subscription);
  return {
    clock,
    customer: owner,
    subscription: subscribed,
    usage: async (query = '') => {
      const path = `/customers/${owner.external_id}/current_usage?external_subscription_id=${subscribed.external_id}`;
      return (await client.get(`${path}&${query}`)).body;
    },
  };
}

const standard = (metric: Resource, amount: string, over = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  properties: { amount },
  ...over,
});

const refusal = (error_details: object) => ({
  status: 422,
  error: 'Unprocessable Entity',
  code: 'validation_errors',
  error_details,
});

describe('current usage', () => {
  test('current usage shows every charge, by name of its metric, used or not', async () => {
    const calls = await createMetric(client, { name: 'calls' });
    const tokens = await createMetric(client, {
      name: 'Tokens',
      aggregation_type: 'sum_agg',
      field_name: 'n',
    });
    const seats = await createMetric(client, {
      name: 'Busy seats',
      aggregation_type: 'max_agg',
      field_name: 'n',
    });
    const world = await aSubscription({
      charges: [
        standard(tokens, '0.5', { code: 'tokens', invoice_display_name: 'Tokens used' }),
        standard(seats, '10'),
        {
          billable_metric_id: calls.svc_id,
          charge_model: 'graduated',
          properties: {
            graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '2', flat_amount: '3' }],
          },
        },
      ],
    });
    await sendEvents(client, world.subscription, tokens, [
      { properties: { n: '2.5' } },
      { properties: { n: 1.25 } },
      { properties: { n: 'many' } },
      { properties: {} },
    ]);
    await sendEvents(client, world.subscription, seats, [{ properties: { n: 4 } }, { properties: { n: 7 } }]);
    const { customer_usage: usage } = await world.usage();
    expect(usage).toMatchObject({
      from_datetime: '2027-03-01T00:00:00Z',
      to_datetime: '2027-03-31T23:59:59Z',
      issuing_date: '2027-03-31',
      svc_invoice_id: null,
      currency: 'EUR',
      // 3 for calls that were not made, 3.75 tokens, 7 seats.
      amount_cents: 300 + 188 + 7000,
      taxes_amount_cents: 0,
      total_amount_cents: 7488,
    });
    const names = usage.charges_usage.map((line: Resource) => line.billable_metric.name);
    expect(names).toEqual(['Busy seats', 'calls', 'Tokens']);
    expect(usage.charges_usage[2]).toEqual({
      units: '3.75',
      total_aggregated_units: '3.75',
      events_count: 2,
      amount_cents: 188,
      amount_currency: 'EUR',
      pricing_unit_details: null,
      charge: {
        svc_id: expect.any(String),
        code: 'tokens',
        charge_model: 'standard',
        invoice_display_name: 'Tokens used',
      },
      billable_metric: {
        svc_id: tokens.svc_id,
        name: 'Tokens',
        code: tokens.code,
        aggregation_type: 'sum_agg',
      },
      filters: [],
      grouped_usage: [],
      presentation_breakdowns: [],
    });
  });

  test('current usage counts an event at once, and only within the window', async () => {
    const calls = await createMetric(client);
    const world = await aSubscription({
      charges: [standard(calls, '1')],
      subscription: { subscription_at: '2027-03-01T09:30:00.500Z' },
    });
    const seconds = (time: string) => Date.parse(`2027-${time}Z`) / 1000;
    const units = async () => (await world.usage()).customer_usage.charges_usage[0].units;
    await sendEvents(client, world.subscription, calls, [
      { timestamp: seconds('03-01T09:30:00.499') },
      { timestamp: seconds('03-01T09:30:00.500') },
      { timestamp: seconds('03-01T10:00:00') },
      { timestamp: seconds('03-31T23:59:59.999') },
      { timestamp: seconds('04-01T00:00:00') },
    ]);
    expect(await units()).toBe('3.0');
    await sendEvents(client, world.subscription, calls, [{}]);
    expect(await units()).toBe('4.0');
    await advanceClock(client, world.clock, '2027-04-02T00:00:00Z');
    expect(await units()).toBe('1.0');
  });

  test.each<[string, { timezone?: string }, Record<string, unknown>, string, string, string]>([
    [
      'the month of Los Angeles',
      { timezone: 'America/Los_Angeles' },
      {},
      '2027-03-01T08:00:00Z',
      '2027-04-01T06:59:59Z',
      '2027-03-31',
    ],
    [
      'the month of Kathmandu, whose days start at :15',
      { timezone: 'Asia/Kathmandu' },
      {},
      '2027-02-28T18:15:00Z',
      '2027-03-31T18:14:59Z',
      '2027-03-31',
    ],
    [
      'an anniversary',
      {},
      { subscription_at: '2027-02-05T00:00:00Z', billing_time: 'anniversary' },
      '2027-03-05T00:00:00Z',
      '2027-04-04T23:59:59Z',
      '2027-04-04',
    ],
  ])('%s', async (_, customer, subscription, from, to, issuingDate) => {
    const calls = await createMetric(client);
    const world = await aSubscription({
      customer,
      charges: [standard(calls, '1')],
      subscription: { subscription_at: '2027-01-01T00:00:00Z', ...subscription },
    });
    const edges = [from, to].map((time) => Date.parse(time) / 1000);
    const [first = 0, last = 0] = edges;
    await sendEvents(client, world.subscription, calls, [
      { timestamp: first - 0.001 },
      { timestamp: first },
      { timestamp: last + 0.999 },
      { timestamp: last + 1 },
    ]);
    const { customer_usage: usage } = await world.usage();
    expect([usage.from_datetime, usage.to_datetime, usage.issuing_date]).toEqual([from, to, issuingDate]);
    expect(usage.charges_usage[0].events_count).toBe(2);
  });

  test('current usage rounds units as the metric says, before pricing', async () => {
    const rounded = {
      aggregation_type: 'sum_agg',
      field_name: 'n',
      rounding_function: 'ceil',
      rounding_precision: -2,
    };
    const metric = await createMetric(client, rounded);
    const world = await aSubscription({ charges: [standard(metric, '1')] });
    await sendEvents(client, world.subscription, metric, [
      { properties: { n: '130' } },
      { properties: { n: '205.5' } },
    ]);
    const [line] = (await world.usage()).customer_usage.charges_usage;
    expect([line.units, line.amount_cents]).toEqual(['400.0', 40000]);
  });

  test('current usage adds the taxes of each fee by default', async () => {
    const [taxed, plain] = [await createMetric(client), await createMetric(client)];
    const [low, high] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 25 })];
    const world = await aSubscription({
      charges: [standard(taxed, '1', { tax_codes: [high.code] }), standard(plain, '1')],
      customer: { tax_codes: [low.code] },
    });
    await sendEvents(client, world.subscription, taxed, [{}]);
    await sendEvents(client, world.subscription, plain, [{}]);
    const amounts = async (query: string) => {
      const { customer_usage: usage } = await world.usage(query);
      return [usage.amount_cents, usage.taxes_amount_cents, usage.total_amount_cents];
    };
    expect(await amounts('')).toEqual([200, 35, 235]);
    expect(await amounts('apply_taxes=true')).toEqual([200, 35, 235]);
    expect(await amounts('apply_taxes=false')).toEqual([200, 0, 200]);
  });

  test('current usage is read from events while a new metric is counted, and from counters after', async () => {
    const externalId = unique('subscription');
    const code = unique('metric');
    const early = { external_id: externalId };
    await sendEvents(client, early, { code }, [{ timestamp: '2027-03-02' }, { timestamp: '2027-03-03' }]);
    const metric = await createMetric(client, { code });
    const world = await aSubscription({
      charges: [standard(metric, '1')],
      subscription: { subscription_at: '2027-03-01T00:00:00Z', external_id: externalId },
    });
    const units = async () => (await world.usage()).customer_usage.charges_usage[0].units;
    expect(await units()).toBe('2.0');
    await server.app.services.metricRecount.run({
      organizationId: client.organizationId,
      billableMetricId: metric.svc_id,
    });
    expect(await units()).toBe('2.0');
    await sendEvents(client, early, { code }, [{ timestamp: '2027-03-03' }]);
    expect(await units()).toBe('3.0');
  });
});

describe('choosing charges', () => {
  let world: World;
  let calls: Resource;

  beforeAll(async () => {
    calls = await createMetric(client, { name: 'Calls' });
    const other = await createMetric(client, { name: 'Answers' });
    world = await aSubscription({
      charges: [
        standard(calls, '1', { code: 'one' }),
        standard(other, '1', { code: 'two' }),
        standard(calls, '2', { code: 'three' }),
      ],
    });
  });

  const codes = async (query: string) =>
    (await world.usage(query)).customer_usage.charges_usage.map((line: Resource) => line.charge.code);

  test.each([
    ['filter_by_charge_code=two', ['two']],
    ['charge_code=three', ['three']],
    ['charge_code=one&filter_by_charge_code=two', ['two']],
  ])('charges are chosen by ?%s', async (query, expected) => {
    expect(await codes(query)).toEqual(expected);
  });

  test('charges are chosen by metric, unsorted, and by id', async () => {
    expect(await codes(`filter_by_metric_code=${calls.code}`)).toEqual(['one', 'three']);
    expect(await codes(`billable_metric_code=${calls.code}`)).toEqual(['one', 'three']);
    const { customer_usage: usage } = await world.usage('charge_code=two');
    const { svc_id: id } = usage.charges_usage[0].charge;
    expect(await codes(`filter_by_charge_id=${id}`)).toEqual(['two']);
    expect(await codes(`charge_id=${id}&charge_code=one`)).toEqual(['two']);
  });

  test.each(['charge_code=none', 'filter_by_metric_code=none', 'charge_id=none'])(
    '?%s finds no charge',
    async (query) => {
      expect(await world.usage(query)).toEqual({ status: 404, error: 'Not Found', code: 'charge_not_found' });
    },
  );

  test('full usage starts with the subscription, and needs a choice', async () => {
    await sendEvents(client, world.subscription, calls, [{ timestamp: '2027-03-05' }]);
    await advanceClock(client, world.clock, '2027-05-02T00:00:00Z');
    const { customer_usage: usage } = await world.usage('full_usage=true&charge_code=one');
    expect([usage.from_datetime, usage.to_datetime]).toEqual([
      '2027-03-01T00:00:00Z',
      '2027-05-31T23:59:59Z',
    ]);
    expect(usage.charges_usage[0].units).toBe('1.0');
    expect((await world.usage('charge_code=one')).customer_usage.charges_usage[0].units).toBe('0.0');
    expect(await world.usage('full_usage=true')).toEqual({
      status: 405,
      error: 'Method Not Allowed',
      code: 'full_usage_not_allowed',
    });
  });
});

describe('refusals', () => {
  test('an unknown customer, and one of another organization', async () => {
    const { external_id: externalId } = await createCustomer(client);
    const path = `/customers/${externalId}/current_usage?external_subscription_id=s`;
    const notFound = { status: 404, error: 'Not Found', code: 'customer_not_found' };
    expect((await client.get('/customers/none/current_usage?external_subscription_id=s')).body).toEqual(
      notFound,
    );
    expect((await (await server.organization()).get(path)).body).toEqual(notFound);
  });

  test('no active subscription of the customer with that id', async () => {
    const world = await aSubscription();
    const other = await createCustomer(client);
    const expected = { status: 405, error: 'Method Not Allowed', code: 'no_active_subscription' };
    const path = (external: string, query: string) => `/customers/${external}/current_usage${query}`;
    const { external_id: id } = world.subscription;
    for (const called of [
      path(other.external_id, `?external_subscription_id=${id}`),
      path(world.customer.external_id, '?external_subscription_id=none'),
      path(world.customer.external_id, ''),
    ]) {
      expect((await client.get(called)).body).toEqual(expected);
    }
  });

  test('?apply_taxes=maybe', async () => {
    const world = await aSubscription();
    expect(await world.usage('apply_taxes=maybe')).toEqual(refusal({ apply_taxes: ['value_is_invalid'] }));
  });

  test('empty groups and keys change nothing', async () => {
    const world = await aSubscription();
    const empty = `filter_by_group=${encodeURIComponent('{}')}&filter_by_presentation=&skip_grouping=true`;
    expect(await world.usage(empty)).toEqual(await world.usage());
  });

  test.each([
    ['a quantity', '9'.repeat(30), '0', 2],
    ['an amount', '9007199254740992', '0.01', 1],
  ])('%s that no answer can hold', async (_, n, amount, times) => {
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const world = await aSubscription({ charges: [standard(metric, amount)] });
    await sendEvents(
      client,
      world.subscription,
      metric,
      Array.from({ length: times }, () => ({ properties: { n } })),
    );
    expect(await world.usage()).toEqual(refusal({ amount_cents: ['value_is_out_of_range'] }));
  });

  test('a key that may not see usage', async () => {
    const world = await aSubscription();
    const limited = await callerWith(server, client, { customer: ['read'] });
    const answer = await limited.get(
      `/customers/${world.customer.external_id}/current_usage?external_subscription_id=${world.subscription.external_id}`,
    );
    expect([answer.status, answer.body.code]).toEqual([403, 'read_action_not_allowed_for_customer_usage']);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addPricingUnit,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { readCurrentUsage, type UsageVariables } from '../support/usage.js';

let server: SharedServer;
let client: Client;
/** Noon of 10 March 2027. */
let clock: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  clock = await createClock(client, { frozen_time: '2027-03-10T12:00:00Z' });
});
afterAll(() => server.stop());

interface Used {
  readonly subscription: Resource;
  /** On both surfaces, which must agree. */
  readonly usage: (how?: Partial<UsageVariables>, query?: string) => Promise<Resource>;
  readonly refusal: (query: string) => Promise<Resource>;
}

/** A subscription that has run since 1 February to a plan with these charges. */
async function subscribed(charges: readonly object[], plan: object = {}): Promise<Used> {
  const customer = await createCustomer(client, { test_clock_id: clock.svc_id });
  const subscription = await subscribe(client, customer, await createPlan(client, { charges, ...plan }), {
    subscription_at: '2027-02-01T00:00:00Z',
  });
  const who = {
    externalCustomerId: customer.external_id,
    externalSubscriptionId: subscription.external_id,
  };
  return {
    subscription,
    usage: (how = {}, query = '') => readCurrentUsage(client, { ...who, ...how }, query),
    refusal: async (query) => {
      const path = `/customers/${who.externalCustomerId}/current_usage`;
      const { body } = await client.get(
        `${path}?external_subscription_id=${who.externalSubscriptionId}&${query}`,
      );
      return body.error_details ?? body.code;
    },
  };
}

const charge = (metric: Resource, model: string, properties: object, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: model,
  properties,
  code: model,
  ...over,
});

const standard = (metric: Resource, amount: string, over: object = {}) =>
  charge(metric, 'standard', { amount }, over);

const sum = (over: object = {}) =>
  createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n', ...over });

/** Events at noon of days of the period, or of another month. */
const on = (day: string, properties: Record<string, unknown>) => ({
  timestamp: Date.parse(`2027-${day.length === 2 ? `03-${day}` : day}T12:00:00Z`) / 1_000,
  properties,
});

/** `[units, events, cents]` of each line. */
const figures = (lines: readonly Resource[]) =>
  lines.map((line) => [line.units, line.events_count, line.amount_cents]);

const ranges = (...list: readonly [from: number, to: number | null, price: object][]) =>
  list.map(([from_value, to_value, price]) => ({ from_value, to_value, ...price }));

describe('current usage', () => {
  test('current usage is priced by every charge model', async () => {
    const metric = await sum();
    const per = (per_unit_amount: string, flat_amount: string) => ({ per_unit_amount, flat_amount });
    const percent = (rate: string, flat_amount: string) => ({ rate, flat_amount });
    const { subscription, usage } = await subscribed([
      standard(metric, '0.5'),
      charge(metric, 'package', { amount: '4.5', package_size: 25, free_units: 10 }),
      charge(metric, 'graduated', {
        graduated_ranges: ranges(
          [0, 50, per('0.4', '3')],
          [51, 120, per('0.25', '6')],
          [121, null, per('0.1', '0')],
        ),
      }),
      charge(metric, 'volume', {
        volume_ranges: ranges([0, 100, per('1', '0')], [101, null, per('0.5', '2')]),
      }),
      charge(metric, 'percentage', { rate: '1.8', fixed_amount: '0.2', free_units_per_events: 1 }),
      charge(metric, 'graduated_percentage', {
        graduated_percentage_ranges: ranges([0, 100, percent('1', '1')], [101, null, percent('2', '0')]),
      }),
      charge(metric, 'dynamic', {}),
    ]);
    const values = [40, 15, 300, 5].map((n, index) => ({
      ...on(`0${String(index + 2)}`, { n }),
      precise_total_amount_cents: '100.125',
    }));
    await sendEvents(client, subscription, metric, values);
    const { charges_usage: lines, amount_cents } = await usage();
    expect(lines.map((line: Resource) => [line.charge.code, line.units, line.amount_cents])).toEqual([
      ['standard', '360.0', 18_000],
      ['package', '360.0', 6_300], // 350 paid units are 14 packages
      ['graduated', '360.0', 7_050], // 23 + 23.5 + 24
      ['volume', '360.0', 18_200],
      ['percentage', '360.0', 636], // charges.md §11.4
      ['graduated_percentage', '360.0', 720],
      ['dynamic', '360.0', 401], // 400.5 cents
    ]);
    expect(amount_cents).toBe(18_000 + 6_300 + 7_050 + 18_200 + 636 + 720 + 401);
  });

  test('current usage adds events up by every aggregation, recurring units from their beginning', async () => {
    const metric = (name: string, aggregation_type: string, over: object = {}) =>
      createMetric(client, { name, aggregation_type, field_name: 'n', ...over });
    const metrics = [
      await metric('1 count', 'count_agg', { field_name: null }),
      await metric('2 sum', 'sum_agg', { rounding_function: 'ceil', rounding_precision: -1 }),
      await metric('3 max', 'max_agg'),
      await metric('4 latest', 'latest_agg'),
      await metric('5 items', 'unique_count_agg'),
      await metric('6 weighted', 'weighted_sum_agg', { weighted_interval: 'seconds' }),
      await metric('7 seats', 'sum_agg', { recurring: true }),
      await metric('8 users', 'unique_count_agg', { recurring: true }),
      await metric('9 stored', 'weighted_sum_agg', { weighted_interval: 'seconds', recurring: true }),
    ];
    const charges = metrics.map((one, index) => standard(one, '1', { code: String(index + 1) }));
    const { subscription, usage } = await subscribed(charges);
    for (const one of metrics) {
      await sendEvents(client, subscription, one, [
        on('02-10', { n: '4' }),
        on('06', { n: '9' }),
        on('06', { n: '-2', operation_type: 'remove' }),
        on('07', { n: '9', operation_type: 'remove' }),
        on('08', { n: 'none', operation_type: 'add' }),
        on('08', {}),
      ]);
    }
    const { charges_usage: lines } = await usage();
    expect(
      lines.map((line: Resource) => [
        line.billable_metric.name,
        line.units,
        line.total_aggregated_units,
        line.events_count,
        line.amount_cents,
      ]),
    ).toEqual([
      ['1 count', '5.0', '5.0', 5, 500],
      ['2 sum', '20.0', '20.0', 3, 2_000], // 16, in tens
      ['3 max', '9.0', '9.0', 3, 900],
      ['4 latest', '9.0', '9.0', 3, 900],
      ['5 items', '1.0', '1.0', 1, 100],
      // 7 from 6 March noon, 16 from the 7th, until the end of the month.
      ['6 weighted', '12.870967741935484', '16.0', 3, 1_287],
      ['7 seats', '20.0', '20.0', 4, 2_000],
      ['8 users', '2.0', '2.0', 2, 200],
      ['9 stored', '16.870967741935484', '20.0', 3, 1_687],
    ]);
  });

  test('current usage counts days of prorated charges as if nothing changed until the end', async () => {
    const seats = await sum({ name: 'a seats', recurring: true });
    const users = await createMetric(client, {
      name: 'b users',
      aggregation_type: 'unique_count_agg',
      field_name: 'n',
      recurring: true,
    });
    const { subscription, usage, refusal } = await subscribed([
      standard(seats, '1', { prorated: true, code: 'seats' }),
      standard(users, '10', { prorated: true, code: 'users' }),
      standard(seats, '1', { prorated: true, pay_in_advance: true, code: 'seats_in_advance' }),
    ]);
    await sendEvents(client, subscription, seats, [on('02-10', { n: 14 }), on('05', { n: 5 })]);
    await sendEvents(client, subscription, users, [
      on('02-10', { n: 'ann' }),
      on('03', { n: 'bob' }),
      on('05', { n: 'bob', operation_type: 'remove' }),
      on('07', { n: 'bob' }),
      on('08', { n: 'ann', operation_type: 'remove' }),
    ]);
    const { charges_usage: lines } = await usage();
    expect(lines.map((line: Resource) => [line.charge.code, line.units, line.amount_cents])).toEqual([
      ['seats', '19.0', 1_835], // 14 + 5 x 27/31
      ['seats_in_advance', '19.0', 1_835],
      ['users', '1.0', 1_161], // (8 + 3 + 25) / 31, rounded up, at 10
    ]);
    expect(await refusal('full_usage=true&charge_code=users')).toBe('full_usage_not_allowed');
  });

  test('current usage costs what was paid in advance: the highest level of the period', async () => {
    const metric = await sum();
    const calls = await createMetric(client, { name: 'Deleted calls' });
    const { subscription, usage } = await subscribed([
      standard(metric, '2', { pay_in_advance: true, code: 'sum' }),
      standard(calls, '3', { pay_in_advance: true, invoiceable: false, code: 'calls' }),
    ]);
    await sendEvents(client, subscription, metric, [on('02', { n: 4 }), on('03', { n: -3 })]);
    await sendEvents(client, subscription, calls, [on('02', {}), on('03', {})]);
    const { charges_usage: lines } = await usage();
    expect(figures(lines)).toEqual([
      ['1.0', 2, 800], // current-usage.md §6.3
      ['2.0', 2, 600],
    ]);
  });

  test('current usage bears the taxes of each fee that it would become', async () => {
    const tax = await createTax(client, { rate: 10 });
    const metric = await createMetric(client);
    const { subscription, usage } = await subscribed([
      charge(
        metric,
        'standard',
        { amount: '0.05', pricing_group_keys: ['region'] },
        { tax_codes: [tax.code] },
      ),
    ]);
    await sendEvents(client, subscription, metric, [on('02', { region: 'eu' }), on('02', { region: 'us' })]);
    // Half a cent of tax on each group.
    const { amount_cents, taxes_amount_cents, total_amount_cents } = await usage();
    expect([amount_cents, taxes_amount_cents, total_amount_cents]).toEqual([10, 2, 12]);
    const untaxed = await usage({ applyTaxes: false }, 'apply_taxes=false');
    expect([untaxed.taxes_amount_cents, untaxed.total_amount_cents]).toEqual([0, 10]);
  });

  test('current usage shows prices in a pricing unit beside their conversion', async () => {
    const code = await addPricingUnit(server, client);
    const metric = await sum();
    const { subscription, usage } = await subscribed([
      standard(metric, '1', { applied_pricing_unit: { code, conversion_rate: '0.7' } }),
    ]);
    await sendEvents(client, subscription, metric, [on('02', { n: '12.346' })]);
    const { charges_usage: lines } = await usage();
    expect(lines).toMatchObject([
      {
        units: '12.346',
        amount_cents: 865, // charges.md §11.7
        pricing_unit_details: { amount_cents: 1_235, short_name: 'CR', conversion_rate: '0.7' },
      },
    ]);
  });
});

describe('filters', () => {
  const cloud = () => sum({ filters: [{ key: 'cloud', values: ['aws', 'gcp'] }] });
  const filters = [
    { invoice_display_name: 'Google', properties: { amount: '0.10' }, values: { cloud: ['gcp'] } },
    { properties: { amount: '0.08' }, values: { cloud: ['__ALL_FILTER_VALUES__'] } },
  ];

  test('the filters of a charge are shown one by one, then what none of them takes', async () => {
    const metric = await cloud();
    const { subscription, usage } = await subscribed([standard(metric, '0.12', { filters })]);
    const unused = await usage();
    expect(figures(unused.charges_usage[0].filters)).toEqual(Array(3).fill(['0.0', 0, 0]));
    await sendEvents(client, subscription, metric, [
      on('02', { cloud: 'aws', n: 100 }),
      on('02', { cloud: 'gcp', n: 200 }),
      on('02', { cloud: 'ibm', n: 50 }),
      on('02', { n: 25 }),
      on('02-28', { cloud: 'aws', n: 1 }),
    ]);
    const [line] = (await usage()).charges_usage;
    expect(figures([line, ...line.filters])).toEqual([
      ['375.0', 4, 3_700],
      ['200.0', 1, 2_000],
      ['100.0', 1, 800],
      ['75.0', 2, 900],
    ]);
    expect(line.filters.map((part: Resource) => [part.invoice_display_name, part.values])).toEqual([
      ['Google', { cloud: ['gcp'] }],
      [null, { cloud: ['__ALL_FILTER_VALUES__'] }],
      [null, {}],
    ]);
  });

  test('the filters of a charge are grouped by keys of their own', async () => {
    const metric = await cloud();
    const [google, others] = filters as [object, { properties: object }];
    const grouped = { ...others, properties: { ...others.properties, pricing_group_keys: ['region'] } };
    const { subscription, usage } = await subscribed([
      standard(metric, '0.12', { filters: [google, grouped] }),
    ]);
    await sendEvents(client, subscription, metric, [
      on('02', { cloud: 'aws', region: 'eu', n: 100 }),
      on('02', { cloud: 'aws', n: 10 }),
      on('02', { region: 'eu', n: 50 }),
    ]);
    const [line] = (await usage()).charges_usage;
    expect(line.grouped_usage.map((group: Resource) => [group.grouped_by, group.amount_cents])).toEqual([
      [{}, 600],
      [{ region: 'eu' }, 800],
      [{ region: null }, 80],
    ]);
    expect(figures(line.filters)).toEqual([
      ['0.0', 0, 0],
      ['110.0', 2, 880],
      ['50.0', 1, 600],
    ]);
  });
});

describe('groups', () => {
  let used: Used;

  beforeAll(async () => {
    const metric = await sum();
    used = await subscribed([
      charge(
        metric,
        'graduated',
        {
          graduated_ranges: ranges([0, null, { per_unit_amount: '1', flat_amount: '5' }]),
          pricing_group_keys: ['region', 'model'],
          presentation_group_keys: [{ value: 'user' }, { value: 'team' }],
        },
        { code: 'split' },
      ),
    ]);
    await sendEvents(client, used.subscription, metric, [
      on('02', { region: 'eu', model: 'big', user: 'ann', team: 7, n: 1 }),
      on('02', { region: 'eu', model: 'small', user: 'ann', team: 7, n: 2 }),
      on('02', { region: 'us', model: 'big', user: 'bob', n: 4 }),
      on('02', { region: 'us', model: 'big', user: 'ann', n: 8 }),
      on('02', { model: 'big', n: 16 }),
      on('02-10', { region: 'eu', model: 'big', user: 'ann', n: 32 }),
    ]);
  });

  const groups = (usage: Resource) =>
    usage.charges_usage[0].grouped_usage.map((group: Resource) => [
      Object.values(group.grouped_by).join('/'),
      group.units,
      group.amount_cents,
    ]);

  test('each have a price of their own', async () => {
    const usage = await used.usage();
    expect(groups(usage)).toEqual([
      ['eu/big', '1.0', 600],
      ['eu/small', '2.0', 700],
      ['us/big', '12.0', 1_700],
      ['/big', '16.0', 2_100],
    ]);
    expect(usage.charges_usage[0].grouped_usage[3].grouped_by).toEqual({ region: null, model: 'big' });
    expect(usage.amount_cents).toBe(5_100);
  });

  test('groups of usage can be ignored', async () => {
    const usage = await used.usage({ filter: { skipGrouping: true } }, 'skip_grouping=true');
    expect([groups(usage), usage.amount_cents]).toEqual([[], 3_600]);
  });

  test.each<[object, string, unknown[]]>([
    [{ region: 'us' }, 'filter_by_group[region]=us', [['big', '12.0', 1_700]]],
    [{ user: 'ann' }, 'group[user]=ann', [['eu/big', '1.0', 600], ['eu/small', '2.0', 700], ['us/big', '8.0', 1_300]]], // prettier-ignore
    [
      { team: 7 },
      'filter_by_group[team]=7',
      [
        ['eu/big', '1.0', 600],
        ['eu/small', '2.0', 700],
      ],
    ],
    [{ region: 'none' }, 'filter_by_group[region]=none', [['', '0.0', 500]]],
  ])('usage of a group has only events of %j', async (group, query, expected) => {
    expect(groups(await used.usage({ filter: { group } }, query))).toEqual(expected);
  });

  test('the events of several values are priced together', async () => {
    const group = { region: ['eu', 'us'], model: 'big' };
    const query = `filter_by_group=${encodeURIComponent(JSON.stringify(group))}`;
    expect(figures((await used.usage({ filter: { group } }, query)).charges_usage)).toEqual([
      ['13.0', 3, 1_800],
    ]);
  });

  test('the full usage of a group may be requested', async () => {
    const usage = await used.usage(
      { filter: { group: { region: 'eu' } }, fullUsage: true },
      'filter_by_group[region]=eu&full_usage=true',
    );
    expect(usage.from_datetime).toBe('2027-02-01T00:00:00Z');
    expect(groups(usage)).toEqual([
      ['big', '33.0', 3_800],
      ['small', '2.0', 700],
    ]);
  });

  test.each([
    ['filter_by_group=eu', { group: ['invalid_format'] }],
    [
      Array.from({ length: 21 }, (_, key) => `filter_by_group[k${key}]=v`).join('&'),
      { group: ['too_many_keys'] },
    ],
    [`filter_by_group=${encodeURIComponent('{"region":{"is":"eu"}}')}`, { group: ['invalid_format'] }],
    [`group=${encodeURIComponent('{"region":["eu",null]}')}`, { group: ['invalid_format'] }],
  ])('?%s cannot be read', async (query, details) => {
    expect(await used.refusal(query)).toEqual(details);
  });

  test('units are broken down by presentation keys, at every level', async () => {
    const [line] = (await used.usage()).charges_usage;
    expect(line.presentation_breakdowns).toEqual([
      { presentation_by: { user: 'ann', team: '7' }, units: '3.0' },
      { presentation_by: { user: 'ann', team: null }, units: '8.0' },
      { presentation_by: { user: 'bob', team: null }, units: '4.0' },
      { presentation_by: { user: null, team: null }, units: '16.0' },
    ]);
    expect(line.grouped_usage[2].presentation_breakdowns).toEqual([
      { presentation_by: { user: 'ann', team: null }, units: '8.0' },
      { presentation_by: { user: 'bob', team: null }, units: '4.0' },
    ]);
  });

  test('usage is grouped by the requested keys', async () => {
    const usage = await used.usage({ filter: { presentation: ['user'] } }, 'filter_by_presentation=user');
    expect(usage.charges_usage[0].presentation_breakdowns).toEqual([
      { presentation_by: { user: 'ann' }, units: '11.0' },
      { presentation_by: { user: 'bob' }, units: '4.0' },
      { presentation_by: { user: null }, units: '16.0' },
    ]);
    const none = await used.usage({ filter: { presentation: ['other'] } }, 'filter_by_presentation=other');
    expect(none.charges_usage[0].presentation_breakdowns).toEqual([]);
  });
});

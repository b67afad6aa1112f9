import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addPricingUnit,
  callerWith,
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
import { readProjectedUsage } from '../support/usage.js';

let server: SharedServer;
let client: Client;
/** Noon of 10 September 2027: a third of the month has begun. */
let clock: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  clock = await createClock(client, { frozen_time: '2027-09-10T12:00:00Z' });
});
afterAll(() => server.stop());

/** A subscription of the whole month to a plan with these charges. */
async function subscribed(charges: readonly object[]) {
  const customer = await createCustomer(client, { test_clock_id: clock.svc_id });
  const subscription = await subscribe(client, customer, await createPlan(client, { charges }), {
    subscription_at: '2027-09-01T00:00:00Z',
  });
  const who = { externalCustomerId: customer.external_id, externalSubscriptionId: subscription.external_id };
  return {
    subscription,
    projected: (how: { applyTaxes?: boolean } = {}) => readProjectedUsage(client, { ...who, ...how }),
  };
}

const charge = (metric: Resource, model: string, properties: object, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: model,
  properties,
  ...over,
});

const sum = (over: object = {}) =>
  createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n', ...over });

const figures = (lines: readonly Resource[]) =>
  lines.map((line) => [line.units, line.projected_units, line.amount_cents, line.projected_amount_cents]);

describe('projected usage', () => {
  test('projected usage goes on as it did, priced at the units that will be there', async () => {
    const metric = await sum({ name: 'a' });
    const seats = await sum({ name: 'b', recurring: true });
    const tax = await createTax(client, { rate: 20 });
    const { subscription, projected } = await subscribed([
      charge(
        metric,
        'package',
        { amount: '4.5', package_size: 25, free_units: 10 },
        { tax_codes: [tax.code] },
      ),
      charge(metric, 'percentage', { rate: '10', fixed_amount: '1' }),
      charge(seats, 'standard', { amount: '2' }),
    ]);
    await sendEvents(client, subscription, metric, [{ properties: { n: 61 } }]);
    await sendEvents(client, subscription, seats, [{ properties: { n: 5 } }]);
    const usage = await projected();
    expect(figures(usage.charges_usage)).toEqual([
      ['61.0', '183.0', 1_350, 3_150], // current-usage.md §6.1
      ['61.0', '183.0', 710, 2_130],
      ['5.0', '5.0', 1_000, 1_000],
    ]);
    expect(usage).toMatchObject({
      from_datetime: '2027-09-01T00:00:00Z',
      to_datetime: '2027-09-30T23:59:59Z',
      issuing_date: '2027-09-30',
      svc_invoice_id: null,
      currency: 'EUR',
      amount_cents: 3_060,
      projected_amount_cents: 6_280,
      taxes_amount_cents: 270,
      total_amount_cents: 3_330,
    });
    expect(await projected({ applyTaxes: false })).toMatchObject({
      taxes_amount_cents: 0,
      total_amount_cents: 3_060,
    });
  });

  test('projected usage is added up by filter and group, each of which goes on by itself', async () => {
    const metric = await sum({ filters: [{ key: 'cloud', values: ['aws'] }] });
    const { subscription, projected } = await subscribed([
      charge(
        metric,
        'package',
        {
          amount: '1',
          package_size: 10,
          free_units: 0,
          pricing_group_keys: ['region'],
          presentation_group_keys: [{ value: 'user' }],
        },
        {
          filters: [
            { values: { cloud: ['aws'] }, properties: { amount: '2', package_size: 10, free_units: 0 } },
          ],
        },
      ),
    ]);
    await sendEvents(client, subscription, metric, [
      { properties: { cloud: 'aws', n: 1 } },
      { properties: { region: 'eu', user: 'ann', n: 4 } },
      { properties: { region: 'us', user: 'ann', n: 7 } },
    ]);
    const [line] = (await projected()).charges_usage;
    expect(figures([line])).toEqual([['12.0', '36.0', 400, 700]]);
    expect(figures(line.filters)).toEqual([
      ['1.0', '3.0', 200, 200],
      ['11.0', '33.0', 200, 500],
    ]);
    expect(line.grouped_usage.map((group: Resource) => [group.grouped_by, ...figures([group])])).toEqual([
      [{}, ['1.0', '3.0', 200, 200]],
      [{ region: 'eu' }, ['4.0', '12.0', 100, 200]],
      [{ region: 'us' }, ['7.0', '21.0', 100, 300]],
    ]);
    expect([line.presentation_breakdowns, line.projected_presentation_breakdowns]).toEqual([
      [{ presentation_by: { user: 'ann' }, units: '11.0' }],
      [{ presentation_by: { user: 'ann' }, units: '33.0' }],
    ]);
  });

  test('projected usage is converted from pricing units at the end', async () => {
    const code = await addPricingUnit(server, client);
    const metric = await sum();
    const { subscription, projected } = await subscribed([
      charge(metric, 'standard', { amount: '1' }, { applied_pricing_unit: { code, conversion_rate: '0.7' } }),
    ]);
    await sendEvents(client, subscription, metric, [{ properties: { n: '0.05' } }]);
    const [line] = (await projected()).charges_usage;
    expect(figures([line])).toEqual([['0.05', '0.15', 4, 11]]);
    expect(line.pricing_unit_details).toEqual({
      amount_cents: 5,
      projected_amount_cents: 15,
      short_name: 'CR',
      conversion_rate: '0.7',
    });
  });

  test('projected usage that no answer can hold is refused', async () => {
    const metric = await sum();
    const { subscription } = await subscribed([charge(metric, 'standard', { amount: '1' })]);
    await sendEvents(client, subscription, metric, [{ properties: { n: '50000000000000' } }]);
    const { external_customer_id: customer, external_id: external } = subscription;
    const { body } = await client.get(
      `/customers/${customer}/projected_usage?external_subscription_id=${external}`,
    );
    expect(body.error_details).toEqual({ amount_cents: ['value_is_out_of_range'] });
  });

  test('projected usage exists for active subscriptions of known customers, with the permission', async () => {
    const { subscription } = await subscribed([]);
    const path = (customer: string, external: string) =>
      `/customers/${customer}/projected_usage?external_subscription_id=${external}`;
    const own = path(subscription.external_customer_id, subscription.external_id);
    const answers = [
      await client.get(path('none', subscription.external_id)),
      await client.get(path(subscription.external_customer_id, 'none')),
      await (await server.organization()).get(own),
      await (await callerWith(server, client, { customer: ['read'] })).get(own),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'customer_not_found'],
      [405, 'no_active_subscription'],
      [404, 'customer_not_found'],
      [403, 'read_action_not_allowed_for_customer_usage'],
    ]);
  });
});

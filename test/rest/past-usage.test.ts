import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addPricingUnit,
  callerWith,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readPastUsage } from '../support/usage.js';

let server: SharedServer;
let client: Client;
let story: Story;
let subscription: Resource;
let cloud: Resource;

/** Three months of a subscription, of which two are billed. */
beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const unit = await addPricingUnit(server, client);
  const tax = await createTax(client, { rate: 10 });
  const sum = { aggregation_type: 'sum_agg', field_name: 'n' };
  cloud = await createMetric(client, { ...sum, name: 'cloud', filters: [{ key: 'tier', values: ['pro'] }] });
  const credits = await createMetric(client, { ...sum, name: 'Credits' });
  const plan = await createPlan(client, {
    amount_cents: 1_000,
    tax_codes: [tax.code],
    charges: [
      {
        billable_metric_id: cloud.svc_id,
        charge_model: 'standard',
        properties: { amount: '1', pricing_group_keys: ['region'] },
        filters: [{ values: { tier: ['pro'] }, invoice_display_name: 'Pro', properties: { amount: '2' } }],
      },
      {
        billable_metric_id: credits.svc_id,
        charge_model: 'standard',
        properties: { amount: '1' },
        applied_pricing_unit: { code: unit, conversion_rate: '0.5' },
      },
    ],
  });
  story = await Story.begin(client, '2027-01-01T00:00:00Z');
  subscription = await story.subscribe(plan);
  await story.use(subscription, cloud, {
    '2027-01-10': { n: 3, tier: 'pro' },
    '2027-01-11': { n: 1, region: 'eu' },
    '2027-01-12': { n: 2, region: 'us' },
    '2027-02-10': { n: 7, region: 'us' },
    '2027-03-01': { n: 100 },
  });
  await story.use(subscription, credits, { '2027-01-10': { n: 8 } });
  await story.advance('2027-03-02T00:00:00Z');
});
afterAll(() => server.stop());

const past = (variables: object = {}) =>
  readPastUsage(client, {
    externalCustomerId: story.customer.external_id,
    externalSubscriptionId: subscription.external_id,
    ...variables,
  });

/** `[units, events, cents]`. */
const figures = (lines: readonly Resource[]) =>
  lines.map((line) => [line.units, line.events_count, line.amount_cents]);

describe('past usage', () => {
  test('past usage is that of the billed periods, latest first, as their fees show', async () => {
    const { usage_periods: periods, meta } = await past();
    const [february, january] = await story.invoices().then((invoices) => invoices.toReversed());
    expect(meta).toEqual({
      current_page: 1,
      next_page: null,
      prev_page: null,
      total_pages: 1,
      total_count: 2,
    });
    expect(periods).toMatchObject([
      {
        from_datetime: '2027-02-01T00:00:00Z',
        to_datetime: '2027-02-28T23:59:59Z',
        issuing_date: '2027-03-01',
        svc_invoice_id: february.svc_id,
        currency: 'EUR',
        // The plan counts too.
        amount_cents: 1_700,
        taxes_amount_cents: 170,
        total_amount_cents: 1_870,
      },
      {
        svc_invoice_id: january.svc_id,
        amount_cents: 2_300,
        taxes_amount_cents: 230,
        total_amount_cents: 2_530,
      },
    ]);
    expect([february.fees_amount_cents, february.taxes_amount_cents]).toEqual([1_700, 170]);
  });

  test('past usage is broken down as current usage is, but for what made no fee', async () => {
    const [february, january] = (await past()).usage_periods;
    const [clouds, credits] = january.charges_usage;
    expect([clouds, credits].map((line: Resource) => line.billable_metric.name)).toEqual([
      'cloud',
      'Credits',
    ]);
    expect(figures([clouds, ...clouds.filters])).toEqual([
      ['6.0', 3, 900],
      ['3.0', 1, 600],
      ['3.0', 2, 300],
    ]);
    expect(clouds.filters.map((part: Resource) => [part.invoice_display_name, part.values])).toEqual([
      ['Pro', { tier: ['pro'] }],
      [null, {}],
    ]);
    expect(clouds.grouped_usage.map((group: Resource) => [group.grouped_by, ...figures([group])])).toEqual([
      [{}, ['3.0', 1, 600]],
      [{ region: 'eu' }, ['1.0', 1, 100]],
      [{ region: 'us' }, ['2.0', 1, 200]],
    ]);
    expect([credits.units, credits.amount_cents]).toEqual(['8.0', 400]);
    expect(figures(february.charges_usage)).toEqual([['7.0', 1, 700]]);
    expect(february.charges_usage[0].filters).toEqual([]);
  });

  test('past usage may be requested by metric', async () => {
    const { usage_periods: periods } = await past({ billableMetricCode: cloud.code });
    expect(periods.map((period: Resource) => [period.amount_cents, figures(period.charges_usage)])).toEqual([
      [1_700, [['7.0', 1, 700]]],
      [2_300, [['6.0', 3, 900]]],
    ]);
  });

  test('past usage may be requested for the latest periods, page by page', async () => {
    const starts = ({ usage_periods: periods }: Resource) =>
      periods.map((period: Resource) => period.from_datetime.slice(0, 10));
    const latest = await past({ periodsCount: 1 });
    expect([starts(latest), latest.meta.total_count]).toEqual([['2027-02-01'], 1]);
    const second = await past({ page: 2, perPage: 1 });
    expect([starts(second), second.meta.total_count]).toEqual([['2027-01-01'], 2]);
    expect(starts(await past({ periodsCount: 1, page: 2, perPage: 1 }))).toEqual([]);
  });

  test('past usage of nobody is none', async () => {
    const other = await createCustomer(client);
    for (const who of [
      { externalCustomerId: 'none' },
      { externalCustomerId: other.external_id },
      { externalSubscriptionId: 'none' },
    ]) {
      expect((await past(who)).usage_periods).toEqual([]);
    }
    const { external_id: customer } = story.customer;
    const elsewhere = await server.organization();
    const { body } = await elsewhere.get(
      `/customers/${customer}/past_usage?external_subscription_id=${subscription.external_id}`,
    );
    expect(body.usage_periods).toEqual([]);
  });

  test.each([
    ['', 422, { external_subscription_id: ['value_is_mandatory'] }],
    ['external_subscription_id=s&billable_metric_code=none', 404, 'billable_metric_not_found'],
    ['external_subscription_id=s&periods_count=0', 422, { periods_count: ['value_is_out_of_range'] }],
    ['external_subscription_id=s&periods_count=all', 422, { periods_count: ['value_is_invalid'] }],
  ])('?%s is refused', async (query, status, expected) => {
    const answer = await client.get(`/customers/${story.customer.external_id}/past_usage?${query}`);
    expect([answer.status, answer.body.error_details ?? answer.body.code]).toEqual([status, expected]);
  });

  test('past usage needs the permission', async () => {
    const limited = await callerWith(server, client, { customer: ['read'] });
    const { body } = await limited.get(
      `/customers/${story.customer.external_id}/past_usage?external_subscription_id=s`,
    );
    expect(body.code).toBe('read_action_not_allowed_for_customer_usage');
  });
});

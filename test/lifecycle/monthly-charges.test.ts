// Yearly and semiannual plans whose charges are billed every month: periods.md §6.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, perCall, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
});
afterAll(() => server.stop());

/** Issuing date, window of the charges, and the cents of each fee. */
const billed = (invoice: Resource) => {
  const [period] = invoice.billing_periods;
  return [
    invoice.issuing_date,
    [period.charges_from_datetime, period.charges_to_datetime],
    invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]),
  ];
};

const charges = (over: Record<string, unknown> = {}) => [perCall(metric, over)];

test('a year by the calendar, in arrears: usage every month, the plan with the last of December', async () => {
  const plan = await createPlan(client, {
    interval: 'yearly',
    amount_cents: 12_000,
    bill_charges_monthly: true,
    charges: charges({ min_amount_cents: 3_000 }),
  });
  const story = await Story.begin(client, '2027-11-10T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-11-20T10:00:00Z': {}, '2027-12-05T10:00:00Z': {} });
  await story.advance('2028-02-01T00:00:00Z');
  expect((await story.invoices()).map(billed)).toEqual([
    [
      '2027-12-01',
      ['2027-11-10T00:00:00Z', '2027-11-30T23:59:59Z'],
      [
        ['charge', 100],
        ['charge', 2_000],
      ],
    ],
    [
      '2028-01-01',
      ['2027-12-01T00:00:00Z', '2027-12-31T23:59:59Z'],
      [
        ['subscription', 1_710],
        ['charge', 100],
        ['charge', 2_900],
      ],
    ],
    [
      '2028-02-01',
      ['2028-01-01T00:00:00Z', '2028-01-31T23:59:59Z'],
      [
        ['charge', 0],
        ['charge', 3_000],
      ],
    ],
  ]);
});

test('half a year by its anniversary, in advance: the plan with the first month, usage with each', async () => {
  const plan = await createPlan(client, {
    interval: 'semiannual',
    amount_cents: 6_000,
    pay_in_advance: true,
    bill_charges_monthly: true,
    charges: charges(),
  });
  const story = await Story.begin(client, '2027-01-15T00:00:00Z');
  const subscription = await story.subscribe(plan, { billing_time: 'anniversary' });
  await story.use(subscription, metric, {
    '2027-01-20T10:00:00Z': {},
    '2027-03-20T10:00:00Z': {},
    '2027-07-01T10:00:00Z': {},
  });
  await story.advance('2027-07-15T00:00:00Z');
  const fees = (await story.invoices()).map((invoice) => [
    invoice.issuing_date,
    invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]),
  ]);
  expect(fees).toEqual([
    ['2027-01-15', [['subscription', 6_000]]],
    ['2027-02-15', [['charge', 100]]],
    ['2027-03-15', []],
    ['2027-04-15', [['charge', 100]]],
    ['2027-05-15', []],
    ['2027-06-15', []],
    [
      '2027-07-15',
      [
        ['subscription', 6_000],
        ['charge', 100],
      ],
    ],
  ]);
});

test('a charge that goes in the middle of a period is not billed, with its metric or alone', async () => {
  const gone = await createMetric(client);
  const plan = await createPlan(client, {
    charges: [
      ...charges({ code: 'kept' }),
      ...charges({ code: 'deleted' }),
      ...charges({ billable_metric_id: gone.svc_id }),
    ],
  });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-01-01T00:00:01Z': {} });
  await story.use(subscription, gone, { '2027-01-01T00:00:01Z': {} });
  await story.advance('2027-01-10T00:00:00Z');
  await client.delete(`/plans/${plan.code}/charges/deleted`);
  await client.delete(`/billable_metrics/${gone.code}`);
  const path = `/customers/${story.customer.external_id}/current_usage`;
  const usage = await client.get(`${path}?external_subscription_id=${subscription.external_id}`);
  expect(usage.body.customer_usage.charges_usage).toHaveLength(1);
  await story.advance('2027-02-01T00:00:00Z');
  const [invoice] = await story.invoices();
  expect(invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents])).toEqual([
    ['subscription', 0],
    ['charge', 100],
  ]);
});

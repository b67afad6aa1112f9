// Charge fees on the invoice of a period: bucket by bucket, with minimums and pricing units.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const sum = (over: object = {}) =>
  createMetric(client, { aggregation_type: 'sum_agg', field_name: 'amount', ...over });

const chargeFees = ({ fees }: Resource): Resource[] =>
  fees.filter((fee: Resource) => fee.item.type === 'charge');

test('filters in their order, then the rest, each by group; the minimum is that of the charge', async () => {
  const metric = await sum({
    filters: [
      { key: 'region', values: ['eu', 'us', 'asia'] },
      { key: 'az', values: ['1', '2'] },
    ],
  });
  const plan = await createPlan(client, {
    charges: [
      {
        billable_metric_id: metric.svc_id,
        charge_model: 'standard',
        properties: { amount: '1', pricing_group_keys: ['team'] },
        min_amount_cents: 10_000,
        filters: [
          { values: { region: ['us'] }, properties: { amount: '2' }, invoice_display_name: 'America' },
          { values: { region: ['eu'], az: ['1'] }, properties: { amount: '3' } },
        ],
      },
    ],
  });
  // half a month: half the minimum
  const story = await Story.begin(client, '2027-09-16T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, {
    '2027-09-17T00:00:00Z': { amount: '5', region: 'eu', az: 1 },
    '2027-09-18T00:00:00Z': { amount: '4', team: 'b' },
    '2027-09-19T00:00:00Z': { amount: '3.005', team: 'a', region: 'asia' },
  });
  await story.advance('2027-11-01T00:00:00Z');
  const [october, november] = (await story.invoices()).map(chargeFees);
  expect(
    october?.map((fee) => [
      fee.item.filter_invoice_display_name,
      fee.item.filters,
      fee.item.grouped_by,
      Number(fee.units),
      fee.amount_cents,
      fee.events_count,
    ]),
  ).toEqual([
    ['eu, 1', { region: ['eu'], az: ['1'] }, {}, 5, 1_500, 1],
    [null, null, { team: 'a' }, 3.005, 301, 1],
    [null, null, { team: 'b' }, 4, 400, 1],
    // 5 000 - 1 500 - 301 - 400; precisely 0.5 cents more
    [null, null, {}, 1, 2_799, 0],
  ]);
  const [, , parent, trueUp] = october ?? [];
  expect(trueUp).toMatchObject({
    svc_true_up_parent_fee_id: parent?.svc_id,
    precise_amount: '27.995',
    precise_unit_amount: '27.99',
    total_aggregated_units: '1.0',
    amount_details: {},
  });
  expect(parent?.svc_true_up_fee_id).toBe(trueUp?.svc_id);
  // Nothing was used: the fee that carries the true-up is there all the same.
  expect(november?.map((fee) => [Number(fee.units), fee.amount_cents])).toEqual([
    [0, 0],
    [1, 10_000],
  ]);
});

test('fees in pricing units show units apart', async () => {
  const code = unique('credits');
  const now = new Date().toISOString();
  await server.pool.sql`
    insert into pricing_units (id, organization_id, code, name, short_name, created_at, updated_at)
    values (gen_random_uuid(), ${client.organizationId}, ${code}, 'Credits', 'CR', ${now}, ${now})`;
  const metric = await sum();
  const plan = await createPlan(client, {
    charges: [
      {
        billable_metric_id: metric.svc_id,
        charge_model: 'standard',
        properties: { amount: '3.0865', presentation_group_keys: [{ value: 'host' }] },
        applied_pricing_unit: { code, conversion_rate: '0.7' },
        min_amount_cents: 2_000,
      },
    ],
  });
  const story = await Story.begin(client, '2027-09-01T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, {
    '2027-09-02T00:00:00Z': { amount: '1', host: 'a' },
    '2027-09-03T00:00:00Z': { amount: '3' },
  });
  await story.advance('2027-10-01T00:00:00Z');
  const [invoice] = await story.invoices();
  const [usage, trueUp] = chargeFees(invoice);
  // charges.md §11.7: 12.346 units are 12.35, which are 8.645 in the currency
  expect(usage).toMatchObject({
    amount_cents: 865,
    precise_amount: '8.645',
    pricing_unit_details: {
      pricing_unit_code: code,
      short_name: 'CR',
      amount_cents: 1_235,
      precise_amount_cents: '1234.6',
      unit_amount_cents: 309,
      precise_unit_amount: '3.0865',
      conversion_rate: '0.7',
    },
    presentation_breakdowns: [
      { presentation_by: { host: 'a' }, units: '1.0' },
      { presentation_by: { host: null }, units: '3.0' },
    ],
  });
  // the minimum is in the pricing unit too: 20.00 - 12.35 = 7.65, of which 0.7
  expect(trueUp).toMatchObject({ amount_cents: 536, pricing_unit_details: { amount_cents: 765 } });
  const { data } = await client.graphql(
    `query ($id: ID!) {
      invoice(id: $id) {
        fees {
          amountCents trueUpFeeId trueUpParentFeeId
          pricingUnitDetails { amountCents conversionRate }
          presentationBreakdowns { presentationBy units }
        }
      }
    }`,
    { id: invoice.svc_id },
  );
  const [, first, second] = data.invoice.fees;
  expect([first, second]).toEqual([
    {
      amountCents: 865,
      trueUpFeeId: trueUp?.svc_id,
      trueUpParentFeeId: null,
      pricingUnitDetails: { amountCents: 1_235, conversionRate: '0.7' },
      presentationBreakdowns: [
        { presentationBy: { host: 'a' }, units: '1.0' },
        { presentationBy: { host: null }, units: '3.0' },
      ],
    },
    {
      amountCents: 536,
      trueUpFeeId: null,
      trueUpParentFeeId: usage?.svc_id,
      pricingUnitDetails: { amountCents: 765, conversionRate: '0.7' },
      presentationBreakdowns: null,
    },
  ]);
});

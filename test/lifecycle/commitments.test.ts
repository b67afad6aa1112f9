// Minimum commitments through time: fixed-charges-and-commitments.md §8–9.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
} from '../support/builders.js';
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

type Members = Record<string, unknown>;

/** A customer on a plan of 60.00 that commits to 250.00, with usage at 1.00 and two kinds of fixed charges. */
async function begin(at: string, plan: Members = {}, customer: Members = {}) {
  const metric = await createMetric(client);
  const seat = await createAddOn(client);
  const usage = perCall(metric);
  const fixed = { add_on_id: seat.svc_id, charge_model: 'standard', units: 1, properties: { amount: '5' } };
  const made = await createPlan(client, {
    amount_cents: 6_000,
    minimum_commitment: { amount_cents: 25_000 },
    charges: [usage],
    fixed_charges: [fixed, { ...fixed, pay_in_advance: true, properties: { amount: '7' } }],
    ...plan,
  });
  const story = await Story.begin(client, at, customer);
  const subscription = await story.subscribe(made);
  const use = (days: readonly string[]) =>
    story.use(subscription, metric, Object.fromEntries(days.map((day) => [`${day}T12:00:00Z`, {}])));
  return { story, plan: made, use };
}

/** `[issued, [[item, cents], ...]]`, an invoice a row. */
const bills = async (story: Story) =>
  (await story.invoices()).map((invoice) => [
    invoice.issuing_date,
    invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]),
  ]);

test('in arrears, a period that closes bills the shortfall of its fees', async () => {
  const [own, ofPlan] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 20 })];
  const { story, plan, use } = await begin('2027-04-13T09:00:00Z', {
    tax_codes: [ofPlan.code],
    minimum_commitment: { amount_cents: 25_000, tax_codes: [own.code] },
  });
  await use(['2027-04-20', '2027-04-21', '2027-05-02']);
  await story.advance('2027-06-01T00:00:00Z');
  expect(await bills(story)).toEqual([
    ['2027-04-13', [['fixed_charge', 700]]],
    // 18 of 30 days are committed: 15 000
    ['2027-05-01', [['subscription', 3_600], ['charge', 200], ['fixed_charge', 500], ['fixed_charge', 700], ['commitment', 10_000]]],
    ['2027-06-01', [['subscription', 6_000], ['charge', 100], ['fixed_charge', 500], ['fixed_charge', 700], ['commitment', 17_700]]],
  ]); // prettier-ignore
  const [, may] = await story.invoices();
  expect(may.fees.at(-1)).toMatchObject({
    units: '1.0',
    precise_amount: '100.0',
    precise_unit_amount: '100.0',
    total_aggregated_units: null,
    events_count: null,
    pay_in_advance: false,
    taxes_rate: 10,
    from_date: '2027-04-13T00:00:00Z',
    to_date: '2027-04-30T23:59:59Z',
    svc_charge_id: null,
    svc_fixed_charge_id: null,
    item: {
      type: 'commitment',
      code: plan.code,
      name: plan.name,
      invoice_display_name: 'Minimum commitment - True up',
      item_type: 'Subscription',
      svc_item_id: may.billing_periods[0].svc_subscription_id,
    },
  });
});

test.each([
  [false, [], [['subscription', 3_600], ['charge', 4_150], ['commitment', 7_250]], '§9.4'],
  [true, [['subscription', 3_600]], [['subscription', 6_000], ['charge', 4_150], ['commitment', 7_250]], '§9.5: the fee of May is not of April'],
])('begun on 13 April, in advance %s: then %j, on 1 May %j (%s)', async (payInAdvance, started, closed) => {
  const metric = await createMetric(client);
  const plan = await createPlan(client, {
    amount_cents: 6_000,
    pay_in_advance: payInAdvance,
    minimum_commitment: { amount_cents: 25_000 },
    charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '41.5' } }],
  });
  const story = await Story.begin(client, '2027-04-13T09:00:00Z');
  await story.use(await story.subscribe(plan), metric, { '2027-04-20T12:00:00Z': {} });
  await story.advance('2027-05-01T00:00:00Z');
  const expected = [['2027-04-13', started], ['2027-05-01', closed]];
  expect(await bills(story)).toEqual(expected.filter(([, fees]) => fees?.length !== 0));
}); // prettier-ignore

test('in advance, the next renewal owes it for the period before', async () => {
  const tax = await createTax(client, { rate: 20 });
  const { story, use } = await begin('2027-04-13T09:00:00Z', {
    pay_in_advance: true,
    tax_codes: [tax.code],
    minimum_commitment: { amount_cents: 25_000, invoice_display_name: 'Minimum' },
  });
  await use(['2027-04-20', '2027-04-21']);
  await story.advance('2027-06-01T00:00:00Z');
  expect(await bills(story)).toEqual([
    ['2027-04-13', [['subscription', 3_600], ['fixed_charge', 700]]],
    // 15 000 - 3 600 - 700 - 200 - 500: what is paid for May does not count
    ['2027-05-01', [['subscription', 6_000], ['charge', 200], ['fixed_charge', 500], ['fixed_charge', 700], ['commitment', 10_000]]],
    ['2027-06-01', [['subscription', 6_000], ['fixed_charge', 500], ['fixed_charge', 700], ['commitment', 17_800]]],
  ]); // prettier-ignore
  const [, may] = await story.invoices();
  expect(may.fees.at(-1)).toMatchObject({ taxes_rate: 20, item: { invoice_display_name: 'Minimum' } });
});

test('a period that reaches its commitment has no fee for it; the commitment when the period closes counts', async () => {
  const { story, plan } = await begin('2027-04-01T00:00:00Z', {
    minimum_commitment: { amount_cents: 7_200 },
  });
  await story.advance('2027-05-01T00:00:00Z');
  const commit = (minimum_commitment: object) =>
    client.put(`/plans/${plan.code}`, { plan: { minimum_commitment } });
  await commit({ amount_cents: 7_201 });
  await story.advance('2027-06-01T00:00:00Z');
  await commit({});
  await story.advance('2027-07-01T00:00:00Z');
  const commitments = (await story.invoices()).map(({ fees }) =>
    fees.filter(({ item }: Resource) => item.type === 'commitment').map((fee: Resource) => fee.amount_cents),
  );
  expect(commitments).toEqual([[], [], [1], []]);
});

test.each([
  // 10 of 31 days are committed: 8 065
  [false, ['2027-05-10', [['subscription', 1_935], ['fixed_charge', 500], ['commitment', 4_930]]]],
  [true, ['2027-05-10', [['fixed_charge', 500], ['commitment', 865]]]],
])('a subscription that ends owes it for its days; in advance %s', async (payInAdvance, closing) => {
  const { story, plan } = await begin('2027-05-01T00:00:00Z', { pay_in_advance: payInAdvance });
  await story.advance('2027-05-10T12:00:00Z');
  const [{ billing_periods: [period] }] = await story.invoices(); // prettier-ignore
  expect(period.svc_plan_id).toBe(plan.svc_id);
  const ended = await client.delete(
    `/subscriptions/${period.external_subscription_id}?on_termination_credit_note=skip`,
  );
  expect(ended.status).toBe(200);
  expect((await bills(story)).at(-1)).toEqual(closing);
}); // prettier-ignore

describe('a draft with a true-up counts the current amounts of older drafts, not the original ones', () => {
  test.each<
    [
      string,
      Members,
      string,
      (plan: Resource, use: (days: readonly string[]) => Promise<void>) => Promise<unknown>,
      number,
    ]
  >([
    [
      'in advance, the fee of the period, which the draft of its beginning holds',
      { pay_in_advance: true },
      '2027-07-01T00:00:00Z',
      ({ code }) => client.put(`/plans/${code}`, { plan: { amount_cents: 8_000 } }),
      // 25 000 - 8 000 - 700 - 500 - 100
      15_700,
    ],
    [
      'by the month, late usage of another month',
      { interval: 'yearly', bill_charges_monthly: true, fixed_charges: [] },
      '2028-01-01T00:00:00Z',
      (_, use) => use(['2027-07-04', '2027-08-05']),
      // 214 of 365 days: 14 658 - 3 518 - 300
      10_840,
    ],
  ])('%s', async (_, over, until, change, owed) => {
    const { story, plan, use } = await begin('2027-06-01T00:00:00Z', over, {
      billing_configuration: { invoice_grace_period: 365 },
    });
    await use(['2027-06-10']);
    await story.advance(until);
    await change(plan, use);
    const drafts = await story.invoices();
    const newest = drafts.at(-1);
    expect(drafts.every(({ status }) => status === 'draft')).toBe(true);
    const { body } = await client.put(`/invoices/${newest.svc_id}/finalize`, {});
    const commitments = body.invoice.fees.filter(({ item }: Resource) => item.type === 'commitment');
    expect(commitments.map((fee: Resource) => fee.amount_cents)).toEqual([owed]);
    // The older ones are what was counted.
    for (const { svc_id } of drafts.slice(0, -1)) {
      const counted = (await client.get(`/invoices/${svc_id}`)).body.invoice;
      const final = (await client.put(`/invoices/${svc_id}/finalize`, {})).body.invoice;
      expect(final.sub_total_excluding_taxes_amount_cents).toBe(
        counted.sub_total_excluding_taxes_amount_cents,
      );
    }
  });
});

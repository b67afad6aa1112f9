// The plan amount of a free trial is not due; all else is.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAddOn, createMetric, createPlan, perCall, type Resource } from '../support/builders.js';
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

async function tried(trial_period: number, over: object = {}): Promise<{ plan: Resource; metric: Resource }> {
  const metric = await createMetric(client);
  const charge = perCall(metric);
  const plan = { amount_cents: 6_200, pay_in_advance: true, trial_period, charges: [charge], ...over };
  return { metric, plan: await createPlan(client, plan) };
}

const lines = (invoice: Resource): unknown[] => [
  invoice.created_at,
  ...invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]),
];

const trialEndOf = async ({ external_id }: Resource) =>
  (await client.get(`/subscriptions/${external_id}`)).body.subscription.trial_ended_at;

async function announced({ svc_id }: Resource): Promise<number> {
  const rows = await server.pool.sql`
    select 1 from outbox_messages where object_id = ${svc_id} and webhook_type = 'subscription.trial_ended'`;
  return rows.length;
}

test('a trial in advance bills nothing at the start, the rest of the month at the end of the trial, then as ever', async () => {
  const { plan, metric } = await tried(12);
  expect(plan.trial_period).toBe(12);
  const story = await Story.begin(client, '2027-05-05T08:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-05-06T00:00:00Z': {} });
  await story.advance('2027-05-17T07:59:59Z');
  expect([await story.invoices(), await trialEndOf(subscription)]).toEqual([[], null]);
  await story.advance('2027-06-01T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([
    // 15 of 31 days: subscription-fee.md §8.7
    ['2027-05-17T08:00:00Z', ['subscription', 3_000]],
    ['2027-06-01T00:00:00Z', ['subscription', 6_200], ['charge', 100]],
  ]);
  expect([await trialEndOf(subscription), await announced(subscription)]).toEqual([
    '2027-05-17T08:00:00Z',
    1,
  ]);
});

test('a trial of an upgrade that pays fixed charges at once bills the rest of the month at its end too', async () => {
  const seat = await createAddOn(client);
  const seats = {
    add_on_id: seat.svc_id,
    units: 2,
    charge_model: 'standard',
    pay_in_advance: true,
    properties: { amount: '10' },
  };
  const { plan } = await tried(12, { fixed_charges: [seats] });
  const story = await Story.begin(client, '2027-05-05T08:00:00Z');
  const { external_id } = await story.subscribe(await createPlan(client, { amount_cents: 0 }));
  await story.advance('2027-05-10T00:00:00Z');
  await story.subscribe(plan, { external_id });
  await story.advance('2027-05-31T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([
    ['2027-05-10T00:00:01Z', ['subscription', 0], ['fixed_charge', 2_000]],
    ['2027-05-17T08:00:00Z', ['subscription', 3_000]],
  ]);
});

test('a trial over several periods bills usage alone on billing days', async () => {
  const { plan, metric } = await tried(45);
  const story = await Story.begin(client, '2027-05-05T08:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-05-06T00:00:00Z': {}, '2027-06-06T00:00:00Z': {} });
  await story.advance('2027-07-01T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([
    ['2027-06-01T00:00:00Z', ['charge', 100]],
    // 12 of 30 days
    ['2027-06-19T08:00:00Z', ['subscription', 2_480]],
    ['2027-07-01T00:00:00Z', ['subscription', 6_200], ['charge', 100]],
  ]);
});

test('a trial in arrears counts the fee from its end', async () => {
  const { plan } = await tried(45, { pay_in_advance: false });
  const story = await Story.begin(client, '2027-05-05T08:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.advance('2027-08-01T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([
    ['2027-06-01T00:00:00Z'],
    ['2027-07-01T00:00:00Z', ['subscription', 2_480]],
    ['2027-08-01T00:00:00Z', ['subscription', 6_200]],
  ]);
  expect(await trialEndOf(subscription)).toBe('2027-06-19T08:00:00Z');
});

test('a trial that ends on a billing day is billed with it, once', async () => {
  const { plan } = await tried(27);
  const story = await Story.begin(client, '2027-05-05T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.advance('2027-06-02T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([['2027-06-01T00:00:00Z', ['subscription', 6_200]]]);
  expect([await trialEndOf(subscription), await announced(subscription)]).toEqual([
    '2027-06-01T00:00:00Z',
    1,
  ]);
});

test('a trial is counted from the first start: an upgrade with a longer one continues it', async () => {
  const [{ plan: small, metric }, { plan: big }] = [
    await tried(10),
    await tried(13, { amount_cents: 12_400 }),
  ];
  const story = await Story.begin(client, '2027-05-05T12:00:00Z');
  const subscription = await story.subscribe(small);
  await story.use(subscription, metric, { '2027-05-08T00:00:00Z': {} });
  await story.advance('2027-05-10T12:00:00Z');
  const { external_id } = subscription;
  await story.subscribe(big, { external_id });
  await story.advance('2027-05-18T12:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([
    ['2027-05-10T12:00:01Z', ['charge', 100]],
    // 14 of 31 days
    ['2027-05-18T12:00:00Z', ['subscription', 5_600]],
  ]);
});

test.each([
  [10, 0, [['2027-05-08T00:00:01Z', ['subscription', 9_600]]], 'the other has none: paid from then on'],
  [
    0,
    20,
    [
      ['2027-05-08T00:00:01Z', ['subscription', 600]],
      ['2027-05-25T12:00:00Z', ['subscription', 2_800]],
    ],
    'the other has one that is not over: free until then',
  ],
  [
    0,
    2,
    [['2027-05-08T00:00:01Z', ['subscription', 600], ['subscription', 9_600]]],
    'the other has one that is over',
  ],
])(
  'a trial of %d days, upgraded on the third day to a plan with %d: %j, since %s',
  async (one, other, expected) => {
    const story = await Story.begin(client, '2027-05-05T12:00:00Z');
    const { plan: small } = await tried(one, { pay_in_advance: false });
    const { plan: big } = await tried(other, { amount_cents: 12_400 });
    const { external_id } = await story.subscribe(small);
    await story.advance('2027-05-08T00:00:00Z');
    await story.subscribe(big, { external_id });
    await story.advance('2027-05-31T00:00:00Z');
    const billed = (await story.invoices()).map((invoice) =>
      lines(invoice).filter((line) => !Array.isArray(line) || line[1] !== 0),
    );
    expect(billed).toEqual(expected);
  },
);

test('a trial is counted from the first start under the external id, and recurring units are counted on', async () => {
  const seats = await createMetric(client, {
    aggregation_type: 'sum_agg',
    field_name: 'seats',
    recurring: true,
  });
  const charge = perCall(seats);
  const { plan } = await tried(10, { charges: [charge] });
  const story = await Story.begin(client, '2027-05-05T12:00:00Z');
  const first = await story.subscribe(plan);
  const { external_id } = first;
  await story.use(first, seats, { '2027-05-06T00:00:00Z': { seats: 5 } });
  await story.advance('2027-05-10T12:00:00Z');
  await client.delete(`/subscriptions/${external_id}`);
  await story.advance('2027-05-21T00:00:00Z');
  const again = await story.subscribe(plan, { external_id });
  expect([again.svc_id === first.svc_id, again.previous_plan_code]).toEqual([false, null]);
  await story.advance('2027-06-01T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([
    ['2027-05-10T12:00:00Z', ['charge', 500]],
    ['2027-05-21T00:00:00Z', ['subscription', 2_200]],
    ['2027-06-01T00:00:00Z', ['subscription', 6_200], ['charge', 500]],
  ]); // prettier-ignore
});

test('an end on its last day gives the whole fee back: nothing of it was used', async () => {
  const { plan } = await tried(12);
  const story = await Story.begin(client, '2027-05-05T08:00:00Z');
  const { external_id } = await story.subscribe(plan);
  await story.advance('2027-05-17T12:00:00Z');
  const [{ svc_id: invoice_id }] = await story.invoices();
  await client.post('/payments', { payment: { invoice_id, amount_cents: 3_000, reference: 'cheque' } });
  await story.advance('2027-05-17T15:00:00Z');
  await client.delete(`/subscriptions/${external_id}?on_termination_credit_note=refund`);
  // subscription-fee.md §8.9
  expect(await story.creditNotes()).toMatchObject([
    { refund_amount_cents: 3_000, credit_amount_cents: 0, total_amount_cents: 3_000 },
  ]);
});

test.each([
  [14, true, [['2027-08-01T00:00:00Z', ['subscription', 5_000], ['charge', 100]]], 'was over by then'],
  [76, true, [['2027-08-01T00:00:00Z', ['subscription', 5_000], ['charge', 100]]], 'ended at midnight'],
  [
    90,
    false,
    [
      ['2027-08-01T00:00:00Z', ['charge', 100]],
      // 29 of 31 days: subscription-fee.md §8.10
      ['2027-08-03T00:00:00Z', ['subscription', 4_677]],
    ],
    'ends later, and is billed then',
  ],
])(
  'a trial of %d days, of a plan in advance that was backdated: over %s, %j (%s)',
  async (days, isOver, billed) => {
    const { plan, metric } = await tried(days, { amount_cents: 5_000 });
    const story = await Story.begin(client, '2027-07-20T00:00:00Z');
    const subscription = await story.subscribe(plan, { subscription_at: '2027-05-05T00:00:00Z' });
    expect([(await trialEndOf(subscription)) !== null, await announced(subscription)]).toEqual([
      isOver,
      isOver ? 1 : 0,
    ]);
    await story.use(subscription, metric, { '2027-07-20T00:00:00Z': {} });
    await story.advance('2027-07-25T00:00:00Z');
    expect(await story.invoices()).toEqual([]);
    await story.advance('2027-08-10T00:00:00Z');
    expect((await story.invoices()).map(lines)).toEqual(billed);
    expect([await trialEndOf(subscription), await announced(subscription)]).toEqual([
      new Date(Date.parse('2027-05-05T00:00:00Z') + days * 86_400_000).toISOString().replace('.000', ''),
      1,
    ]);
  },
);

test('a trial of a planned subscription, over when an update lets it begin in the past, bills nothing either', async () => {
  const { plan } = await tried(5, { amount_cents: 5_000 });
  const story = await Story.begin(client, '2027-07-01T00:00:00Z');
  const planned = await story.subscribe(plan, { subscription_at: '2027-08-15T00:00:00Z' });
  await story.advance('2027-07-20T00:00:00Z');
  const { body } = await client.put(`/subscriptions/${planned.external_id}?status=pending`, {
    subscription: { subscription_at: '2027-07-10T00:00:00Z' },
  });
  expect(body.subscription).toMatchObject({ status: 'active', trial_ended_at: '2027-07-15T00:00:00Z' });
  await story.advance('2027-08-01T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([['2027-08-01T00:00:00Z', ['subscription', 5_000]]]);
});

test('an end within it leaves nothing to give back', async () => {
  const { plan } = await tried(20);
  const story = await Story.begin(client, '2027-05-05T12:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.advance('2027-05-10T12:00:00Z');
  expect((await client.delete(`/subscriptions/${subscription.external_id}`)).status).toBe(200);
  await story.advance('2027-07-01T00:00:00Z');
  expect((await story.invoices()).map(lines)).toEqual([['2027-05-10T12:00:00Z']]);
  expect(await announced(subscription)).toBe(0);
});

test('a negative one is refused', async () => {
  const plan = { name: 'x', code: 'x', interval: 'monthly', amount_cents: 1, amount_currency: 'EUR' };
  const answer = await client.post('/plans', { plan: { ...plan, pay_in_advance: true, trial_period: -1 } });
  expect(answer.body.error_details).toEqual({ trial_period: ['value_is_out_of_range'] });
});

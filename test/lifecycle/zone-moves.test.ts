// A customer moves to a zone where days begin again or are skipped: events are billed once by their instants, days, periods
// and minimums once by their dates (periods.md §9).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddOn, createMetric, createPlan, perCall, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let seat: Resource;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  seat = await createAddOn(client);
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'value' });
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;

/** 1 June 2027, and 1 July, in Tokyo; an hour later, when the customer moves. */
const START = '2027-05-31T15:00:00Z';
const JULY = '2027-06-30T15:00:00Z';
const AFTER = '2027-06-30T16:00:00Z';
/** 10 July in Denver. */
const TENTH = '2027-07-10T12:00:00Z';
/** 1 August there. */
const AUGUST = '2027-08-01T06:00:00Z';

const fixed = (over: Members = {}) => ({
  add_on_id: seat.svc_id,
  charge_model: 'standard',
  units: 10,
  properties: { amount: '1.20' },
  ...over,
});

/** A customer in Tokyo with a subscription to a plan of 30.00, at an instant. */
async function tokyo(at: string, over: Members = {}) {
  const plan = await createPlan(client, { amount_cents: 3_000, ...over });
  const story = await Story.begin(client, START, { timezone: 'Asia/Tokyo' });
  const subscription = await story.subscribe(plan);
  if (at !== START) await story.advance(at);
  return { story, plan, subscription };
}

async function moveTo(story: Story, timezone: string): Promise<void> {
  const { external_id } = story.customer;
  const { status } = await client.post('/customers', { customer: { external_id, timezone } });
  expect(status).toBe(200);
}

const end = ({ external_id }: Resource, query = '') => client.delete(`/subscriptions/${external_id}${query}`);

/** The invoice that was made last. */
async function lastInvoice(story: Story): Promise<Resource> {
  const invoices = await story.invoices();
  return invoices.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)).at(-1);
}

/** Its fees: `[[item, cents], ...]`. */
async function lastFees(story: Story): Promise<[string, number][]> {
  return (await lastInvoice(story)).fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]);
}

const charged = (over: Members = {}) => ({ charges: [perCall(metric, over)], fixed_charges: [fixed()] });

describe('to the west, after June was billed in arrears', () => {
  test('an end on 30 June pays for no date again, and for its usage', async () => {
    const { story, subscription } = await tokyo(JULY, charged());
    await story.use(subscription, metric, { '2027-06-30T15:30:00Z': { value: 1 } });
    await story.advance(AFTER);
    await moveTo(story, 'America/Denver');
    await end(subscription);
    expect(await lastFees(story)).toEqual([
      ['subscription', 0],
      ['charge', 100],
    ]);
  });

  test('an end on 1 July, which was billed as a billing day, pays for that day alone', async () => {
    const { story, subscription } = await tokyo(JULY, charged());
    await story.use(subscription, metric, {
      '2027-06-30T15:30:00Z': { value: 1 },
      '2027-07-01T12:00:00Z': { value: 2 },
    });
    await story.advance(AFTER);
    await moveTo(story, 'America/Denver');
    await story.advance('2027-07-01T16:00:00Z');
    await end(subscription);
    expect(await lastFees(story)).toEqual([
      ['subscription', 97],
      ['charge', 300],
      ['fixed_charge', 1_200],
    ]);
  });

  test('an end on 1 July commits to that day alone', async () => {
    const { story, subscription } = await tokyo(AFTER, { minimum_commitment: { amount_cents: 31_000 } });
    await moveTo(story, 'America/Denver');
    await story.advance('2027-07-01T16:00:00Z');
    await end(subscription);
    expect(await lastFees(story)).toEqual([
      ['subscription', 97],
      ['commitment', 903],
    ]);
  });

  test('a customer who stays pays for July once, on 1 August', async () => {
    const { story, subscription } = await tokyo(JULY, charged());
    await story.use(subscription, metric, { '2027-06-30T15:30:00Z': { value: 1 } });
    await story.advance(AFTER);
    await moveTo(story, 'America/Denver');
    await story.advance(new Date(Date.parse(AUGUST) - 1_000).toISOString());
    expect(await story.listedInvoices()).toHaveLength(1);
    await story.advance(AUGUST);
    expect(await lastFees(story)).toEqual([
      ['subscription', 3_000],
      ['charge', 100],
      ['fixed_charge', 1_200],
    ]);
    expect((await lastInvoice(story)).billing_periods[0]).toMatchObject({
      charges_from_datetime: JULY,
      charges_to_datetime: '2027-08-01T05:59:59Z',
    });
  });

  test('a draft of August keeps its amount when it is refreshed', async () => {
    const { story, subscription } = await tokyo(JULY, {
      charges: [perCall(metric, { min_amount_cents: 5_000 })],
      fixed_charges: [fixed({ prorated: true })],
    });
    await story.use(subscription, metric, { '2027-06-30T15:30:00Z': { value: 1 } });
    await story.advance(AFTER);
    const { external_id } = story.customer;
    const billing_configuration = { invoice_grace_period: 5 };
    await client.post('/customers', {
      customer: { external_id, timezone: 'America/Denver', billing_configuration },
    });
    await story.advance(AUGUST);
    const expected = [
      ['subscription', 3_000],
      ['charge', 100],
      ['charge', 4_900],
      ['fixed_charge', 1_200],
    ];
    expect(await lastFees(story)).toEqual(expected);
    const { status, svc_id } = await lastInvoice(story);
    expect(status).toBe('draft');
    await client.put(`/invoices/${svc_id}/refresh`);
    expect(await lastFees(story)).toEqual(expected);
  });
});

describe('to the west on 10 July', () => {
  test.each<[string, () => Members, number, [string, number][]]>([
    [
      'what was used of July counts towards its commitment',
      () => ({ ...charged(), minimum_commitment: { amount_cents: 25_000 } }),
      240,
      [
        ['subscription', 3_000],
        ['charge', 24_000],
        ['fixed_charge', 1_200],
      ],
    ],
    [
      'a spending minimum is that of 31 days',
      () => ({ charges: [perCall(metric, { min_amount_cents: 5_000 })] }),
      0,
      [
        ['subscription', 3_000],
        ['charge', 0],
        ['charge', 5_000],
      ],
    ],
    [
      'prorated quantities are those of 31 days',
      () => ({ fixed_charges: [fixed({ prorated: true })] }),
      0,
      [
        ['subscription', 3_000],
        ['fixed_charge', 1_200],
      ],
    ],
  ])('%s', async (_, over, value, fees) => {
    const { story, subscription } = await tokyo(JULY, over());
    if (value > 0) await story.use(subscription, metric, { '2027-07-05T00:00:00Z': { value } });
    await story.advance(TENTH);
    await moveTo(story, 'America/Denver');
    await story.advance(AUGUST);
    expect(await lastFees(story)).toEqual(fees);
  });

  test('prorated usage is that of 31 days', async () => {
    const seats = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'value',
      recurring: true,
    });
    const { story, subscription } = await tokyo(JULY, { charges: [perCall(seats, { prorated: true })] });
    await story.use(subscription, seats, { '2027-06-30T15:30:00Z': { value: 10 } });
    await story.advance(TENTH);
    await moveTo(story, 'America/Denver');
    await story.advance(AUGUST);
    expect(await lastFees(story)).toEqual([
      ['subscription', 3_000],
      ['charge', 1_000],
    ]);
  });

  test('units of July paid in advance are not paid again when more are added', async () => {
    const { story, plan } = await tokyo(TENTH, { fixed_charges: [fixed({ pay_in_advance: true })] });
    await moveTo(story, 'America/Denver');
    await story.advance('2027-07-15T12:00:00Z');
    const [{ svc_id: id }] = plan.fixed_charges;
    const units = { id, ...fixed({ units: 12 }), apply_units_immediately: true };
    const { status } = await client.put(`/plans/${plan.code}`, { plan: { fixed_charges: [units] } });
    expect(status).toBe(200);
    expect(await lastFees(story)).toEqual([['fixed_charge', 240]]);
    await story.advance(AUGUST);
    expect(await lastFees(story)).toEqual([
      ['subscription', 3_000],
      ['fixed_charge', 1_440],
    ]);
  });

  test('a plan in advance reconciles July by its dates', async () => {
    const { story, subscription } = await tokyo(JULY, {
      pay_in_advance: true,
      charges: [perCall(metric)],
      minimum_commitment: { amount_cents: 25_000 },
    });
    await story.use(subscription, metric, { '2027-07-05T00:00:00Z': { value: 100 } });
    await story.advance(TENTH);
    await moveTo(story, 'America/Denver');
    await story.advance(AUGUST);
    expect(await lastFees(story)).toEqual([
      ['subscription', 3_000],
      ['charge', 10_000],
      ['commitment', 12_000],
    ]);
  });
});

describe('to the west, after July was paid in advance', () => {
  const credits = async (story: Story) =>
    (await story.creditNotes()).map(({ credit_amount_cents }) => credit_amount_cents).toSorted();

  test('an end on 30 June gives July back', async () => {
    const { story, subscription } = await tokyo(AFTER, { pay_in_advance: true });
    await moveTo(story, 'America/Denver');
    await end(subscription, '?on_termination_credit_note=credit');
    expect(await credits(story)).toEqual([3_000]);
  });

  test('an upgrade on 30 June gives that day and July back, of their own fees', async () => {
    const expensive = await createPlan(client, { amount_cents: 6_000, pay_in_advance: true });
    const { story, subscription } = await tokyo(AFTER, { pay_in_advance: true });
    await moveTo(story, 'America/Denver');
    await story.subscribe(expensive, { external_id: subscription.external_id });
    // June: 3,000 / 30.
    expect(await credits(story)).toEqual([100, 3_000]);
    expect(await lastFees(story)).toEqual([['subscription', 200]]);
  });

  test('the billing day is not billed again, and August is', async () => {
    const { story } = await tokyo(AFTER, { pay_in_advance: true });
    const before = (await story.listedInvoices()).length;
    await moveTo(story, 'America/Denver');
    await story.advance('2027-07-31T12:00:00Z');
    expect(await story.listedInvoices()).toHaveLength(before);
    await story.advance(AUGUST);
    expect(await story.listedInvoices()).toHaveLength(before + 1);
    expect(await lastFees(story)).toEqual([['subscription', 3_000]]);
  });
});

test('current usage begins where the last invoice ended, as the next one will', async () => {
  const { story, subscription } = await tokyo(JULY, charged());
  await story.use(subscription, metric, { '2027-06-30T15:30:00Z': { value: 1 } });
  await story.advance(TENTH);
  await moveTo(story, 'America/Denver');
  const path = `/customers/${story.customer.external_id}/current_usage`;
  const { body } = await client.get(`${path}?external_subscription_id=${subscription.external_id}`);
  expect(body.customer_usage).toMatchObject({
    from_datetime: JULY,
    to_datetime: '2027-08-01T05:59:59Z',
    amount_cents: 100,
  });
  const { body: shown } = await client.get(`/subscriptions/${subscription.external_id}`);
  expect(shown.subscription.current_billing_period_started_at).toBe(JULY);
});

test('an event in advance is rated after those since the last invoice, wherever those were', async () => {
  const tiers = [
    { from_value: 0, to_value: 2, per_unit_amount: '1', flat_amount: '0' },
    { from_value: 3, to_value: null, per_unit_amount: '5', flat_amount: '0' },
  ];
  const charge = { charge_model: 'graduated', properties: { graduated_ranges: tiers }, pay_in_advance: true };
  const { story, subscription } = await tokyo(AFTER, {
    charges: [{ billable_metric_id: metric.svc_id, ...charge }],
  });
  await story.use(subscription, metric, { '2027-06-30T15:30:00Z': { value: 2 } });
  await moveTo(story, 'America/Denver');
  await story.advance(TENTH);
  await story.use(subscription, metric, { '2027-07-10T11:00:00Z': { value: 1 } });
  await story.advance('2027-07-11T12:00:00Z');
  expect(await lastFees(story)).toEqual([['charge', 500]]);
});

test('July is billed whole to the east, where days are skipped', async () => {
  const plan = await createPlan(client, { amount_cents: 3_000, ...charged({ min_amount_cents: 5_000 }) });
  const story = await Story.begin(client, '2027-06-01T06:00:00Z', { timezone: 'America/Denver' });
  await story.subscribe(plan);
  await story.advance(TENTH);
  await moveTo(story, 'Asia/Tokyo');
  await story.advance('2027-07-31T15:00:00Z');
  expect(await lastFees(story)).toEqual([
    ['subscription', 3_000],
    ['charge', 0],
    ['charge', 5_000],
    ['fixed_charge', 1_200],
  ]);
});

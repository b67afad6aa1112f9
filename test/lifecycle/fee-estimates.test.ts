// What an event would cost under charges in advance; nothing is stored.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { EstimateFeesDocument } from '../generated/documents.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let vat: Resource;
let seats: Resource;
let traffic: Resource;
let computed: Resource;
let arrears: Resource;
let subscription: Resource;

const FULL = '/events/estimate_fees';
const INSTANT = '/events/estimate_instant_fees';
const BATCH = '/events/batch_estimate_instant_fees';

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  vat = await createTax(client, { rate: 20 });
  const sum = (field_name: string, over: object = {}) =>
    createMetric(client, { aggregation_type: 'sum_agg', field_name, ...over });
  seats = await sum('seats', { recurring: true });
  traffic = await sum('gigabytes', { filters: [{ key: 'region', values: ['eu', 'us'] }] });
  computed = await sum('total', { expression: 'event.properties.a * 2' });
  arrears = await sum('minutes');
  const inAdvance = (metric: Resource, over: object) => ({
    billable_metric_id: metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '10' },
    pay_in_advance: true,
    ...over,
  });
  const plan = await createPlan(client, {
    tax_codes: [vat.code],
    charges: [
      inAdvance(seats, { prorated: true, invoice_display_name: 'Seats' }),
      inAdvance(traffic, {
        charge_model: 'percentage',
        properties: {
          rate: '1.8',
          fixed_amount: '0.2',
          free_units_per_events: 1,
          per_transaction_min_amount: '0.6',
        },
        filters: [{ values: { region: ['eu'] }, properties: { rate: '50' } }],
      }),
      inAdvance(computed, {
        charge_model: 'package',
        properties: { amount: '3', package_size: 5, free_units: 0 },
      }),
      inAdvance(arrears, { pay_in_advance: false }),
    ],
  });
  const story = await Story.begin(client, '2027-09-01T00:00:00Z');
  subscription = await story.subscribe(plan);
  await story.advance('2027-09-02T12:00:00Z');
});
afterAll(() => server.stop());

const event = (metric: Resource, properties: object, over: object = {}) => ({
  code: metric.code,
  external_subscription_id: subscription.external_id,
  properties,
  ...over,
});

const estimate = (path: string, sent: object) => client.post(path, { event: sent });
const shown = ({ status, body }: RestAnswer) => [
  status,
  body.fees.map((fee: Resource) => [
    fee.item.code,
    Number(fee.units),
    fee.amount_cents,
    fee.taxes_amount_cents,
  ]),
];

test('a whole fee, by what is stored and with taxes; none of it is kept', async () => {
  const sent = event(seats, { seats: '4' }, { transaction_id: 'later' });
  const answer = await client.post('/events/estimate_fees', { event: sent });
  // 40 x 29 / 30
  expect(shown(answer)).toEqual([200, [[seats.code, 4, 3_867, 773]]]);
  expect(answer.body.fees[0]).toMatchObject({
    svc_id: null,
    svc_invoice_id: null,
    svc_charge_id: expect.any(String),
    svc_charge_filter_id: null,
    svc_subscription_id: subscription.svc_id,
    external_subscription_id: subscription.external_id,
    precise_amount: '38.6667',
    precise_unit_amount: '9.6675',
    events_count: 1,
    amount_details: null,
    event_transaction_id: 'later',
    payment_status: 'pending',
    pay_in_advance: true,
    created_at: null,
    precise_coupons_amount_cents: '0.0',
    item: { type: 'charge', invoice_display_name: 'Seats', grouped_by: {} },
    applied_taxes: [{ tax_code: vat.code, amount_cents: 773, svc_fee_id: null }],
    svc_fixed_charge_id: null,
    svc_true_up_fee_id: null,
    svc_true_up_parent_fee_id: null,
    svc_original_fee_id: null,
    description: null,
    presentation_breakdowns: null,
    self_billed: null,
    succeeded_at: null,
    failed_at: null,
    refunded_at: null,
  });
  const { estimateFees } = await client.query(EstimateFeesDocument, {
    input: {
      code: seats.code,
      externalSubscriptionId: subscription.external_id,
      properties: { seats: '4' },
    },
  });
  expect(estimateFees).toEqual([
    { __typename: 'FeeEstimate', id: null, amountCents: 3_867, selfBilled: null, createdAt: null },
  ]);
  expect((await client.get('/fees')).body.fees).toEqual([]);
  expect((await client.get('/events')).body.events).toEqual([]);
});

test('the first event is free, unless only the event itself is rated', async () => {
  const first = event(traffic, { gigabytes: 15, region: 'us' });
  expect(shown(await estimate(FULL, first))).toEqual([200, [[traffic.code, 15, 0, 0]]]);
  // 15 x 1.8 % + 0.20, raised to 0.60: current-usage.md §6.4
  const alone = await client.post('/events/estimate_instant_fees', { event: first });
  expect(shown(alone)).toEqual([200, [[traffic.code, 15, 60, 0]]]);
  const europe = await estimate(INSTANT, event(traffic, { gigabytes: 15, region: 'eu' }));
  expect(shown(europe)).toEqual([200, [[traffic.code, 15, 750, 0]]]);
  expect(europe.body.fees[0]).toMatchObject({
    svc_charge_filter_id: expect.any(String),
    total_amount_cents: 750,
    precise_unit_amount: '0.5',
    event_transaction_id: expect.any(String),
    item: { filters: { region: ['eu'] }, filter_invoice_display_name: 'eu' },
    applied_taxes: [],
  });
});

test('expressions are evaluated, and a missing number is 0', async () => {
  expect(shown(await estimate(FULL, event(computed, { a: 3 })))).toEqual([
    200,
    [[computed.code, 6, 600, 120]],
  ]);
  expect(shown(await estimate(INSTANT, event(seats, {})))).toEqual([200, [[seats.code, 0, 0, 0]]]);
  expect(shown(await estimate(FULL, event(seats, {})))).toEqual([200, []]);
});

test('many at once, those of a subscription together, wrapped or not', async () => {
  const events = [
    event(seats, { seats: 1 }),
    { event: event(traffic, { gigabytes: 100 }) },
    event(arrears, { minutes: 7 }),
    event(seats, { seats: -1 }),
  ];
  expect(shown(await client.post('/events/batch_estimate_instant_fees', { events }))).toEqual([
    200,
    [
      [seats.code, 1, 1_000, 0],
      [traffic.code, 100, 200, 0],
      [seats.code, 0, 0, 0],
    ],
  ]);
  expect((await client.post(BATCH, { events: [] })).body).toEqual({ fees: [] });
});

test('the same through GraphQL', async () => {
  const { data, errors } = await client.graphql(
    `query ($one: EventToEstimateInput!, $many: EventsToEstimateInput!) {
      full: estimateFees(input: $one) { units amountCents taxesAmountCents preciseAmount item { code } }
      instant: estimateInstantFees(input: $one) { amountCents appliedTaxes { amountCents } }
      many: estimateInstantFeesOfEvents(input: $many) { amountCents }
    }`,
    {
      one: { code: seats.code, externalSubscriptionId: subscription.external_id, properties: { seats: 4 } },
      many: {
        events: [
          { code: seats.code, externalSubscriptionId: subscription.external_id, properties: { seats: 2 } },
        ],
      },
    },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    full: [
      {
        units: '4.0',
        amountCents: 3_867,
        taxesAmountCents: 773,
        preciseAmount: '38.6667',
        item: { code: seats.code },
      },
    ],
    instant: [{ amountCents: 4_000, appliedTaxes: [] }],
    many: [{ amountCents: 2_000 }],
  });
});

describe('refusals', () => {
  const elsewhere = () => ({ external_subscription_id: unique('nobody') });

  test.each<[string, () => object, number, string | object]>([
    ['an unknown subscription', () => event(seats, {}, elsewhere()), 404, 'subscription_not_found'],
    [
      'a blank subscription',
      () => event(seats, {}, { external_subscription_id: '' }),
      404,
      'subscription_not_found',
    ],
    ['an unknown metric', () => event({ code: 'x' }, {}), 404, 'billable_metric_not_found'],
    ['no time', () => event(seats, {}, { timestamp: 'soon' }), 422, { timestamp: ['invalid_format'] }],
    ['no number', () => event(seats, { seats: 'many' }), 422, { properties: ['value_is_not_valid_number'] }],
    [
      'a metric that is not paid in advance',
      () => event(arrears, { minutes: 1 }),
      422,
      { code: ['does_not_match_an_instant_charge'] },
    ],
    [
      'an expression without its property',
      () => event(computed, {}),
      422,
      { properties: ['expression_evaluation_failed', expect.any(String)] },
    ],
    [
      'a blank transaction id',
      () => event(seats, {}, { transaction_id: '' }),
      422,
      { transaction_id: ['value_is_missing_or_already_exists'] },
    ],
  ])('whole: %s', async (_, sent, status, expected) => {
    const answer = await estimate(FULL, sent());
    expect([
      answer.status,
      typeof expected === 'string' ? answer.body.code : answer.body.error_details,
    ]).toEqual([status, expected]);
  });

  test('a transaction id that is taken', async () => {
    const taken = event(arrears, { minutes: 1 }, { transaction_id: 'taken' });
    expect((await client.post('/events', { event: taken })).status).toBe(200);
    const answer = await estimate(FULL, event(seats, {}, { transaction_id: 'taken' }));
    expect(answer.body.error_details).toEqual({ transaction_id: ['value_is_missing_or_already_exists'] });
  });

  test('instantly: nothing that matches, nobody who runs, too many', async () => {
    const mismatch = { code: ['does_not_match_an_instant_charge'] };
    expect((await estimate(INSTANT, event(computed, { a: 1 }))).body.error_details).toEqual(mismatch);
    expect((await estimate(INSTANT, event(seats, {}, elsewhere()))).body.code).toBe('subscription_not_found');
    const plain = await (
      await Story.begin(client, '2027-09-01T00:00:00Z')
    ).subscribe(await createPlan(client));
    const ofPlain = event(seats, {}, { external_subscription_id: plain.external_id });
    expect((await client.post(BATCH, { events: [ofPlain] })).body.error_details).toEqual(mismatch);
    const strangers = [event(seats, { seats: 1 }), event(seats, {}, elsewhere())];
    expect((await client.post(BATCH, { events: strangers })).body.code).toBe('subscription_not_found');
    const many = Array(101).fill(event(seats, {}));
    expect((await client.post(BATCH, { events: many })).body.error_details).toEqual({
      events: ['too_many_events'],
    });
  });

  test("another organization's subscription is not found, and the permission is that of events", async () => {
    const stranger = await server.organization();
    const reader = await callerWith(server, client, { event: ['read'] });
    for (const path of [FULL, INSTANT]) {
      const foreign = await stranger.post(path, { event: event(seats, {}) });
      expect([foreign.status, foreign.body.code]).toEqual([404, 'subscription_not_found']);
      const refused = await reader.post(path, { event: event(seats, {}) });
      expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_event']);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerWith, createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readExplanation } from '../support/usage.js';

let server: SharedServer;
let client: Client;
let story: Story;
let plan: Resource;
let subscription: Resource;
/** By name. */
let metrics: Record<string, Resource>;

const sum = { aggregation_type: 'sum_agg', field_name: 'n' };

/** A subscription since 10 January 2027, in February: January is billed. */
beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metrics = {
    calls: await createMetric(client),
    tokens: await createMetric(client, { ...sum, filters: [{ key: 'model', values: ['big', 'small'] }] }),
    seats: await createMetric(client, { ...sum, recurring: true }),
    users: await createMetric(client, { aggregation_type: 'unique_count_agg', field_name: 'n' }),
    unsold: await createMetric(client),
  };
  const charge = (name: string, amount: string, over: object = {}) => ({
    billable_metric_id: metrics[name]?.svc_id,
    charge_model: 'standard',
    properties: { amount },
    code: name,
    ...over,
  });
  const big = { values: { model: ['big'] }, properties: { amount: '2' } };
  plan = await createPlan(client, {
    charges: [
      charge('calls', '1'),
      charge('tokens', '0', { filters: [big] }),
      charge('tokens', '1', { code: 'all_tokens', filters: [big], pay_in_advance: true, invoiceable: false }),
      charge('seats', '1'),
      charge('users', '1'),
    ],
  });
  story = await Story.begin(client, '2027-01-10T12:00:00Z');
  subscription = await story.subscribe(plan);
  await story.advance('2027-02-10T00:00:00Z');
});
afterAll(() => server.stop());

/** Sends an event now, dated as given, and asks about it. */
async function explained(code: string, timestamp: string, over: object = {}): Promise<Resource> {
  const transactionId = unique('event');
  await client.post('/events', {
    event: {
      transaction_id: transactionId,
      external_subscription_id: subscription.external_id,
      code: metrics[code]?.code ?? code,
      timestamp: Date.parse(`2027-${timestamp}Z`) / 1_000,
      ...over,
    },
  });
  return readExplanation(client, transactionId);
}

const properties = (members: object) => ({ properties: members });
const FEBRUARY = { from_datetime: '2027-02-01T00:00:00Z', to_datetime: '2027-02-28T23:59:59Z' };
const JANUARY = { from_datetime: '2027-01-10T12:00:00Z', to_datetime: '2027-01-31T23:59:59Z' };

describe('an event that counts', () => {
  test('an event that counts is explained with its subscription, plan, charge and period', async () => {
    const explanation = await explained('calls', '02-05T00:00');
    expect(explanation).toEqual({
      transaction_id: expect.any(String),
      external_subscription_id: subscription.external_id,
      svc_subscription_id: subscription.svc_id,
      plan_code: plan.code,
      counted: true,
      reason: null,
      charges: [
        {
          svc_charge_id: plan.charges[0].svc_id,
          charge_code: 'calls',
          svc_charge_filter_id: null,
          ...FEBRUARY,
          units: '1.0',
        },
      ],
    });
  });

  test('an event that counts is explained with the filter of each charge that matches it', async () => {
    const { counted, charges } = await explained(
      'tokens',
      '02-05T00:00',
      properties({ model: 'big', n: '2.5' }),
    );
    expect([counted, charges]).toMatchObject([
      true,
      [
        { charge_code: 'tokens', svc_charge_filter_id: expect.any(String), units: '2.5' },
        { charge_code: 'all_tokens', svc_charge_filter_id: expect.any(String), units: '2.5' },
      ],
    ]);
  });

  test('an event that counts may be one that no filter takes, where the rest has a price', async () => {
    const { charges } = await explained('tokens', '02-05T00:00', properties({ model: 'tiny', n: 1 }));
    expect(charges).toMatchObject([{ charge_code: 'all_tokens', svc_charge_filter_id: null }]);
  });

  test('an event that counts brings no units of its own when items are counted', async () => {
    const { counted, charges } = await explained('users', '02-05T00:00', properties({ n: 'ann' }));
    expect([counted, charges]).toMatchObject([true, [{ charge_code: 'users', units: null }]]);
  });

  test.each([
    ['a period that is billed', '01-20T00:00', JANUARY],
    ['a time before its subscription', '01-02T00:00', JANUARY],
  ])('an event that counts may be of %s, where quantities last', async (_, timestamp, window) => {
    const explanation = await explained('seats', timestamp, properties({ n: 3 }));
    expect(explanation).toMatchObject({
      counted: true,
      svc_subscription_id: subscription.svc_id,
      charges: [{ charge_code: 'seats', units: '3.0', ...window }],
    });
  });

  test('an event that counts may be of a period that is billed, where it is paid in advance', async () => {
    const { charges } = await explained('tokens', '01-20T00:00', properties({ model: 'big', n: 1 }));
    expect(charges).toMatchObject([{ charge_code: 'all_tokens', ...JANUARY }]);
  });

  test('an event that counts goes on counting after its period is billed', async () => {
    const own = await Story.begin(client, '2027-01-10T12:00:00Z');
    const { external_id: external } = await own.subscribe(plan);
    const event = {
      transaction_id: unique('event'),
      external_subscription_id: external,
      code: metrics['calls']?.code,
    };
    await client.post('/events', { event });
    await own.advance('2027-02-01T00:00:00Z');
    expect((await readExplanation(client, event.transaction_id)).counted).toBe(true);
  });
});

describe('an event that counts for nothing', () => {
  test.each([
    ['unknown_subscription', 'calls', '02-05T00:00', { external_subscription_id: 'nobody' }],
    ['unknown_metric', 'nothing', '02-05T00:00', {}],
    ['outside_subscription', 'calls', '01-10T11:59', {}],
    ['no_charge', 'unsold', '02-05T00:00', {}],
    ['property_missing', 'tokens', '02-05T00:00', properties({ model: 'big' })],
    ['property_missing', 'users', '02-05T00:00', properties({ n: '' })],
    ['property_not_numeric', 'tokens', '02-05T00:00', properties({ model: 'big', n: '1e3' })],
  ])('%s: %s at %s with %j', async (reason, code, timestamp, over) => {
    const explanation = await explained(code, timestamp, over);
    expect(explanation).toMatchObject({ counted: false, reason, charges: [] });
  });

  test('filtered_out: no filter takes it, and other events have no price', async () => {
    const big = { values: { model: ['big'] }, properties: { amount: '2' } };
    const filtered = await createPlan(client, {
      charges: [
        {
          billable_metric_id: metrics['tokens']?.svc_id,
          charge_model: 'standard',
          properties: { amount: '0' },
          filters: [big],
        },
      ],
    });
    const { external_id: external } = await story.subscribe(filtered);
    const sent = { external_subscription_id: external, ...properties({ model: 'small', n: 1 }) };
    expect(await explained('tokens', '02-10T00:00', sent)).toMatchObject({
      counted: false,
      reason: 'filtered_out',
      plan_code: filtered.code,
      charges: [],
    });
  });

  test('period_already_invoiced: the answer names the period', async () => {
    expect(await explained('calls', '01-20T00:00')).toMatchObject({
      counted: false,
      reason: 'period_already_invoiced',
      svc_subscription_id: subscription.svc_id,
      charges: [{ charge_code: 'calls', units: '1.0', ...JANUARY }],
    });
  });
});

test('an unknown event, and one of another organization', async () => {
  const { transaction_id: id } = await explained('calls', '02-05T00:00');
  const notFound = { status: 404, error: 'Not Found', code: 'event_not_found' };
  expect((await client.get('/events/none/explain')).body).toEqual(notFound);
  expect((await (await server.organization()).get(`/events/${id}/explain`)).body).toEqual(notFound);
  const limited = await callerWith(server, client, { plan: ['read'] });
  expect((await limited.get(`/events/${id}/explain`)).body.code).toBe('read_action_not_allowed_for_event');
});

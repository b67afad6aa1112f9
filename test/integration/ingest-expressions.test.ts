import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { serveApp, type ServedApp, startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let other: ServedApp;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  other = await serveApp(server.database);
  client = await server.organization();
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const computed = (expression: string, over: object = {}): Promise<Resource> =>
  createMetric(client, { aggregation_type: 'sum_agg', field_name: 'value', expression, ...over });

const sent = (metric: Resource, properties: object) => ({
  transaction_id: unique('event'),
  external_subscription_id: 'computed',
  code: metric.code,
  timestamp: 1_800_000_000,
  properties,
});

test('the result takes the place of the property, in the answer, when read and in the counters', async () => {
  // aggregations.md §13.5
  const metric = await computed('round(event.properties.seconds / 60, 1) * event.properties.seats');
  const event = sent(metric, { seconds: '130', seats: 3, value: 'as sent' });
  const answer = await client.post('/events', { event });
  expect(answer.status).toBe(200);
  const properties = { seconds: '130', seats: 3, value: '6.6' };
  expect(answer.body.event.properties).toEqual(properties);
  const read = await client.get(`/events/${event.transaction_id}`);
  expect(read.body.event.properties).toEqual(properties);
  const [counter] = await server.pool.sql`
    select value_sum from usage_counters where billable_metric_id = ${metric.svc_id}`;
  expect(counter).toEqual({ value_sum: '6.6' });
});

test('code and time of the event are at hand, and text may be the result', async () => {
  const metric = await computed("concat(event.code, '-', event.timestamp)");
  const { body } = await client.post('/events', { event: sent(metric, {}) });
  expect(body.event.properties).toEqual({ value: `${metric.code}-1800000000` });
});

test('a metric that counts events computes nothing', async () => {
  const metric = await computed('event.properties.missing', {
    aggregation_type: 'count_agg',
    field_name: null,
  });
  const { body } = await client.post('/events', { event: sent(metric, { a: 1 }) });
  expect(body.event.properties).toEqual({ a: 1 });
});

test.each([
  ['event.properties.a * 2', {}, 'event.properties.a is missing.'],
  ['event.properties.a * 2', { a: 'x' }, 'event.properties.a is not a number.'],
  ['1 / event.properties.a', { a: 0 }, 'Division by zero.'],
])('%s with %j is refused with the reason', async (expression, properties, reason) => {
  const metric = await computed(expression);
  const { status, body } = await client.post('/events', { event: sent(metric, properties) });
  expect([status, body.error_details]).toEqual([
    422,
    { properties: ['expression_evaluation_failed', reason] },
  ]);
});

test('a batch tells every event that has no result by its place, before any repeat, and stores nothing', async () => {
  const metric = await computed('event.properties.a + 1');
  const [good, bad] = [sent(metric, { a: 1 }), sent(metric, {})];
  const events = [good, bad, good, { ...bad, transaction_id: unique('event') }];
  const { status, body } = await client.post('/events/batch', { events });
  const failed = { properties: ['expression_evaluation_failed', 'event.properties.a is missing.'] };
  expect([status, body.error_details]).toEqual([422, { '1': failed, '3': failed }]);
  expect((await client.get(`/events/${good.transaction_id}`)).status).toBe(404);
});

test('the expression that holds when an event comes in decides, whichever process has changed it', async () => {
  const metric = await computed('event.properties.a / event.properties.b');
  const elsewhere = ingestCall(other, client.organizationId);
  const send = (properties: object) =>
    other.app.services.ingest.one(
      elsewhere,
      eventInput({ code: metric.code, properties: { ...properties } }),
    );
  expect((await send({ a: 1, b: 2 })).properties['value']).toBe('0.5');
  const change = async (expression: string) => {
    const { status } = await client.put(`/billable_metrics/${metric.code}`, {
      billable_metric: { expression },
    });
    expect(status).toBe(200);
  };
  await change('event.properties.a * 10');
  expect((await send({ a: 1, b: 2 })).properties['value']).toBe('10.0');
  await change('event.properties.a * 100');
  // What the outdated expression refuses is not refused.
  expect((await send({ a: 1 })).properties['value']).toBe('100.0');
});

test('an event under an idempotency key gets its computed value in the same way', async () => {
  const metric = await computed('event.properties.a * 2');
  const post = (properties: object) =>
    client.post(
      '/events',
      { event: sent(metric, properties) },
      { headers: { 'idempotency-key': unique('key') } },
    );
  expect((await post({ a: 2 })).body.event.properties).toEqual({ a: 2, value: '4.0' });
  expect((await post({})).status).toBe(422);
});

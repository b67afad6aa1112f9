// How much of events is taken, kept in memory and read back at once.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usageEventRepository } from '../../src/modules/usage/metering/usage-event.repository.js';
import { createMetric, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({
    limits: { organizationIngestQueueBytes: 100_000, ingestQueueBytes: 150_000, pageBytes: 200_000 },
  });
  client = await server.organization();
});
afterAll(() => server.stop());

const event = (properties: object) => ({
  transaction_id: unique('t'),
  external_subscription_id: 's',
  code: 'c',
  properties,
});

const send = (properties: object) => client.post('/events', { event: event(properties) });

/** Forty bytes each, so that no text is too long. */
const words = (count: number) => Array.from({ length: count }, () => 'x'.repeat(37));

describe('an event', () => {
  const LARGE = 'The properties of an event take at most 64 kB as JSON.';
  const OVERSIZED: [string, object, string, string][] = [
    ['more than 64 kB', { words: words(1_600) }, 'value_is_too_large', LARGE],
    ['more than 64 kB of escapes', { words: Array(11_000).fill('\u0001') }, 'value_is_too_large', LARGE],
    [
      'more than 100 properties',
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1])),
      'too_many_keys',
      'An event has at most 100 properties.',
    ],
    [
      'a text of more than 10,000 characters',
      { deep: [{ text: 'x'.repeat(10_001) }] },
      'value_is_too_long',
      'A text in the properties of an event has at most 10000 characters.',
    ],
  ];

  test.each(OVERSIZED)('an event with %s is refused with the limit', async (_, properties, code, limit) => {
    const { status, body } = await send(properties);
    expect([status, body.error_details]).toEqual([422, { properties: [code], base: [limit] }]);
    const listed = await client.post('/events/batch', { events: [event({}), event(properties)] });
    expect(listed.body.error_details).toEqual({ 1: { properties: [code] }, base: [limit] });
  });

  test.each(OVERSIZED)(
    'an event with %s is not estimated or evaluated either',
    async (_, properties, code, limit) => {
      const refused = async (path: string, body: object) => {
        const answer = await client.post(path, body);
        return [answer.status, answer.body.error_details];
      };
      const one = [422, { properties: [code], base: [limit] }];
      expect(await refused('/events/estimate_fees', { event: event(properties) })).toEqual(one);
      expect(await refused('/events/estimate_instant_fees', { event: event(properties) })).toEqual(one);
      const events = [event({}), event(properties)];
      expect(await refused('/events/batch_estimate_instant_fees', { events })).toEqual([
        422,
        { 'events.1.properties': [code], base: [limit] },
      ]);
      const tried = { expression: 'event.properties.n', event: { code: 'c', properties } };
      expect(await refused('/billable_metrics/evaluate_expression', tried)).toEqual([
        422,
        { 'event.properties': [code], base: [limit] },
      ]);
    },
  );

  test('an event names its limit in the message of a GraphQL error', async () => {
    const { errors } = await client.graphql(
      'mutation ($input: IngestEventInput!) { ingestEvent(input: $input) { event { id } } }',
      {
        input: {
          transactionId: unique('t'),
          externalSubscriptionId: 's',
          code: 'c',
          properties: { words: words(1_600) },
        },
      },
    );
    expect(errors?.[0]).toMatchObject({
      message: LARGE,
      extensions: { details: { properties: ['value_is_too_large'], base: [LARGE] } },
    });
  });

  test('an event of nearly 64 kB is stored', async () => {
    expect((await send({ words: words(1_580) })).status).toBe(200);
  });
});

test('a batch whose events are large together is refused', async () => {
  const events = Array.from({ length: 40 }, () => event({ words: words(1_400) }));
  for (const path of ['/events/batch', '/events/batch_estimate_instant_fees']) {
    const { status, body } = await client.post(path, { events });
    expect([status, body.error_details]).toEqual([
      422,
      {
        events: ['value_is_too_large'],
        base: ['The properties of all events of a request take at most 2 MB as JSON.'],
      },
    ]);
  }
});

test('a page of large events is refused before it is read, a smaller one is answered', async () => {
  const reader = await server.organization();
  for (let event = 0; event < 4; event += 1)
    await reader.post('/events', {
      event: {
        transaction_id: `t${event}`,
        external_subscription_id: 's',
        code: 'c',
        properties: { words: words(1_500) },
      },
    });
  const whole = await reader.get('/events');
  expect([whole.status, whole.body.error_details]).toEqual([
    422,
    {
      per_page: ['value_is_out_of_range'],
      base: ['The events of a page hold properties of at most 200 kB: ask for fewer.'],
    },
  ]);
  const page = await reader.get('/events?per_page=3&page=2');
  expect([page.status, page.body.events.length, page.body.meta.total_pages]).toEqual([200, 1, 2]);
});

test('a text that is kept of a caller ends after 255 characters', async () => {
  const { organizationId, key } = await server.organization();
  await client
    .withKey(key)
    .post(
      '/events',
      { event: { transaction_id: 'agent', external_subscription_id: 's', code: 'c' } },
      { headers: { 'user-agent': 'x'.repeat(5_000) } },
    );
  const [row] = await server.pool
    .sql`select caller_agent from events where organization_id = ${organizationId}`;
  expect(row?.['caller_agent']).toBe('x'.repeat(255));
});

describe('events that wait to be stored', () => {
  const large = () => eventInput({ properties: { words: words(1_000) } });

  test('events that wait to be stored are refused when their organization has too many, and leave room when they are stored', async () => {
    const own = await server.organization();
    const call = ingestCall(server, own.organizationId);
    const { ingest } = server.app.services;
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => ingest.one(call, large())));
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as object] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({
      kind: 'unavailable',
      message: 'Events of an organization that wait to be stored take at most 100 kB.',
    });
    expect(await countRows(server.pool, 'events', own.organizationId)).toBe(6 - refused.length);
    await ingest.one(call, large());
  });

  test('events that wait to be stored are not stored when their caller has disconnected', async () => {
    const own = await server.organization();
    const disconnected = AbortSignal.abort();
    const call = { ...ingestCall(server, own.organizationId), disconnected };
    await expect(server.app.services.ingest.one(call, eventInput())).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await countRows(server.pool, 'events', own.organizationId)).toBe(0);
  });
});

test.each(['40P01', '40001', '55P03'])(
  'a flush that meets another writer (%s) is tried again',
  async (code) => {
    const own = await server.organization();
    const { sql } = server.pool;
    // A sequence keeps its place when the transaction is rolled back.
    await sql.unsafe(`
    create sequence meetings;
    create function meet() returns trigger language plpgsql as $$
      begin
        if nextval('meetings') <= 2 then raise exception 'met another' using errcode = '${code}'; end if;
        return new;
      end $$;
    create trigger meet before insert on events_default for each row execute function meet();`);
    try {
      const call = ingestCall(server, own.organizationId);
      await server.app.services.ingest.one(
        call,
        eventInput({ timestamp: { at: new Date('2100-01-01'), exact: '2100-01-01T00:00:00.000000Z' } }),
      );
      expect(await countRows(server.pool, 'events', own.organizationId)).toBe(1);
    } finally {
      await sql.unsafe('drop trigger meet on events_default; drop function meet(); drop sequence meetings;');
    }
  },
);

test('raw events are read with the used properties', async () => {
  const own = await server.organization();
  const { code } = await createMetric(own, { aggregation_type: 'sum_agg', field_name: 'n' });
  const call = ingestCall(server, own.organizationId);
  const { ingest, metricCatalog } = server.app.services;
  const externalSubscriptionId = unique('sub');
  const properties = { n: 3, region: 'eu', words: words(1_500) };
  await ingest.one(call, eventInput({ code, externalSubscriptionId, properties }));
  const { metrics } = await metricCatalog.read(server.pool.db, own.organizationId);
  const slice = {
    metricId: metrics.get(code)?.id ?? '',
    code,
    from: null,
    to: new Date('9999-01-01'),
    keys: ['n', 'region', 'absent'],
  };
  const { events } = await usageEventRepository.find(
    server.pool.db,
    own.organizationId,
    [{ externalSubscriptionId, slices: [slice], currency: 'EUR' }],
    null,
  );
  expect(events[0]?.get(slice.metricId)?.map((event) => event.properties)).toEqual([{ n: 3, region: 'eu' }]);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Big } from '../../src/core/money/decimal.js';
import { ExactNumber } from '../../src/core/money/exact-number.js';
import { createClock, createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { insertSubscription } from '../support/subscription-rows.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

type EventBody = Record<string, unknown>;

/** An event with everything that is required, under ids of its own. */
const anEvent = (over: EventBody = {}): EventBody => ({
  transaction_id: randomUUID(),
  external_subscription_id: unique('sub'),
  code: 'api_calls',
  ...over,
});

const send = (over: EventBody = {}) => client.post('/events', { event: anEvent(over) });
const sendBatch = (events: unknown, query = '') => client.post(`/events/batch${query}`, { events });
const storedEvents = () => countRows(server.pool, 'events', client.organizationId);

const refusal = (error_details: object) => ({
  status: 422,
  error: 'Unprocessable Entity',
  code: 'validation_errors',
  error_details,
});

describe('one event', () => {
  test('one event is stored, answered and read', async () => {
    const properties = { tokens: 12, model: 'large', nested: { a: [1] }, none: null, flag: true };
    const sent = anEvent({ timestamp: 1700158546, precise_total_amount_cents: '12.50', properties });
    const created = await client.post('/events', { event: sent });
    expect(created.status).toBe(200);
    expect(created.body.event).toEqual({
      svc_id: expect.any(String),
      transaction_id: sent['transaction_id'],
      external_subscription_id: sent['external_subscription_id'],
      code: 'api_calls',
      timestamp: '2023-11-16T18:15:46.000Z',
      precise_total_amount_cents: '12.5',
      properties,
      svc_customer_id: null,
      svc_subscription_id: null,
      created_at: expect.any(String),
    });
    const read = await client.get(`/events/${String(sent['transaction_id'])}`);
    expect(read.body).toEqual(created.body);
  });

  test('one event without timestamp and properties happens now and has none', async () => {
    const before = Date.now();
    const { body } = await send();
    const timestamp = Date.parse(body.event.timestamp);
    expect(timestamp).toBeGreaterThanOrEqual(before);
    expect(timestamp).toBeLessThanOrEqual(Date.now());
    expect(body.event.properties).toEqual({});
  });

  test.each<[string, number | string, string]>([
    ['a number with decimals', 1700158546.68059, '2023-11-16T18:15:46.680Z'],
    ['numeric text', '1700158546.680590', '2023-11-16T18:15:46.680Z'],
    ['a seventh decimal, which is cut', '1700158546.6805909', '2023-11-16T18:15:46.680Z'],
    ['before 1970', '-1.5', '1969-12-31T23:59:58.500Z'],
    ['ISO 8601 with a zone', '2023-11-16T19:15:46.6805+01:00', '2023-11-16T18:15:46.680Z'],
    ['a date', '2023-11-16', '2023-11-16T00:00:00.000Z'],
    ['far ahead', 4102444800, '2100-01-01T00:00:00.000Z'],
  ])('a timestamp: %s (%j)', async (_, timestamp, expected) => {
    const sent = await send({ timestamp });
    expect(sent.body.event.timestamp).toBe(expected);
    const read = await client.get(`/events/${String(sent.body.event.transaction_id)}`);
    expect(read.body.event.timestamp).toBe(expected);
  });

  test('microseconds are kept', async () => {
    const { body } = await send({ timestamp: '1700158546.680591' });
    const [row] = await server.pool.sql<{ timestamp: string }[]>`
      select timestamp::text from events where id = ${body.event.svc_id as string}`;
    expect(row?.timestamp).toBe('2023-11-16 18:15:46.680591+00');
  });

  test.each<[string, EventBody, object]>([
    [
      'everything is missing',
      { transaction_id: undefined, external_subscription_id: undefined, code: undefined, properties: {} },
      {
        transaction_id: ['value_is_mandatory'],
        external_subscription_id: ['value_is_mandatory'],
        code: ['value_is_mandatory'],
      },
    ],
    [
      'everything is blank',
      { transaction_id: ' ', external_subscription_id: '', code: '\t' },
      {
        transaction_id: ['value_is_mandatory'],
        external_subscription_id: ['value_is_mandatory'],
        code: ['value_is_mandatory'],
      },
    ],
    [
      'over 255 characters',
      { transaction_id: 't'.repeat(256), external_subscription_id: 's'.repeat(256), code: 'c'.repeat(256) },
      {
        transaction_id: ['value_is_too_long'],
        external_subscription_id: ['value_is_too_long'],
        code: ['value_is_too_long'],
      },
    ],
    ['a number in place of text', { transaction_id: 5 }, { transaction_id: ['value_is_invalid'] }],
    ['an object in place of text', { code: {} }, { code: ['invalid_format'] }],
    ['null in place of text', { code: null }, { code: ['value_is_mandatory'] }],
    ['a timestamp in words', { timestamp: 'yesterday' }, { timestamp: ['invalid_format'] }],
    ['a boolean timestamp', { timestamp: true }, { timestamp: ['invalid_format'] }],
    ['an object as timestamp', { timestamp: {} }, { timestamp: ['invalid_format'] }],
    [
      'milliseconds: far beyond the last year',
      { timestamp: 1700158546680 },
      { timestamp: ['invalid_format'] },
    ],
    ['a day that does not exist', { timestamp: '2023-02-30' }, { timestamp: ['invalid_format'] }],
    ['blanks around a timestamp', { timestamp: ' 1700158546' }, { timestamp: ['invalid_format'] }],
    ['a list as properties', { properties: [1] }, { properties: ['invalid_format'] }],
    ['text as properties', { properties: 'x' }, { properties: ['invalid_format'] }],
    ['properties deeper than anybody reads', { properties: nested(101) }, { properties: ['invalid_format'] }],
    [
      'an amount in words',
      { precise_total_amount_cents: 'twelve' },
      { precise_total_amount_cents: ['value_is_invalid'] },
    ],
  ])('%s is refused, and nothing is stored', async (_, over, details) => {
    const before = await storedEvents();
    const answer = await send(over);
    expect(answer.body).toEqual(refusal(details));
    expect(await storedEvents()).toBe(before);
  });

  test.each([[{}], [{ event: {} }], [{ event: null }], [{ transaction_id: 't' }]])(
    'the wrapper is needed: %j',
    async (body) => {
      const answer = await client.post('/events', body);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'BadRequest: param is missing or the value is empty or invalid: event',
      ]);
    },
  );

  test('NUL and lone surrogates do not reach the database', async () => {
    const { body } = await send({ code: 'a\0b', properties: { 'k\0': 'v\0\ud800', deep: nested(50) } });
    expect(body.event.code).toBe('ab');
    expect(body.event.properties).toMatchObject({ k: 'v\ufffd' });
  });

  test('a body nested a hundred thousand levels deep is refused', async () => {
    const depth = 100_000;
    const properties = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const rawBody = `{"event":{"transaction_id":"t","external_subscription_id":"s","code":"c","properties":${properties}}}`;
    const { status, body } = await client.post('/events', undefined, { rawBody });
    expect([status, body.error_details]).toEqual([
      413,
      { base: ['A body nests objects and lists at most 128 levels deep.'] },
    ]);
  });
});

describe('a batch', () => {
  test('a batch of events is answered in the order of the batch', async () => {
    const events = [anEvent({ timestamp: 3 }), anEvent({ timestamp: 1 }), anEvent({ timestamp: 2 })];
    const { body } = await sendBatch(events);
    expect(body.events.map((event: EventBody) => event['transaction_id'])).toEqual(
      events.map((event) => event['transaction_id']),
    );
  });

  test.each<[string, unknown, object]>([
    ['an absent list', undefined, { events: ['no_events'] }],
    ['null', null, { events: ['no_events'] }],
    ['an empty list', [], { events: ['no_events'] }],
    ['over a hundred events', Array.from({ length: 101 }, () => anEvent()), { events: ['too_many_events'] }],
    ['text in place of a list', 'x', { events: ['invalid_format'] }],
    ['an element that is no object', [anEvent(), 5], { events: ['invalid_format'] }],
    [
      'an event of wrong types, each reported by its index,',
      [anEvent(), anEvent({ timestamp: 'x' }), anEvent(), anEvent({ code: undefined, properties: 1 })],
      {
        1: { timestamp: ['invalid_format'] },
        3: { code: ['value_is_mandatory'], properties: ['invalid_format'] },
      },
    ],
    [
      'an event of wrong values, each reported by its index,',
      [anEvent(), anEvent({ code: ' ' }), anEvent({ transaction_id: 't'.repeat(256) })],
      { 1: { code: ['value_is_mandatory'] }, 2: { transaction_id: ['value_is_too_long'] } },
    ],
  ])('%s is refused, and nothing is stored', async (_, events, details) => {
    const before = await storedEvents();
    const answer = await sendBatch(events);
    expect(answer.body).toEqual(refusal(details));
    expect(await storedEvents()).toBe(before);
  });

  test('a hundred events are not too many', async () => {
    const answer = await sendBatch(Array.from({ length: 100 }, () => anEvent()));
    expect(answer.body.events).toHaveLength(100);
  });
});

describe('duplicates', () => {
  const taken = { transaction_id: ['value_already_exist'] };

  test('a repeated event is refused and the stored one stays', async () => {
    const sent = anEvent({ properties: { n: 1 } });
    await client.post('/events', { event: sent });
    const repeat = await client.post('/events', { event: { ...sent, properties: { n: 2 } } });
    expect(repeat.body).toEqual(refusal(taken));
    const read = await client.get(`/events/${String(sent['transaction_id'])}`);
    expect(read.body.event.properties).toEqual({ n: 1 });
  });

  test('the same transaction id under another subscription is another event; the newest is found', async () => {
    const transaction_id = randomUUID();
    await send({ transaction_id, timestamp: 2 });
    const second = await send({ transaction_id, timestamp: 1 });
    expect(second.status).toBe(200);
    const read = await client.get(`/events/${transaction_id}`);
    expect(read.body).toEqual(second.body);
  });

  test('known events and repeats inside the batch are reported together, and nothing is stored', async () => {
    const known = anEvent();
    await client.post('/events', { event: known });
    const twice = anEvent();
    const before = await storedEvents();
    const answer = await sendBatch([anEvent(), known, twice, anEvent(), twice]);
    expect(answer.body).toEqual(refusal({ 1: taken, 4: taken }));
    const withoutRepeat = await sendBatch([anEvent(), known, anEvent()]);
    expect(withoutRepeat.body).toEqual(refusal({ 1: taken }));
    expect(await storedEvents()).toBe(before);
  });

  test('duplicate events are not searched for while a member is wrong', async () => {
    const known = anEvent();
    await client.post('/events', { event: known });
    const answer = await sendBatch([known, anEvent({ code: ' ' })]);
    expect(answer.body).toEqual(refusal({ 1: { code: ['value_is_mandatory'] } }));
  });

  test('on_duplicate=ignore answers known events as stored, and stores the others', async () => {
    const known = anEvent({ properties: { n: 1 } });
    const stored = await client.post('/events', { event: known });
    const twice = anEvent({ properties: { n: 1 } });
    const before = await storedEvents();
    const answer = await sendBatch(
      [{ ...known, properties: { n: 2 } }, twice, anEvent(), { ...twice, properties: { n: 3 } }],
      '?on_duplicate=ignore',
    );
    expect(answer.status).toBe(200);
    expect(answer.body.events[0]).toEqual(stored.body.event);
    expect(answer.body.events[3]).toEqual(answer.body.events[1]);
    expect(answer.body.events[3].properties).toEqual({ n: 1 });
    expect(await storedEvents()).toBe(before + 2);
  });

  test('on_duplicate takes two words', async () => {
    const answer = await sendBatch([anEvent()], '?on_duplicate=replace');
    expect(answer.body).toEqual(refusal({ on_duplicate: ['value_is_invalid'] }));
  });
});

describe('numbers keep their digits (rule of events-ingest.md §1)', () => {
  const [FIRST, SECOND] = ['2234567890123456701', '2234567890123456709'] as const;
  const number = (text: string) => ExactNumber.read(text);
  const EVENTS = `mutation ($input: IngestEventsInput!) { ingestEvents(input: $input) { events { properties } } }`;

  async function subscribed(charge: Resource, metric: Resource) {
    const charges = [{ billable_metric_id: metric.svc_id, charge_model: 'standard', ...charge }];
    const plan = await createPlan(client, { charges });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    const usage = async () => {
      const path = `/customers/${story.customer.external_id}/current_usage?external_subscription_id=${subscription.external_id}`;
      return (await client.get(path)).body.customer_usage.charges_usage[0];
    };
    const sent = (properties: object) => ({
      transaction_id: randomUUID(),
      external_subscription_id: subscription.external_id,
      code: metric.code,
      timestamp: Date.parse('2027-06-01T00:00:00Z') / 1_000,
      properties,
    });
    return { usage, sent, subscription };
  }

  test('numbers keep their digits in events, batches and reads: ids that a double cannot tell apart are two', async () => {
    const metric = await createMetric(client, { aggregation_type: 'unique_count_agg', field_name: 'id' });
    const { usage, sent } = await subscribed({ properties: { amount: '4' } }, metric);
    const first = sent({ id: number(FIRST), nested: { list: [number(SECOND)] } });
    const created = await client.post('/events', { event: first });
    expect(created.body.event.properties).toEqual(first.properties);
    const batch = await client.post('/events/batch', {
      events: [sent({ id: number(SECOND) }), sent({ id: FIRST })],
    });
    expect(batch.body.events[0].properties).toEqual({ id: number(SECOND) });
    const read = await client.get(`/events/${first.transaction_id}`);
    expect(read.body.event.properties).toEqual(first.properties);
    expect([(await usage()).units, (await usage()).amount_cents]).toEqual(['2.0', 800]);
  });

  test('numbers keep their digits in sums, also of negative numbers', async () => {
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const { usage, sent } = await subscribed({ properties: { amount: '1' } }, metric);
    const events = ['9007199254740993', '-9007199254740992', '0.12345678901234567890'].map((n) =>
      sent({ n: number(n) }),
    );
    expect((await client.post('/events/batch', { events })).status).toBe(200);
    expect((await usage()).units).toBe('1.123456789012346');
  });

  test('numbers keep their digits in filters, pricing groups and expressions', async () => {
    const metric = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'n',
      expression: 'event.properties.a - event.properties.b',
      filters: [{ key: 'account', values: [FIRST, SECOND] }],
    });
    const filters = [FIRST, SECOND].map((id, index) => ({
      values: { account: [id] },
      properties: { amount: String(index + 1), pricing_group_keys: ['region'] },
    }));
    const { usage, sent } = await subscribed({ properties: { amount: '0' }, filters }, metric);
    const event = (account: string) => {
      const [a, b] = [number('9007199254740993'), number('9007199254740991')];
      return sent({ account: number(account), a, b, region: number(account) });
    };
    await client.post('/events/batch', { events: [event(FIRST), event(SECOND)] });
    const groups = (await usage()).grouped_usage.map(({ grouped_by, units, amount_cents }: Resource) => [
      grouped_by.region,
      units,
      amount_cents,
    ]);
    expect(groups.filter(([region]: [string | undefined]) => region !== undefined).toSorted()).toEqual([
      [FIRST, '2.0', 200],
      [SECOND, '2.0', 400],
    ]);
    const evaluated = await client.post('/billable_metrics/evaluate_expression', {
      expression: 'concat(event.properties.a)',
      event: { code: 'c', properties: { a: number(FIRST) } },
    });
    expect(evaluated.body.expression_result.value).toBe(FIRST);
  });

  test('numbers keep their digits in GraphQL, in variables and in literals', async () => {
    const event = anEvent({ properties: { id: number(FIRST) } });
    const input = { events: [{ ...camel(event), properties: event['properties'] }] };
    const byVariable = await client.graphql(EVENTS, { input });
    expect(byVariable.data?.ingestEvents.events[0].properties).toEqual({ id: number(FIRST) });
    const literal = `mutation { ingestEvents(input: { events: [{ transactionId: "${unique('t')}", externalSubscriptionId: "s",
      code: "c", properties: { id: ${FIRST}, list: [${SECOND}, 1.5, "x", true, null] } }] }) { events { properties } } }`;
    const { data, errors } = await client.graphql(literal);
    expect(errors).toBeUndefined();
    expect(data.ingestEvents.events[0].properties).toEqual({
      id: number(FIRST),
      list: [number(SECOND), 1.5, 'x', true, null],
    });
  });

  test.each([
    ['1'.repeat(40), 200],
    ['1'.repeat(41), 422],
    [`0.${'1'.repeat(40)}`, 422],
    ['1e400', 422],
    ['-1e-50', 422],
  ])('the number %s: %i', async (text, status) => {
    for (const member of ['"n":', '"m":']) {
      const rawBody = JSON.stringify({ event: anEvent({ properties: { n: 0, deep: [{ m: 0 }] } }) });
      const event = rawBody.replace(`${member}0`, `${member}${text}`);
      const answer = await client.post('/events', undefined, { rawBody: event });
      expect([answer.status, answer.body.error_details]).toEqual([
        status,
        status === 200 ? undefined : { properties: ['value_is_out_of_range'] },
      ]);
    }
  });

  /** As bodies, literals and variables write numbers. */
  const WRITTEN = [
    '-0',
    '1E+2',
    '1e-7',
    '1.10',
    '0.1e1',
    '100000000000000000000000',
    '12345678901234567',
    '9007199254740993',
    '12345678901234567.5',
    '0.12345678901234567',
    '1.0000000000000000001',
    '"\\u0031\\u0032"',
    '"1E+2"',
    '"-0"',
    '"0x10"',
    '"１２"',
  ];
  /** The value of JSON, whatever its spelling. */
  const valueOf = (json: string) =>
    json.startsWith('"') ? (JSON.parse(json) as string) : new Big(json).plus(0).toFixed();
  const shownValue = (value: unknown) =>
    typeof value === 'number'
      ? new Big(value).plus(0).toFixed()
      : value instanceof ExactNumber
        ? value.text
        : value;

  test('numbers keep their digits however they are written, on both surfaces, also as names of properties', async () => {
    const metric = await createMetric(client, {
      aggregation_type: 'latest_agg',
      field_name: 'n',
      expression: 'event.properties.a + 0',
    });
    const names = WRITTEN.map((json, index) => (json.startsWith('"') ? `n${index}` : json));
    const properties = WRITTEN.map((json, index) => `"${names[index]}": ${json}`).join();
    const rawBody = JSON.stringify({
      events: [anEvent({ properties: {} }), anEvent({ properties: {} })],
    }).replaceAll(/"properties":{[^}]*}/g, `"properties":{${properties}}`);
    const batch = await client.post('/events/batch', undefined, { rawBody });
    const expected = Object.fromEntries(WRITTEN.map((json, index) => [names[index], valueOf(json)]));
    const shownOf = (sent: object) =>
      Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, shownValue(value)]));
    for (const { properties: kept, transaction_id: id } of batch.body.events) {
      expect(shownOf(kept)).toEqual(expected);
      const read = await client.get(`/events/${id}`);
      expect(shownOf(read.body.event.properties)).toEqual(expected);
    }
    const literals = WRITTEN.map((json, index) => `n${index}: ${json}`).join();
    const literal =
      await client.graphql(`mutation { ingestEvents(input: { events: [{ transactionId: "${unique('t')}",
      externalSubscriptionId: "s", code: "c", properties: { ${literals} } }] }) { events { properties } } }`);
    expect(Object.values(shownOf(literal.data.ingestEvents.events[0].properties))).toEqual(
      WRITTEN.map(valueOf),
    );
    const computed = await Promise.all(
      WRITTEN.filter((json) => !json.startsWith('"')).map(async (json) => {
        const event = JSON.stringify({ event: anEvent({ code: metric.code, properties: { a: 0 } }) });
        const answer = await client.post('/events', undefined, {
          rawBody: event.replace('"a":0', `"a":${json}`),
        });
        return [json, new Big(answer.body.event.properties.n).toFixed()];
      }),
    );
    expect(computed).toEqual(computed.map(([json = '']) => [json, valueOf(json)]));
  });

  test('a text of many digits is an id, unless its metric adds it up', async () => {
    const digits = '1'.repeat(41);
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const ofMetric = (properties: EventBody) => send({ code: metric.code, properties });
    expect((await ofMetric({ id: digits, n: 1 })).status).toBe(200);
    const { status, body } = await ofMetric({ n: digits });
    expect([status, body.error_details]).toEqual([422, { properties: ['value_is_out_of_range'] }]);
    const batch = await sendBatch([anEvent(), anEvent({ code: metric.code, properties: { n: digits } })]);
    expect(batch.body.error_details).toEqual({ '1': { properties: ['value_is_out_of_range'] } });
  });

  test('other members take no number that they would change', async () => {
    const long = number('9007199254740993');
    const refused = async (path: string, body: object) => (await client.post(path, body)).body.error_details;
    expect(
      await refused('/add_ons', {
        add_on: { name: 'a', code: unique('a'), amount_cents: long, amount_currency: 'EUR' },
      }),
    ).toEqual({
      amount_cents: ['value_is_out_of_range'],
    });
    expect(
      await refused('/taxes', {
        tax: { name: 't', code: unique('t'), rate: number('20.12345678901234567') },
      }),
    ).toEqual({
      rate: ['value_is_invalid'],
    });
    const external_id = unique('customer');
    expect(
      await refused('/customers', { customer: { external_id, metadata: [{ key: 'k', value: long }] } }),
    ).toBeDefined();
    const plan = await createPlan(client);
    expect(await refused(`/plans/${plan.code}/metadata`, { metadata: { id: long } })).toEqual({
      metadata: ['invalid_type'],
    });
    const precise = await send({ precise_total_amount_cents: number('12345678901234567890.5') });
    expect(precise.body.event.precise_total_amount_cents).toBe('12345678901234567890.5');
    const { body } = await send({ timestamp: number('1700158546.68059012345678') });
    expect(body.event.timestamp).toBe('2023-11-16T18:15:46.680Z');
  });
});

/** The members in camelCase. */
function camel(event: EventBody): EventBody {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

describe('an Idempotency-Key', () => {
  test('an Idempotency-Key answers a retry again without looking at the events', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { events: [anEvent(), anEvent()] };
    const before = await storedEvents();
    const first = await client.post('/events/batch', body, { headers });
    const retry = await client.post('/events/batch', body, { headers });
    expect([retry.status, retry.body]).toEqual([200, first.body]);
    expect(retry.headers.get('idempotent-replayed')).toBe('true');
    expect(await storedEvents()).toBe(before + 2);
  });

  test('an Idempotency-Key keeps a refusal too, and what it refused is not stored', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const known = anEvent();
    await client.post('/events', { event: known });
    const before = await storedEvents();
    const body = { events: [anEvent(), known] };
    const first = await client.post('/events/batch', body, { headers });
    expect(first.body).toEqual(refusal({ 1: { transaction_id: ['value_already_exist'] } }));
    expect((await client.post('/events/batch', body, { headers })).body).toEqual(first.body);
    expect(await storedEvents()).toBe(before);
  });
});

describe('reading', () => {
  test.each(['with.dots.v1', 'with spaces & signs', 'with/slash', 'ünï©ode'])(
    'reading events finds the transaction id %j',
    async (transaction_id) => {
      await send({ transaction_id });
      const read = await client.get(`/events/${encodeURIComponent(transaction_id)}`);
      expect(read.body.event.transaction_id).toBe(transaction_id);
    },
  );

  test('an unknown transaction id', async () => {
    const answer = await client.get('/events/none');
    expect(answer.body).toEqual({ status: 404, error: 'Not Found', code: 'event_not_found' });
  });

  test('events are listed by filters, latest first, then by transaction id', async () => {
    const external_subscription_id = unique('sub');
    const prefix = unique('tx');
    const at = (seconds: number, name: string, code = 'a') =>
      anEvent({ external_subscription_id, transaction_id: `${prefix}-${name}`, timestamp: seconds, code });
    await sendBatch([at(100, 'c'), at(100, 'b'), at(50.5, 'a'), at(200, 'd', 'b')]);
    const names = async (query: string) => {
      const { body } = await client.get(
        `/events?external_subscription_id=${external_subscription_id}&${query}`,
      );
      return body.events.map((event: EventBody) => String(event['transaction_id']).slice(prefix.length + 1));
    };
    expect(await names('')).toEqual(['d', 'b', 'c', 'a']);
    expect(await names('code=a')).toEqual(['b', 'c', 'a']);
    expect(await names('timestamp_from=1970-01-01T00:01:40Z')).toEqual(['d', 'b', 'c']);
    expect(await names('timestamp_to=1970-01-01T00:01:40Z')).toEqual(['b', 'c', 'a']);
    expect(await names('timestamp_to=1970-01-01T00:00:50.500Z')).toEqual(['a']);
    expect(await names('per_page=2&page=2')).toEqual(['c', 'a']);
    expect(await names('timestamp_from_started_at=true')).toEqual([]);
  });

  test.each([
    ['timestamp_from=soon', { timestamp_from: ['invalid_date'] }],
    ['timestamp_to=2023-02-30', { timestamp_to: ['invalid_date'] }],
    ['timestamp_from_started_at=true', { external_subscription_id: ['value_is_mandatory'] }],
    [
      'timestamp_from_started_at=true&external_subscription_id=s&timestamp_from=2023-01-01',
      { timestamp_from: ['value_must_be_blank'] },
    ],
  ])('?%s is refused: %j', async (query, details) => {
    const answer = await client.get(`/events?${query}`);
    expect(answer.body).toEqual(refusal(details));
  });

  test('another organization sees nothing, and may use the same ids', async () => {
    const other = await server.organization();
    const sent = anEvent();
    await client.post('/events', { event: sent });
    const transactionId = String(sent['transaction_id']);
    expect((await other.get(`/events/${transactionId}`)).status).toBe(404);
    expect((await other.get('/events')).body.events).toEqual([]);
    expect((await other.post('/events', { event: sent })).status).toBe(200);
  });

  test('a key without permission is refused before the body is read', async () => {
    const reader = await server.organization({ event: ['read'] });
    const answer = await reader.post('/events', undefined, { rawBody: '{' });
    expect([answer.status, answer.body.code]).toEqual([403, 'write_action_not_allowed_for_event']);
  });
});

describe('the subscription of an event', () => {
  test('the subscription of an event is the one that ran at its timestamp', async () => {
    const externalId = unique('sub');
    const ended = await insertSubscription(server.pool, client.organizationId, {
      externalId,
      status: 'terminated',
      startedAt: '2023-01-01T00:00:00Z',
      terminatedAt: '2023-02-01T00:00:00Z',
    });
    const active = await insertSubscription(server.pool, client.organizationId, {
      externalId,
      startedAt: '2023-03-01T00:00:00.500Z',
    });
    const subscriptionAt = async (timestamp: string) => {
      const sent = await send({ external_subscription_id: externalId, timestamp });
      const read = await client.get(`/events/${String(sent.body.event.transaction_id)}`);
      return [read.body.event.svc_subscription_id, read.body.event.svc_customer_id];
    };
    const nobody = [null, null];
    expect(await subscriptionAt('2022-12-31T23:59:59.999Z')).toEqual(nobody);
    expect(await subscriptionAt('2023-01-01T00:00:00Z')).toEqual([ended.id, ended.customerId]);
    expect(await subscriptionAt('2023-02-01T00:00:00.000900Z')).toEqual([ended.id, ended.customerId]);
    expect(await subscriptionAt('2023-02-01T00:00:00.001Z')).toEqual(nobody);
    expect(await subscriptionAt('2023-03-01T00:00:00.499999Z')).toEqual(nobody);
    expect(await subscriptionAt('2023-03-01T00:00:00.500Z')).toEqual([active.id, active.customerId]);
    const answered = await send({ external_subscription_id: externalId });
    expect(answered.body.event.svc_subscription_id).toBe(active.id);
    const listed = await client.get(
      `/events?external_subscription_id=${externalId}&timestamp_from_started_at=true`,
    );
    expect(listed.body.meta.total_count).toBe(2);
  });

  test('a subscription on a test clock gives the event the present of the clock', async () => {
    const clock = await createClock(client, { frozen_time: '2024-03-10T06:00:00Z' });
    const { externalId } = await insertSubscription(server.pool, client.organizationId, {
      startedAt: '2024-03-01T00:00:00Z',
      testClockId: clock.svc_id,
    });
    const { body } = await send({ external_subscription_id: externalId });
    expect(body.event.timestamp).toBe('2024-03-10T06:00:00.000Z');
    expect(body.event.created_at).toBe('2024-03-10T06:00:00Z');

    await server.pool.sql`
      update test_clocks set frozen_time = '2024-04-01T00:00:00Z' where id = ${clock.svc_id as string}`;
    const later = await send({ external_subscription_id: externalId });
    expect(later.body.event.timestamp).toBe('2024-04-01T00:00:00.000Z');

    await server.pool.sql`
      update test_clocks set status = 'advancing' where id = ${clock.svc_id as string}`;
    const before = await storedEvents();
    const moving = await send({ external_subscription_id: externalId, timestamp: 1 });
    expect([moving.status, moving.body.code]).toEqual([405, 'test_clock_advancing']);
    expect(await storedEvents()).toBe(before);
  });
});

/** Properties with this many levels of objects. */
function nested(levels: number): EventBody {
  return levels === 0 ? {} : { inner: nested(levels - 1) };
}

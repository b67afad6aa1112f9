import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

/** Everything that writing a metric may leave behind. */
const written = async ({ organizationId }: Client) => {
  const [row] = await server.pool.sql`
    select (select count(*)::int from billable_metrics where organization_id = ${organizationId}) as metrics,
      (select count(*)::int from billable_metric_filters where organization_id = ${organizationId}) as filters,
      (select count(*)::int from activity_log_entries where organization_id = ${organizationId}) as entries,
      (select count(*)::int from outbox_messages where organization_id = ${organizationId}) as messages,
      (select version::int from metric_catalogs where organization_id = ${organizationId}) as version`;
  return row;
};

const queuedRecounts = (metricId: string) => server.pool.sql<{ payload: object }[]>`
  select payload from graphile_worker._private_jobs where key = ${`recount_metric:${metricId}`}`;

const stateOf = async (metricId: string) => {
  const [row] = await server.pool.sql<{ counter_state: string }[]>`
    select counter_state from billable_metrics where id = ${metricId}`;
  return row?.counter_state;
};

describe('billable metrics', () => {
  test('one is created, read, changed, listed and deleted', async () => {
    const caller = await server.organization();
    const metric = await createMetric(caller, {
      name: 'Tokens',
      code: 'tokens',
      description: 'generated',
      aggregation_type: 'sum_agg',
      field_name: 'count',
      rounding_function: 'ceil',
      rounding_precision: '-2',
      filters: [
        { key: 'region', values: ['eu', 'us', 'eu'] },
        { key: 'model', values: ['large'] },
      ],
    });
    expect(metric).toEqual({
      svc_id: expect.any(String),
      name: 'Tokens',
      code: 'tokens',
      description: 'generated',
      aggregation_type: 'sum_agg',
      field_name: 'count',
      recurring: false,
      weighted_interval: null,
      rounding_function: 'ceil',
      rounding_precision: -2,
      expression: null,
      filters: [
        { key: 'region', values: ['eu', 'us'] },
        { key: 'model', values: ['large'] },
      ],
      created_at: expect.any(String),
      active_subscriptions_count: 0,
      draft_invoices_count: 0,
      plans_count: 0,
    });
    expect((await caller.get('/billable_metrics/tokens')).body).toEqual({ billable_metric: metric });

    const updated = await caller.put('/billable_metrics/tokens', {
      billable_metric: {
        name: 'Words',
        code: 'words',
        description: null,
        aggregation_type: 'max_agg',
        rounding_function: null,
        filters: [{ key: 'model', values: ['small', 'large'] }],
      },
    });
    expect(updated.body.billable_metric).toEqual({
      ...metric,
      name: 'Words',
      code: 'words',
      description: null,
      aggregation_type: 'max_agg',
      rounding_function: null,
      filters: [{ key: 'model', values: ['small', 'large'] }],
    });

    const newer = await createMetric(caller);
    const listed = await caller.get('/billable_metrics');
    expect(listed.body).toMatchObject({
      billable_metrics: [newer, updated.body.billable_metric],
      meta: { total_count: 2 },
    });

    const deleted = await caller.delete('/billable_metrics/words');
    expect(deleted.body).toEqual(updated.body);
    const gone = await caller.get('/billable_metrics/words');
    expect([gone.status, gone.body.code]).toEqual([404, 'billable_metric_not_found']);
    expect((await caller.delete('/billable_metrics/words')).status).toBe(404);
    await createMetric(caller, { code: 'words' });
  });

  test('filters stay when omitted, keep their order by key and are removed by []', async () => {
    const { code } = await createMetric(client, { filters: [{ key: 'a', values: ['1'] }] });
    const idOf = async () => {
      const [row] = await server.pool.sql<{ id: string }[]>`
        select f.id from billable_metric_filters f join billable_metrics m on m.id = f.billable_metric_id
        where m.code = ${code} and f.key = 'a'`;
      return row?.id;
    };
    const id = await idOf();
    const put = async (billable_metric: object) =>
      (await client.put(`/billable_metrics/${code}`, { billable_metric })).body.billable_metric.filters;
    expect(await put({ name: 'n' })).toEqual([{ key: 'a', values: ['1'] }]);
    const reordered = [
      { key: 'b', values: ['2'] },
      { key: 'a', values: ['3'] },
    ];
    expect(await put({ filters: reordered })).toEqual(reordered);
    expect(await idOf()).toBe(id);
    expect(await put({ filters: [] })).toEqual([]);
  });

  test('count_agg has no field', async () => {
    const metric = await createMetric(client, { aggregation_type: 'count_agg', field_name: 'ignored' });
    expect(metric.field_name).toBeNull();
  });

  test.each<[object, object, string]>([
    [
      { description: 'd' },
      { name: ['value_is_mandatory'], code: ['value_is_mandatory'], aggregation_type: ['value_is_invalid'] },
      'every missing member is reported',
    ],
    [{ name: null, code: [] }, { name: ['value_is_mandatory'], code: ['invalid_format'] }, 'null and a list'],
    [{ name: ' ', code: '' }, { name: ['value_is_mandatory'], code: ['value_is_mandatory'] }, 'blank'],
    [
      { name: 'n'.repeat(256), code: 'c'.repeat(256), description: 'd'.repeat(10_001) },
      { name: ['value_is_too_long'], code: ['value_is_too_long'], description: ['value_is_too_long'] },
      'too long',
    ],
    [{ aggregation_type: 'mean_agg' }, { aggregation_type: ['value_is_invalid'] }, 'an unknown aggregation'],
    [{ aggregation_type: ['sum_agg'] }, { aggregation_type: ['invalid_format'] }, 'a list of them'],
    [{ aggregation_type: 'sum_agg' }, { field_name: ['value_is_mandatory'] }, 'a sum of nothing'],
    ...['count_agg', 'max_agg', 'latest_agg'].map((aggregation_type): [object, object, string] => [
      { aggregation_type, field_name: 'f', recurring: true },
      { recurring: ['not_compatible_with_aggregation_type'] },
      'nothing is carried over',
    ]),
    [
      { aggregation_type: 'weighted_sum_agg', field_name: 'f' },
      { weighted_interval: ['value_is_mandatory'] },
      'weighted by nothing',
    ],
    [{ recurring: 'perhaps' }, { recurring: ['value_is_invalid'] }, 'no boolean'],
    [{ expression: 'seconds / 60' }, { expression: ['invalid_expression'] }, 'seconds of what'],
    [
      { expression: 'e'.repeat(10_001) },
      { expression: ['value_is_too_long', 'invalid_expression'] },
      'too long',
    ],
    [{ rounding_function: 'up' }, { rounding_function: ['value_is_invalid'] }, 'an unknown rounding'],
    [{ rounding_precision: 1.5 }, { rounding_precision: ['value_is_invalid'] }, 'half a digit'],
    [{ rounding_precision: 31 }, { rounding_precision: ['value_is_out_of_range'] }, 'more digits than any'],
    [{ weighted_interval: 'days' }, { weighted_interval: ['value_is_invalid'] }, 'an unknown interval'],
    [{ filters: 'eu' }, { filters: ['invalid_format'] }, 'no list'],
    [{ filters: ['eu'] }, { filters: ['invalid_format'] }, 'no list of filters'],
    [
      { filters: [{ key: 'a' }, { values: ['1'] }] },
      { 'filters.0.values': ['value_is_mandatory'], 'filters.1.key': ['value_is_mandatory'] },
      'parts of filters are missing',
    ],
    [
      { filters: [{ key: '', values: [] }] },
      { 'filters.0.key': ['value_is_mandatory'], 'filters.0.values': ['value_is_mandatory'] },
      'an empty filter',
    ],
    [{ filters: [{ key: 'a', values: [1] }] }, { 'filters.0.values': ['invalid_format'] }, 'numbers'],
    [{ filters: [{ key: 'a', values: [' '] }] }, { 'filters.0.values': ['value_is_mandatory'] }, 'blank'],
    [
      { filters: ['1', '2'].map((value) => ({ key: 'a', values: [value] })) },
      { 'filters.1.key': ['value_already_exist'] },
      'a key twice',
    ],
  ])('%j is refused: %j (%s)', async (over, details) => {
    const caller = await server.organization();
    const valid = 'description' in over && !('name' in over) ? {} : VALID;
    const answer = await caller.post('/billable_metrics', { billable_metric: { ...valid, ...over } });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect(await written(caller)).toEqual(NOTHING);
  });

  test('custom_agg is not offered', async () => {
    const caller = await server.organization();
    const answer = await caller.post('/billable_metrics', {
      billable_metric: { ...VALID, aggregation_type: 'custom_agg' },
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'feature_unavailable']);
    expect(await written(caller)).toEqual(NOTHING);
  });

  test('a code is taken until its metric is deleted', async () => {
    const { code } = await createMetric(client);
    const other = await createMetric(client);
    const before = await written(client);
    const taken = { code: ['value_already_exist'] };
    const created = await client.post('/billable_metrics', { billable_metric: { ...VALID, code } });
    expect([created.status, created.body.error_details]).toEqual([422, taken]);
    const renamed = await client.put(`/billable_metrics/${other.code}`, { billable_metric: { code } });
    expect([renamed.status, renamed.body.error_details]).toEqual([422, taken]);
    expect(await written(client)).toEqual(before);
  });

  test.each<[object, object, string]>([
    [
      { name: null, aggregation_type: null },
      { name: ['value_is_mandatory'], aggregation_type: ['value_is_invalid'] },
      'what must have a value cannot be cleared',
    ],
    [{ aggregation_type: 'sum_agg' }, { field_name: ['value_is_mandatory'] }, 'a count has no field to sum'],
  ])('the change %j is refused: %j (%s)', async (change, details) => {
    const { code } = await createMetric(client);
    const answer = await client.put(`/billable_metrics/${code}`, { billable_metric: change });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });

  test('404 comes before validation', async () => {
    const answer = await client.put('/billable_metrics/none', { billable_metric: { name: null } });
    expect([answer.status, answer.body.code]).toEqual([404, 'billable_metric_not_found']);
  });
});

describe('every aggregation', () => {
  test.each([
    { aggregation_type: 'sum_agg', recurring: true },
    { aggregation_type: 'unique_count_agg', recurring: true },
    { aggregation_type: 'weighted_sum_agg', recurring: true, weighted_interval: 'seconds' },
    { aggregation_type: 'latest_agg' },
    { aggregation_type: 'max_agg', rounding_function: 'floor', rounding_precision: -2 },
  ])('%j is kept as it is sent', async (members) => {
    expect(await createMetric(client, { field_name: 'f', ...members })).toMatchObject(members);
  });

  test('an expression is kept as text; a blank one is none', async () => {
    const expression = 'round(event.properties.seconds / 60, 1) * event.properties.seats';
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'f', expression });
    expect(metric.expression).toBe(expression);
    const path = `/billable_metrics/${metric.code}`;
    const cleared = await client.put(path, { billable_metric: { expression: ' ' } });
    expect(cleared.body.billable_metric.expression).toBeNull();
  });
});

describe('evaluating an expression', () => {
  const path = '/billable_metrics/evaluate_expression';
  const event = { code: 'c', timestamp: 1_700_000_000, properties: { seconds: '130', seats: 3, name: 'a' } };
  const evaluate = async (expression: unknown, over: object = {}) =>
    (await client.post(path, { expression, event: { ...event, ...over } })).body;

  test.each([
    ['round(event.properties.seconds / 60, 1) * event.properties.seats', '6.6'],
    ['event.properties.seats', '3.0'],
    ['event.timestamp', '1700000000.0'],
    ["concat(event.code, '-', event.properties.name)", 'c-a'],
  ])('the expression %s is %s', async (expression, value) => {
    expect(await evaluate(expression)).toEqual({ expression_result: { value } });
  });

  test('evaluating an expression uses now for an omitted timestamp, and accepts numeric text', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { expression_result: now } = await evaluate('event.timestamp', { timestamp: undefined });
    expect(Number(now.value)).toBeGreaterThanOrEqual(before);
    expect(await evaluate('event.timestamp', { timestamp: '12.5' })).toEqual({
      expression_result: { value: '12.0' },
    });
  });

  test.each<[unknown, object, object]>([
    [undefined, {}, { expression: ['value_is_mandatory'] }],
    [' ', {}, { expression: ['value_is_mandatory'] }],
    ['seconds', {}, { expression: ['invalid_expression'] }],
    ['event.properties.none', {}, { event: ['invalid_event'] }],
    ['1 / 0', {}, { event: ['invalid_event'] }],
    ['1', { code: undefined, properties: 'x' }, { event: ['invalid_event'] }],
    ['1', { timestamp: 'noon' }, { event: ['invalid_event'] }],
    ['1', { timestamp: 1e300 }, { event: ['invalid_event'] }],
  ])('%j with %j is refused: %j', async (expression, over, details) => {
    expect(await evaluate(expression, over)).toMatchObject({ status: 422, error_details: details });
  });

  test('an event is needed', async () => {
    const answer = await client.post(path, { expression: '1' });
    expect(answer.body.error_details).toEqual({ event: ['invalid_event'] });
  });

  test('GraphQL does the same and checks the same permission', async () => {
    const mutation = `mutation ($input: EvaluateExpressionInput!) { evaluateExpression(input: $input) { value } }`;
    const input = { expression: 'event.properties.seats + 1', event };
    expect((await client.graphql(mutation, { input })).data.evaluateExpression).toEqual({ value: '4.0' });
    const wrong = await client.graphql(mutation, { input: { ...input, expression: 'x' } });
    expect(wrong.errors?.[0].extensions.details).toEqual({ expression: ['invalid_expression'] });
    const reader = await server.organization({ billable_metric: ['read'] });
    expect((await reader.graphql(mutation, { input })).errors?.[0].extensions.code).toBe('forbidden');
    expect((await reader.post(path, input)).body.code).toBe('write_action_not_allowed_for_billable_metric');
  });
});

describe('the log', () => {
  test('the activity log holds what REST showed after each change, and nothing is sent', async () => {
    const caller = await server.organization();
    const created = await createMetric(caller, { code: 'm', name: 'old' });
    const path = '/billable_metrics/m';
    const changed = (await caller.put(path, { billable_metric: { name: 'new' } })).body.billable_metric;
    await caller.put(path, { billable_metric: { name: 'new' } });
    await caller.delete('/billable_metrics/m');
    const entries = await server.pool.sql`
      select activity_type, activity_source, resource_type, resource_id, activity_object, activity_object_changes
      from activity_log_entries where organization_id = ${caller.organizationId} order by id`;
    const entry = { activity_source: 'api', resource_type: 'BillableMetric', resource_id: created.svc_id };
    expect([...entries]).toEqual([
      {
        ...entry,
        activity_type: 'billable_metric.created',
        activity_object: created,
        activity_object_changes: {},
      },
      {
        ...entry,
        activity_type: 'billable_metric.updated',
        activity_object: changed,
        activity_object_changes: { name: ['old', 'new'] },
      },
      {
        ...entry,
        activity_type: 'billable_metric.deleted',
        activity_object: changed,
        activity_object_changes: {},
      },
    ]);
    const messages = await server.pool.sql`
      select webhook_type from outbox_messages where organization_id = ${caller.organizationId}`;
    expect([...messages]).toEqual([]);
  });
});

describe('the catalog that ingestion reads', () => {
  const read = (caller: Client) =>
    server.app.services.metricCatalog.read(server.pool.db, caller.organizationId);

  test('the catalog that ingestion reads has the metrics by code, and a version that each change of what is counted raises', async () => {
    const caller = await server.organization();
    expect(await read(caller)).toEqual({ version: 0n, metrics: new Map() });
    const { svc_id: id } = await createMetric(caller, { code: 'a' });
    const { version, metrics } = await read(caller);
    expect(version).toBe(1n);
    expect(metrics.get('a')).toMatchObject({ id, aggregationType: 'count_agg', fieldName: null });

    await caller.put('/billable_metrics/a', { billable_metric: { name: 'only a name' } });
    expect((await read(caller)).version).toBe(1n);
    await caller.put('/billable_metrics/a', { billable_metric: { code: 'b' } });
    const renamed = await read(caller);
    expect([renamed.version, [...renamed.metrics.keys()]]).toEqual([2n, ['b']]);
    await caller.delete('/billable_metrics/b');
    expect(await read(caller)).toEqual({ version: 3n, metrics: new Map() });
  });

  test('a metric whose code had events before is counted from raw ones', async () => {
    const { svc_id: fresh } = await createMetric(client);
    expect([await stateOf(fresh), await queuedRecounts(fresh)]).toEqual(['counted', []]);

    const code = unique('late');
    await server.pool.sql`
      insert into uncounted_codes (organization_id, code) values (${client.organizationId}, ${code})`;
    const { svc_id: late } = await createMetric(client, { code });
    expect(await stateOf(late)).toBe('recounting');
    expect([...(await queuedRecounts(late))]).toEqual([
      { payload: { organizationId: client.organizationId, billableMetricId: late } },
    ]);
  });

  test('codes without a metric are kept up to a number, beyond which every new metric is counted from raw events', async () => {
    const inventor = await server.organization();
    const kept = () => countRows(server.pool, 'uncounted_codes', inventor.organizationId);
    const send = async (prefix: string) => {
      for (let batch = 0; batch < 6; batch += 1) {
        const events = Array.from({ length: 100 }, (_, index) => ({
          transaction_id: unique('event'),
          external_subscription_id: 'nobody',
          code: `${prefix}_${batch}_${index}`,
        }));
        expect((await inventor.post('/events/batch', { events })).status).toBe(200);
      }
    };
    const isRecounted = async (code: string) =>
      (await stateOf((await createMetric(inventor, { code })).svc_id)) === 'recounting';
    await send('first');
    expect([await kept(), await isRecounted('never_sent'), await isRecounted('first_0_1')]).toEqual([
      600,
      false,
      true,
    ]);
    await send('second');
    // The last codes have one in their place.
    expect([await kept(), await isRecounted('second_5_99'), await isRecounted('other')]).toEqual([
      1_001,
      true,
      true,
    ]);
    await server.app.services.metricRecount.trimUncountedCodes();
    await send('third');
    expect([await kept(), await isRecounted('first_0_2'), await isRecounted('third_0_0')]).toEqual([
      1,
      true,
      true,
    ]);
  });

  test.each<[object, string, string]>([
    [{ code: unique('other') }, 'recounting', 'another code has other events'],
    [{ aggregation_type: 'sum_agg', field_name: 'f' }, 'recounting', 'a sum is no count'],
    [{ rounding_function: 'round' }, 'counted', 'units are rounded after counting'],
  ])('%j leaves the metric %s (%s)', async (change, state) => {
    const { svc_id, code } = await createMetric(client);
    await client.put(`/billable_metrics/${code}`, { billable_metric: change });
    expect(await stateOf(svc_id)).toBe(state);
    expect(await queuedRecounts(svc_id)).toHaveLength(state === 'recounting' ? 1 : 0);
  });

  test('a code whose metric was deleted is counted from raw events when it returns', async () => {
    const { code } = await createMetric(client);
    await client.delete(`/billable_metrics/${code}`);
    const { svc_id } = await createMetric(client, { code });
    expect(await stateOf(svc_id)).toBe('recounting');
  });
});

describe('callers', () => {
  test('another organization sees none of it', async () => {
    const { svc_id: id, code } = await createMetric(client);
    const stranger = await server.organization();
    expect((await stranger.get(`/billable_metrics/${code}`)).status).toBe(404);
    expect((await stranger.put(`/billable_metrics/${code}`, { billable_metric: { name: 'x' } })).status).toBe(
      404,
    );
    expect((await stranger.delete(`/billable_metrics/${code}`)).status).toBe(404);
    expect((await stranger.get('/billable_metrics')).body.billable_metrics).toEqual([]);
    const requested = await stranger.graphql(
      'mutation ($id: ID!) { deleteBillableMetric(input: { id: $id }) { deletedId } }',
      { id },
    );
    expect(requested.errors?.[0].extensions).toMatchObject({
      code: 'not_found',
      details: { billableMetric: ['not_found'] },
    });
  });

  test('a key needs the permission for what it does', async () => {
    const reader = await server.organization({ billable_metric: ['read'] });
    expect((await reader.get('/billable_metrics')).status).toBe(200);
    const refused = await reader.post('/billable_metrics', { billable_metric: VALID });
    expect([refused.status, refused.body.code]).toEqual([
      403,
      'write_action_not_allowed_for_billable_metric',
    ]);
    const writer = await server.organization({ billable_metric: ['write'] });
    await createMetric(writer, { code: 'w' });
    expect((await writer.put('/billable_metrics/w', { billable_metric: { name: 'n' } })).status).toBe(200);
    expect((await writer.get('/billable_metrics/w')).status).toBe(403);
  });

  test('a repeated create with an idempotency key answers the same metric', async () => {
    const body = { billable_metric: { ...VALID, code: unique('once') } };
    const headers = { 'idempotency-key': unique('key') };
    const first = await client.post('/billable_metrics', body, { headers });
    const again = await client.post('/billable_metrics', body, { headers });
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

const VALID = { name: 'n', code: 'c', aggregation_type: 'count_agg' };
const NOTHING = { metrics: 0, filters: 0, entries: 0, messages: 0, version: null };

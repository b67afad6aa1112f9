// Requests that could write, read on both surfaces. Source: logs.md §1, §3.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  callerWith,
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, TEST_PUBLIC_URL, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const NOW = '2027-03-01T09:30:00Z';
const clock = new HandClock(NOW);

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock, limits: { pageBytes: 100_000 } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.set(NOW);
  client = await server.organization();
});

const settled = () => server.app.services.apiLogWriter.settle();
const logs = async (query = '', caller = client): Promise<Resource[]> => {
  await settled();
  const { status, body } = await caller.get(`/api_logs${query}`);
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.api_logs;
};
const calls = async (query = '') =>
  (await logs(query)).map((entry) => `${entry.http_method} ${entry.http_status} ${entry.request_path}`);

/** Sends a request that the contract does not describe. */
const unchecked = (method: string, path: string, key = client.key) =>
  fetch(`${server.baseUrl}/api/v1${path}`, { method, headers: { authorization: `Bearer ${key ?? ''}` } });

test('a writing request leaves an entry with its body and its response', async () => {
  const requestId = randomUUID();
  const sent = { tax: { name: 'VAT', code: 'vat', rate: 20 } };
  const headers = { 'x-request-id': requestId, 'user-agent': 'billing-script/2.1' };
  const { body: response } = await client.post('/taxes?unknown=1', sent, { headers });

  const [entry, ...others] = await logs();

  expect(others).toEqual([]);
  expect(entry).toEqual({
    request_id: requestId,
    api_version: 'v1',
    client: 'billing-script/2.1',
    http_method: 'post',
    http_status: 200,
    request_origin: TEST_PUBLIC_URL,
    request_path: '/api/v1/taxes',
    request_body: sent,
    request_response: response,
    logged_at: NOW,
    created_at: NOW,
  });
  const { status, body } = await client.get(`/api_logs/${requestId}`);
  expect([status, body]).toEqual([200, { api_log: entry }]);
});

describe('entries are left by', () => {
  test('requests of every outcome, and not by those that read', async () => {
    const limited = await callerWith(server, client, { plan: ['read'] });
    await createTax(client, { code: 'vat' });
    await client.put('/taxes/vat', { tax: { rate: 'much' } });
    await client.put('/taxes/none', { tax: { rate: 1 } });
    await client.post('/taxes', {});
    await client.post('/taxes', undefined, { rawBody: '{"tax": ' });
    await client.delete('/taxes/vat');
    await limited.post('/taxes', { tax: { name: 'n', code: 'c', rate: 1 } });
    await client.get('/taxes');
    await unchecked('HEAD', '/taxes');
    expect((await calls()).toReversed()).toEqual([
      'post 200 /api/v1/taxes',
      'put 422 /api/v1/taxes/vat',
      'put 404 /api/v1/taxes/none',
      'post 400 /api/v1/taxes',
      'post 400 /api/v1/taxes',
      'delete 200 /api/v1/taxes/vat',
      'post 403 /api/v1/taxes',
    ]);
    const bodies = (await logs()).map((entry) => entry.request_body).toReversed();
    expect(bodies.slice(3)).toEqual([{}, null, null, { tax: { name: 'n', code: 'c', rate: 1 } }]);
  });

  test('requests that no operation serves', async () => {
    await unchecked('POST', '/moons');
    await unchecked('POST', '/customers/acme/moons');
    await unchecked('POST', '/moons', 'svc_unknown');
    await unchecked('GET', '/moons');
    await until(async () => (await calls()).length >= 2);
    expect((await calls()).toSorted()).toEqual([
      'post 404 /api/v1/customers/acme/moons',
      'post 404 /api/v1/moons',
    ]);
  });

  test('a request that the state of a record does not allow leaves an entry, but none with a method that the log has no word for', async () => {
    const { external_id } = await createCustomer(client, { currency: 'EUR' });
    const { code } = await createAddOn(client);
    const invoice = { external_customer_id: external_id, currency: 'EUR', fees: [{ add_on_code: code }] };
    const { svc_id } = (await client.post('/invoices', { invoice })).body.invoice;
    for (const status of [200, 405])
      expect((await client.post(`/invoices/${svc_id}/void`)).status).toBe(status);
    // `http_method` is one of four words in the contract, and these are others.
    for (const method of ['PROPFIND', 'SEARCH']) expect((await unchecked(method, '/taxes')).status).toBe(405);
    expect(await calls()).toEqual([
      `post 405 /api/v1/invoices/${svc_id}/void`,
      `post 200 /api/v1/invoices/${svc_id}/void`,
      'post 200 /api/v1/invoices',
      'post 200 /api/v1/add_ons',
      'post 200 /api/v1/customers',
    ]);
  });

  test('a repeat that is answered from what was stored leaves an entry', async () => {
    const body = { tax: { name: 'VAT', code: 'vat', rate: 20 } };
    const headers = { 'idempotency-key': 'one' };
    const first = await client.post('/taxes', body, { headers });
    const second = await client.post('/taxes', body, { headers });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const entries = await logs();
    expect(entries.map((entry) => entry.request_response)).toEqual([first.body, first.body]);
  });

  test('no callers without a valid key, no events, and nothing in GraphQL', async () => {
    const metric = await createMetric(client);
    const customer = await createCustomer(client, { currency: 'EUR' });
    const subscription = await subscribe(client, customer, await createPlan(client));
    const before = await calls();
    await client.withKey('svc_unknown').post('/taxes', { tax: {} });
    await client.withKey(null).post('/taxes', { tax: {} });
    await sendEvents(client, subscription, metric, [{}, {}]);
    await client.post('/events', {
      event: { transaction_id: 't', external_subscription_id: subscription.external_id, code: metric.code },
    });
    await client.post('/events/estimate_fees', {
      event: { external_subscription_id: subscription.external_id, code: metric.code },
    });
    await client.graphql('mutation { createTax(input: { name: "n", code: "c", rate: "1" }) { tax { id } } }');
    expect(await calls()).toEqual(before);
  });
});

describe('what is stored', () => {
  test('a stored request has no secrets', async () => {
    const metadata = [{ key: 'k', value: 'v' }];
    const secret = { api_key: 'k-1', nested: [{ webhook_secret: 'k-2', name: 'n' }] };
    await client.post('/customers', { customer: { external_id: 'acme', metadata, ...secret } });
    const [entry] = await logs();
    expect(entry.request_body).toEqual({
      customer: {
        external_id: 'acme',
        metadata,
        api_key: '[FILTERED]',
        nested: [{ webhook_secret: '[FILTERED]', name: 'n' }],
      },
    });
    const [stored] = await server.pool.sql`
      select * from api_log_entries where organization_id = ${client.organizationId}`;
    expect(JSON.stringify(stored)).not.toMatch(/k-[12]/);
    expect(JSON.stringify(stored)).not.toContain(client.key);
  });

  test('a stored request of a long body has its beginning', async () => {
    const description = 'é'.repeat(60_000);
    await client.post('/taxes', { tax: { name: 'VAT', code: 'vat', rate: 20, description } });
    const [entry] = await logs();
    expect(entry.http_status).toBe(422);
    expect(entry.request_body).toMatch(/^\{"tax":\{"name":"VAT","code":"vat","rate":20,"description":"é+$/);
    expect(Buffer.byteLength(entry.request_body)).toBeGreaterThan(63_990);
    expect(Buffer.byteLength(entry.request_body)).toBeLessThanOrEqual(64_000);
  });

  test('a stored request whose body is not JSON has no body', async () => {
    await client.post('/taxes', undefined, { rawBody: 'tax', headers: { 'content-type': 'text/plain' } });
    expect((await logs())[0]).toMatchObject({ http_status: 400, request_body: null });
  });

  test('a stored request is never changed', async () => {
    await createTax(client);
    await settled();
    await expect(server.pool.sql`update api_log_entries set http_status = 200`).rejects.toThrow(
      'entries of api_log_entries are never changed',
    );
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await createTax(client, { code: 'a_b' });
    await createTax(client, { code: 'axb' });
    await client.put('/taxes/a_b', { tax: { rate: 5 } });
    await client.put('/taxes/a_b', { tax: { rate: -5 } });
    await client.put('/taxes/none', { tax: { rate: 5 } });
    await client.delete('/taxes/axb');
  });

  test.each<[string, string[]]>([
    ['http_methods[]=PUT&http_statuses[]=failed&request_paths=/api/v1/taxes/*', ['put 404', 'put 422']],
    ['http_methods[]=put&http_methods[]=Delete', ['delete 200', 'put 200', 'put 404', 'put 422']],
    ['http_statuses[]=404&http_statuses[]=422', ['put 404', 'put 422']],
    [
      'http_statuses[]=succeeded&http_statuses[]=404',
      ['delete 200', 'post 200', 'post 200', 'put 200', 'put 404'],
    ],
    ['request_paths=/api/v1/taxes', ['post 200', 'post 200']],
    ['request_paths=/api/v1/taxes/a_b', ['put 200', 'put 422']],
    ['request_paths=/api/v1/taxes/a_*', ['put 200', 'put 422']],
    ['request_paths=/api/v1/taxes/axb,/api/v1/taxes/none', ['delete 200', 'put 404']],
    ['request_paths=/api/v1/taxes/axb&request_paths=*none', ['delete 200', 'put 404']],
    ['request_paths=/taxes', []],
    ['request_paths=', []],
    ['api_version=v1&http_methods[]=delete', ['delete 200']],
    ['api_version=v2', []],
    ['from_date=2027-03-01&to_date=2027-03-01&http_methods[]=delete', ['delete 200']],
    ['from_date=2027-03-02', []],
    ['to_date=2027-03-01T09:29:59Z', []],
  ])('%s', async (query, expected) => {
    const found = await logs(`?${query}`);
    expect(found.map((entry) => `${entry.http_method} ${entry.http_status}`).toSorted()).toEqual(expected);
  });

  test.each<[string, Record<string, string[]>]>([
    ['from_date=yesterday&to_date=2027-02-30', { from_date: ['invalid_date'], to_date: ['invalid_date'] }],
    ['http_methods[]=get', { http_methods: ['value_is_invalid'] }],
    ['http_methods[]=constructor', { http_methods: ['value_is_invalid'] }],
    ['http_statuses[]=great&http_methods[]=post', { http_statuses: ['value_is_invalid'] }],
    ['http_statuses[]=20&http_statuses[]=600', { http_statuses: ['value_is_invalid'] }],
    [`request_paths=${'*,'.repeat(21)}`, { request_paths: ['invalid_count'] }],
    [`request_paths=${','.repeat(1_001)}`, { request_paths: ['invalid_count'] }],
  ])('filters of the API log are refused: %s', async (query, details) => {
    const { status, body } = await client.get(`/api_logs?${query}`);
    expect([status, body.code, body.error_details]).toEqual([422, 'validation_errors', details]);
  });
});

test('lists are newest first, page after page, also in GraphQL', async () => {
  for (const code of ['a', 'b', 'c']) {
    await createTax(client, { code });
    // Entries of one instant are ordered by their ids.
    if (code === 'b') clock.set('2027-03-01T09:30:01Z');
  }
  const codes = (entries: Resource[]) => entries.map((entry) => entry.request_body.tax.code);
  expect(codes(await logs())).toEqual(['c', 'b', 'a']);
  expect(codes(await logs('?per_page=2&page=2'))).toEqual(['a']);

  const { data } = await client.graphql(`{
    apiLogs(first: 2, filter: { httpMethods: ["post"], requestPaths: ["/api/v1/taxes"] }) {
      totalCount
      nodes { requestId apiKeyId httpMethod httpStatus requestBody requestResponse client apiVersion loggedAt }
      pageInfo { hasNextPage }
    }
  }`);
  const { totalCount, nodes, pageInfo } = data.apiLogs;
  expect([totalCount, pageInfo.hasNextPage]).toEqual([3, true]);
  expect(nodes.map((node: Resource) => node.requestBody.tax.code)).toEqual(['c', 'b']);
  expect(nodes[0]).toMatchObject({ httpMethod: 'post', httpStatus: 200, apiVersion: 'v1' });
  const one = await client.graphql(`query ($id: ID!) { apiLog(requestId: $id) { apiKeyId requestPath } }`, {
    id: nodes[0].requestId,
  });
  expect(one.data.apiLog).toEqual({ apiKeyId: nodes[0].apiKeyId, requestPath: '/api/v1/taxes' });
  const found = await client.graphql(
    '{ apiLogs(search: "TAXES") { totalCount } other: apiLogs(search: "%") { totalCount } }',
  );
  expect(found.data).toEqual({ apiLogs: { totalCount: 3 }, other: { totalCount: 0 } });
  const { errors } = await client.graphql('{ apiLogs(filter: { httpStatuses: ["great"] }) { totalCount } }');
  expect(errors?.[0].extensions).toMatchObject({ details: { httpStatuses: ['value_is_invalid'] } });
});

test('the newest of several requests with one id is found', async () => {
  const headers = { 'x-request-id': randomUUID() };
  await client.post('/taxes', { tax: { name: 'n', code: 'a', rate: 1 } }, { headers });
  await client.put('/taxes/a', { tax: { rate: 2 } }, { headers });
  expect(await calls()).toHaveLength(2);
  const { body } = await client.get(`/api_logs/${headers['x-request-id'].toUpperCase()}`);
  expect(body.api_log.http_method).toBe('put');
});

test('nobody sees entries of another organization', async () => {
  await createTax(client);
  const [{ request_id: id }] = await logs();
  const stranger = await server.organization();
  expect(await logs('', stranger)).toEqual([]);
  for (const named of [id, 'unknown', randomUUID()]) {
    const { status, body } = await stranger.get(`/api_logs/${named}`);
    expect([status, body.code]).toEqual([404, 'api_log_not_found']);
  }
});

test('a key needs the permission to read API logs', async () => {
  const reader = await callerWith(server, client, { api_log: ['read'] });
  expect((await reader.get('/api_logs')).status).toBe(200);
  const other = await callerWith(server, client, { activity_log: ['read'] });
  const { status, body } = await other.get('/api_logs');
  expect([status, body.code]).toEqual([403, 'read_action_not_allowed_for_api_log']);
});

describe('the audit period of the organization', () => {
  const setPeriod = (days: number | null) =>
    client.graphql(
      `mutation ($days: Int) { updateOrganization(input: { auditPeriodDays: $days }) { organization { auditPeriodDays } } }`,
      { days },
    );
  const deleteExpired = () =>
    server.app.services.apiLogs.deleteExpired(server.connections.jobs, { atOnce: 2 });
  const countStored = async () => {
    const [row] = await server.pool.sql`
      select count(*)::int from api_log_entries where organization_id = ${client.organizationId}`;
    return row?.['count'];
  };

  test('the audit period of the organization limits the entries that are shown and kept', async () => {
    for (const code of ['a', 'b', 'c']) await createTax(client, { code });
    const [{ request_id: id }] = await logs();
    clock.set('2027-03-31T09:30:00Z');
    expect(await logs()).toHaveLength(3);
    await deleteExpired();
    expect(await countStored()).toBe(3);

    clock.set('2027-03-31T09:30:01Z');
    await createTax(client, { code: 'd' });
    expect(await logs()).toHaveLength(1);
    expect((await client.get(`/api_logs/${id}`)).body.code).toBe('api_log_not_found');
    await deleteExpired();
    expect(await countStored()).toBe(1);
  });

  test('the audit period of the organization can be changed, and be unlimited', async () => {
    await createTax(client);
    clock.set('2027-03-08T09:30:01Z');
    expect((await setPeriod(7)).data.updateOrganization.organization).toEqual({ auditPeriodDays: 7 });
    expect(await logs()).toEqual([]);
    expect((await client.get('/activity_logs')).body.activity_logs).toEqual([]);
    await setPeriod(null);
    clock.set('2037-03-08T09:30:01Z');
    await deleteExpired();
    expect(await logs()).toHaveLength(1);
  });
});

test('a page whose bodies are too large is refused, and smaller ones are read', async () => {
  for (const code of 'abcdefghij') await createTax(client, { code, description: 'x'.repeat(6_000) });
  await settled();
  const { status, body } = await client.get('/api_logs');
  expect([status, body.error_details.per_page]).toEqual([422, ['value_is_out_of_range']]);
  expect(await logs('?per_page=1')).toHaveLength(1);
});

test('a log that cannot be written fails no request, and what cannot be kept is lost', async () => {
  await server.pool.sql`alter table api_log_entries rename to elsewhere`;
  await createTax(client);
  await settled();
  await server.pool.sql`alter table elsewhere rename to api_log_entries`;
  await createTax(client);
  expect(await logs()).toHaveLength(1);
});

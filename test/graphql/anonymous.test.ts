// What somebody without a key can make the server do: nothing that grows with what is sent.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { statementsOf } from '../support/statements.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

interface Sent {
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly key?: string | null;
}

async function post({ body, headers = {}, key = null }: Sent) {
  const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    body,
  });
  const answer = (await response.json()) as {
    data?: unknown;
    errors?: { extensions: object; message: string }[];
  };
  return { status: response.status, ...answer };
}

/** Ten kilobytes that stand for a million objects. */
const bomb = gzipSync(`{"query":"{__typename}","variables":{"a":[${'{},'.repeat(1_000_000)}{}]}}`);

describe('a compressed body', () => {
  test('a compressed body of an unknown caller is not decompressed', async () => {
    const answer = await post({ body: bomb, headers: { 'content-encoding': 'gzip' }, key: 'bogus' });
    expect([answer.status, answer.errors?.[0]?.extensions]).toMatchObject([401, { code: 'unauthorized' }]);
  });

  test('a compressed body of a known caller is refused for its many values before it is parsed', async () => {
    const answer = await post({ body: bomb, headers: { 'content-encoding': 'gzip' }, key: client.key });
    expect([answer.status, answer.errors?.[0]]).toMatchObject([
      413,
      { message: 'A body holds at most 200000 values.', extensions: { code: 'query_is_too_large' } },
    ]);
  });

  test('a compressed body of a known caller is read', async () => {
    const body = gzipSync('{"query":"{ taxes { totalCount } }"}');
    const answer = await post({ body, headers: { 'content-encoding': 'gzip' }, key: client.key });
    expect(answer.data).toEqual({ taxes: { totalCount: 0 } });
  });
});

test('an anonymous body over 64 kB is refused, one of a caller with a key over 1 MB', async () => {
  const of = (bytes: number) =>
    JSON.stringify({ query: '{ __typename }', extensions: { x: 'x'.repeat(bytes) } });
  const anonymous = await post({ body: of(64_000) });
  expect([anonymous.status, anonymous.errors?.[0]?.message]).toEqual([
    413,
    'This request takes a body of at most 64 kB.',
  ]);
  expect((await post({ body: of(64_000), key: client.key })).status).toBe(200);
  const large = await post({ body: of(1_000_000), key: client.key });
  expect([large.status, large.errors?.[0]?.message]).toEqual([
    413,
    'This operation takes a body of at most 1 MB.',
  ]);
});

test('a caller without a key costs the database nothing', async () => {
  const anonymous = client.withKey(null);
  // Of the requests before: the uses of their keys are written when they have been answered.
  await server.app.services.apiKeyUse.settle();
  const statements = await statementsOf(server.connections.drivers, async () => {
    const written = await anonymous.graphql('mutation { deleteTax(input: {id: "x"}) { deletedId } }');
    expect(written.errors?.[0].extensions).toMatchObject({ code: 'unauthorized', status: 401 });
    const previewed = await anonymous.graphql('{ invoicePreview(input: {customer: {}}) { currency } }');
    expect(previewed.errors?.[0].extensions).toMatchObject({ code: 'unauthorized', status: 401 });
    expect((await anonymous.graphql('{ taxes { totalCount } }')).errors).toHaveLength(1);
    expect((await anonymous.graphql(getIntrospectionQuery())).errors).toBeUndefined();
  });
  expect(statements).toEqual([]);
});

test('a value that is no key is looked up once a second, until it becomes one', async () => {
  const value = 'svc_not_yet_a_key';
  const statements = await statementsOf(server.connections.drivers, async () => {
    for (let call = 0; call < 5; call += 1)
      expect((await client.withKey(value).get('/taxes')).status).toBe(401);
  });
  expect(statements.length).toBeLessThanOrEqual(2);
  const { apiKeys } = server.app.services;
  await server.pool.db.transaction((tx) => apiKeys.issue(tx, client.organizationId, { value, name: 'new' }));
  expect((await client.withKey(value).get('/taxes')).status).toBe(200);
});

test('GET never executes, whatever is accepted', async () => {
  const search = new URLSearchParams({ query: '{ taxes { totalCount } }', variables: '{"c":"a\\u0000b"}' });
  const response = await fetch(`${server.baseUrl}/graphql?${search.toString()}`, {
    headers: {
      accept: 'application/graphql-response+json, text/html',
      authorization: `Bearer ${client.key ?? ''}`,
    },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('html'),
  ]);
});

describe('persisted queries', () => {
  const query = '{ taxes { totalCount } }';
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  const extensions = { persistedQuery: { version: 1, sha256Hash } };

  test('persisted queries are stored for callers with a key, with the codes that their clients know', async () => {
    const send = (body: object) => post({ body: JSON.stringify({ ...body, extensions }), key: client.key });
    const unknown = await send({});
    expect([unknown.status, unknown.errors?.[0]]).toMatchObject([
      200,
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    expect((await send({ query })).data).toEqual({ taxes: { totalCount: 0 } });
    expect((await send({})).data).toEqual({ taxes: { totalCount: 0 } });
  });

  test('persisted queries are not stored for others', async () => {
    const answer = await post({ body: JSON.stringify({ query: '{ __typename }', extensions }) });
    expect([answer.status, answer.errors?.[0]]).toMatchObject([
      400,
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ]);
  });
});

test('anyone may ask for the version, and only callers for the address of the API', async () => {
  const { data } = await post({ body: JSON.stringify({ query: '{ currentVersion }' }) });
  expect(data).toEqual({ currentVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  const query = '{ organization { apiBaseUrl } }';
  expect((await client.graphql(query)).data.organization.apiBaseUrl).toMatch(/^http.*\/api\/v1$/);
  expect((await post({ body: JSON.stringify({ query }) })).status).toBe(401);
});

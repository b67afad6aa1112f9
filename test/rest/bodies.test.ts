// How large a body each operation takes, and how much of all bodies is worked on at once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getNamedType, type GraphQLField, type GraphQLNamedType, isInputObjectType } from 'graphql';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { buildApiSchema, takesLargeBody } from '../../src/graphql/schema/schema.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ limits: { bodiesBytes: 3_000_000, organizationBodiesBytes: 2_000_000 } });
  client = await server.organization();
});
afterAll(() => server.stop());

const tax = (bytes: number) => JSON.stringify({ tax: { name: 'x'.repeat(bytes), code: 'c', rate: 1 } });

test.each([
  ['sent as it is', tax(1_000_000), {}],
  ['compressed', gzipSync(tax(1_000_000)), { 'content-encoding': 'gzip' }],
])('over 1 MB, %s, a body is refused with the limit', async (_, body, headers) => {
  const response = await fetch(`${server.baseUrl}/api/v1/taxes`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.key ?? ''}`,
      'content-type': 'application/json',
      ...(headers as Record<string, string>),
    },
    body,
  });
  expect(await response.json()).toEqual({
    status: 413,
    error: 'Payload Too Large',
    code: 'payload_too_large',
    error_details: { base: ['This request takes a body of at most 1 MB.'] },
  });
});

test('lists of events may be larger', async () => {
  const { status, body } = await client.post('/events/batch', { events: [], more: 'x'.repeat(1_500_000) });
  expect([status, body.error_details]).toEqual([422, { events: ['no_events'] }]);
});

test('a body of many values is refused before it is parsed', async () => {
  const rawBody = `{"events":[${'{},'.repeat(200_000)}{}]}`;
  const { status, body } = await client.post('/events/batch', undefined, { rawBody });
  expect([status, body.error_details]).toEqual([413, { base: ['A body holds at most 200000 values.'] }]);
});

test.each(['[', '{"a":'])(
  'a body of values deeply within one another is refused on both surfaces: %s',
  async (open) => {
    const close = open === '[' ? ']' : '}';
    const deep = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    const limit = 'A body nests objects and lists at most 128 levels deep.';
    const { status, body } = await client.post('/taxes', undefined, {
      rawBody: `{"tax":{"name":${deep(127)}}}`,
    });
    expect([status, body.error_details]).toEqual([413, { base: [limit] }]);
    const graphql = await fetch(`${server.baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key ?? ''}`, 'content-type': 'application/json' },
      body: `{"query":"{ taxes { totalCount } }","extensions":${deep(128)}}`,
    });
    const { errors } = (await graphql.json()) as { errors: { message: string; extensions: object }[] };
    expect([graphql.status, errors]).toMatchObject([
      413,
      [{ message: limit, extensions: { code: 'query_is_too_large', details: { base: [limit] } } }],
    ]);
    const allowed = await client.post('/taxes', undefined, { rawBody: `{"tax":{"name":${deep(126)}}}` });
    expect(allowed.status).toBe(422);
  },
);

test('operations that take lists of events or charges, or a logo, are those with large bodies', async () => {
  const schema = await buildApiSchema(CAPABILITIES.resolvers(server.app.services));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}),
  );
  const names = (chosen: readonly GraphQLField<unknown, unknown>[]) =>
    chosen.map(({ name }) => name).toSorted();
  expect(names(fields.filter(takesLargeBody))).toEqual(
    names(fields.filter(({ args }) => args.some(({ type }) => holdsLargeValue(getNamedType(type))))),
  );
});

function holdsLargeValue(type: GraphQLNamedType): boolean {
  if (!isInputObjectType(type)) return false;
  return Object.values(type.getFields()).some(
    (member) =>
      ['events', 'charges', 'logo'].includes(member.name) || holdsLargeValue(getNamedType(member.type)),
  );
}

test('bodies that are still arriving take their share of the memory until their callers are gone', async () => {
  const other = await server.organization();
  const large = { events: [], more: 'x'.repeat(1_500_000) };
  let held = send(client, 1_900_000);
  await until(async () => {
    // The body of an earlier test may still take its share: then this one is refused, and sent again.
    if (held.bytesRead > 0) {
      held.destroy();
      held = send(client, 1_900_000);
    }
    return (await client.post('/events/batch', large)).status === 429;
  });
  const refused = await client.post('/events/batch', large);
  expect([refused.headers.get('retry-after'), refused.body]).toEqual([
    '1',
    {
      status: 429,
      error: 'Too Many Requests',
      code: 'too_many_requests',
      error_details: {
        base: ['The requests of an organization that run at once take bodies of at most 2 MB.'],
      },
    },
  ]);
  const unavailable = await other.post('/events/batch', large);
  expect([
    unavailable.status,
    unavailable.headers.get('retry-after'),
    unavailable.body.error_details,
  ]).toEqual([503, '1', { base: ['The requests that run at once take bodies of at most 3 MB.'] }]);
  expect((await other.get('/taxes')).status).toBe(200);
  held.destroy();
  await until(async () => (await client.post('/events/batch', large)).status === 422);
});

/** Sends all of a body but its last byte. */
function send({ baseUrl, key }: Client, bytes: number): Socket {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  socket.write(
    [
      'POST /api/v1/events/batch HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${key ?? ''}`,
      'Content-Type: application/json',
      `Content-Length: ${bytes}`,
      '\r\n',
    ].join('\r\n'),
  );
  socket.write('x'.repeat(bytes - 1));
  return socket;
}

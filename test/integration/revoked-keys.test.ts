// A key that is revoked in one process is refused in all of them (ADR 0028).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callerWith } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { serveApp, type ServedApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
/** Another process on the same database. */
let other: ServedApp;
let client: Client;
const ends: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  other = await serveApp(server.database);
  client = await server.organization();
  for (const { app, connections } of [server, other])
    ends.push(await app.services.apiKeyAuthenticator.follow(connections.listen));
});
afterAll(async () => {
  for (const end of ends) end();
  await other.stop();
  await server.stop();
});

/** A key that both processes have accepted, and hold in their caches. */
const acceptedKey = async () => {
  const caller = await callerWith(server, client, { tax: ['read'] });
  const elsewhere = caller.at(other.baseUrl);
  expect([(await caller.get('/taxes')).status, (await elsewhere.get('/taxes')).status]).toEqual([200, 200]);
  const [row] = await server.pool.sql<{ id: string }[]>`
    select id from api_keys where organization_id = ${client.organizationId} order by created_at desc limit 1`;
  return { id: row?.id ?? '', caller, elsewhere };
};

const refusedEverywhere = async (
  { caller, elsewhere }: { caller: Client; elsewhere: Client },
  status = 401,
) => {
  for (const each of [caller, elsewhere])
    await until(async () => (await each.get('/taxes')).status === status);
};

test.each([
  ['deleted', 'mutation ($id: ID!) { deleteApiKey(input: { id: $id }) { deletedId } }', 401],
  ['rotated', 'mutation ($id: ID!) { rotateApiKey(input: { id: $id }) { apiKey { id } } }', 401],
  [
    'limited further',
    'mutation ($id: ID!) { updateApiKey(input: { id: $id, permissions: {} }) { apiKey { id } } }',
    403,
  ],
])('a key that is %s is refused by every process', async (_change, mutation, status) => {
  const key = await acceptedKey();
  expect((await client.at(other.baseUrl).graphql(mutation, { id: key.id })).errors).toBeUndefined();
  await refusedEverywhere(key, status);
});

test('a key that is changed by hand in the database is revoked at once in every process', async () => {
  const key = await acceptedKey();
  await server.pool.sql`update api_keys set expires_at = now() where id = ${key.id}`;
  await refusedEverywhere(key);
  const deleted = await acceptedKey();
  await server.pool.sql`delete from api_keys where id = ${deleted.id}`;
  await refusedEverywhere(deleted);
});

test('a change while the listening connection is lost is found when it is back', async () => {
  const key = await acceptedKey();
  const listeners = server.pool.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
  expect((await listeners).length).toBeGreaterThanOrEqual(2);
  await server.pool.sql`update api_keys set expires_at = now() where id = ${key.id}`;
  await refusedEverywhere(key);
});

test('an expiry that was planned holds to the instant, although the key is cached', async () => {
  const key = await acceptedKey();
  await server.pool.sql`
    update api_keys set expires_at = clock_timestamp() + interval '300 milliseconds' where id = ${key.id}`;
  await refusedEverywhere(key);
});

// A Postgres that hangs, or is out of reach, ends nothing by itself: requests are refused in time, and go on when it answers.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../src/platform/db/database.js';
import { queryRows } from '../../src/platform/db/statements/query-rows.js';
import { unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { SilentProxy } from '../support/silent-proxy.js';
import { until } from '../support/until.js';

/** Beside the proxy. */
let direct: TestServer;
let proxy: SilentProxy;
let server: ServedApp;
let client: Client;

beforeAll(async () => {
  direct = await startTestServer();
});
beforeEach(async () => {
  proxy = await SilentProxy.before(direct.database);
  server = await serveApp(
    { ...direct.database, connection: proxy.connection },
    { limits: { requestStatementMs: 1_000, databaseSilenceMs: 200, jobStatementMs: 1_000 } },
  );
  client = (await direct.organization()).at(server.baseUrl);
  expect(await client.get('/taxes')).toMatchObject({ status: 200 });
});
afterEach(async () => {
  proxy.speakAgain();
  await server.stop();
  await proxy.close();
});
afterAll(() => direct.stop());

const createTax = (code: string) => client.post('/taxes', { tax: { name: 'VAT', code, rate: 20 } });
const connectionsInUse = () => server.connections.tenants.gate.inUse;

test('requests answer 503, their connections are free again, and service resumes', async () => {
  const code = unique('never');
  proxy.fallSilent();
  const reads = Array.from({ length: 10 }, () => client.get('/taxes'));
  const answers = await Promise.all([...reads, createTax(code), client.get('/add_ons')]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect(connectionsInUse()).toBe(0);
  proxy.speakAgain();
  expect(await client.get('/taxes')).toMatchObject({ status: 200 });
  expect(await client.get(`/taxes/${code}`)).toMatchObject({ status: 404 });
  expect(await createTax(unique('after'))).toMatchObject({ status: 200 });
});

test('a request that waits for the commit of its write is not acknowledged', async () => {
  const code = unique('unknown');
  proxy.fallSilentAfter('insert into "taxes"', '\0commit\0');
  expect(await createTax(code)).toMatchObject({ status: 503 });
  expect(connectionsInUse()).toBe(0);
  proxy.speakAgain();
  // Here it was done, which only Postgres knew.
  await until(async () => (await client.get(`/taxes/${code}`)).status === 200);
});

test('a transaction that sends nothing for a while keeps its connection', async () => {
  const backends = await server.connections.jobs.transaction(async (tx) => {
    const before = await backendOf(tx);
    // Longer than Postgres may take to answer.
    await direct.pool.sql`select pg_sleep(1.5)`;
    return [before, await backendOf(tx)];
  });
  expect(backends[0]).toBe(backends[1]);
});

const backendOf = async (tx: Tx) =>
  (await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`))[0]?.pid;

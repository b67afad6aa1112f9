// `npm run verify`: a program of its own compares what follows from something else. `verify-damage.test.ts` has what it finds.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import 'reflect-metadata';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { JOINED } from '../../src/platform/db/migrating/joined-migrations.js';
import { createMetric } from '../support/builders.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { Program } from '../support/program.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let organizationId: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  const client = await server.organization();
  ({ organizationId } = client);
  const { host, port, user, password, database } = server.database.connection;
  // A URL cannot name a Unix socket; these variables of Postgres' own can.
  const place = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password };
  env = { DATABASE_URL: `postgres:///${database}`, ...place };
  const { code } = await createMetric(client);
  const { ingest } = server.app.services;
  const call = ingestCall(server, organizationId);
  await ingest.batch(
    call,
    [1, 2, 3].map(() => eventInput({ code, externalSubscriptionId: 'counted' })),
    'reject',
  );
});
afterAll(() => server.stop());

async function verify(): Promise<{ code: number | null; output: string }> {
  const program = new Program({ env, name: 'verify' });
  return { code: await program.exit(), output: program.output };
}

test('verify says so when all is well, and ends with 0', async () => {
  const { code, output } = await verify();
  expect(code).toBe(0);
  expect(output.split('\n')).toEqual([...CAPABILITIES.checks.map(({ claim }) => claim), '']);
});

test('verify prints each difference as a line, and ends with 1', async () => {
  await server.pool.sql`update usage_counters set events_count = events_count + 1 where span = 'day'`;
  const { code, output } = await verify();
  await server.pool.sql`update usage_counters set events_count = events_count - 1 where span = 'day'`;
  const [line = '', ...others] = output.split('\n').filter((each) => each.startsWith('{'));
  expect([code, others]).toEqual([1, []]);
  expect(JSON.parse(line)).toMatchObject({
    check: 'usage_counters',
    organizationId,
    externalSubscriptionId: 'counted',
    counted: { events_count: '4' },
    recounted: { events_count: '3' },
  });
  expect(output).toMatch(/\nNot so, once: Every counter is what its events add up to\.\n/);
});

test.each([
  ['update drizzle.__drizzle_migrations set created_at = created_at + 1', /newer version/],
  [
    `update drizzle.__drizzle_migrations set created_at = ${JOINED.lastGeneratedAtMs}; delete from drizzle.__drizzle_migrations where id > 1`,
    /older version/,
  ],
  ['drop schema drizzle cascade', /is empty/],
])('a database that is not of this version is refused in one line: %s', async (statement, message) => {
  await server.pool.sql.unsafe(statement);
  const { code, output } = await verify();
  expect([code, output.split('\n').length]).toEqual([1, 2]);
  expect(output).toMatch(message);
});

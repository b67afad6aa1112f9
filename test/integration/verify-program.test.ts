// `npm run verify`: every counter and every wallet of a database, recomputed by a program of its own.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bookInWallet, createCustomer, createMetric, createWallet } from '../support/builders.js';
import { eventInput, ingestCall } from '../support/ingest.js';
import { Program } from '../support/program.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let organizationId: string;
let walletId: string;
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
  const wallet = await createWallet(client, await createCustomer(client), { granted_credits: '10' });
  await bookInWallet(client, wallet, { voided_credits: '3', paid_credits: '5' });
  walletId = wallet.svc_id;
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

test('says so when all is well, and ends with 0', async () => {
  expect(await verify()).toEqual({
    code: 0,
    output:
      'Every counter is what its events add up to.\nEvery wallet is what its transactions add up to.\nEvery report is what its documents add up to.\n',
  });
});

test('prints each difference as a line, and ends with 1', async () => {
  await server.pool.sql`update usage_counters set events_count = events_count + 1 where span = 'day'`;
  const { code, output } = await verify();
  await server.pool.sql`update usage_counters set events_count = events_count - 1 where span = 'day'`;
  expect([code, output.split('\n').length]).toEqual([1, 5]);
  expect(JSON.parse(output.split('\n')[0] ?? '')).toMatchObject({
    organizationId,
    externalSubscriptionId: 'counted',
    counted: { events_count: '4' },
    recounted: { events_count: '3' },
  });
  expect(output).toMatch(/\nOne counter differs\.\n/);
});

test.each([
  [
    'its balance',
    'update wallets set balance_cents = balance_cents + 1',
    { stored: { balance_cents: '701' } },
  ],
  [
    'its credits',
    'update wallets set credits_balance = credits_balance - 1',
    { stored: { credits_balance: '6' } },
  ],
  [
    'what is left of a top-up',
    "update wallet_transactions set remaining_amount_cents = 600 where transaction_status = 'granted'",
    { recomputed: { remaining_cents: '600' }, unbalancedTransactions: '1' },
  ],
  [
    'what a void has used',
    'update wallet_consumptions set amount_cents = 299',
    { unbalancedTransactions: '2' },
  ],
])('finds a wallet by %s', async (_, statement, difference) => {
  const { sql } = server.pool;
  const [wallet, transactions, consumptions] = await Promise.all([
    sql`select * from wallets`,
    sql`select id, remaining_amount_cents from wallet_transactions`,
    sql`select id, amount_cents from wallet_consumptions`,
  ]);
  await sql.unsafe(statement);
  const { code, output } = await verify();
  for (const { balance_cents, credits_balance } of wallet)
    await sql`update wallets set balance_cents = ${balance_cents}, credits_balance = ${credits_balance}`;
  for (const { id, remaining_amount_cents } of transactions)
    await sql`update wallet_transactions set remaining_amount_cents = ${remaining_amount_cents} where id = ${id}`;
  for (const { id, amount_cents } of consumptions)
    await sql`update wallet_consumptions set amount_cents = ${amount_cents} where id = ${id}`;
  const [line = ''] = output.split('\n').filter((each) => each.startsWith('{'));
  expect(code).toBe(1);
  expect(JSON.parse(line)).toMatchObject({ organizationId, walletId, ...difference });
  expect(output).toMatch(/\nOne wallet differs\.\n/);
});

test.each([
  ['update drizzle.__drizzle_migrations set created_at = created_at + 1', /newer version/],
  [
    'update drizzle.__drizzle_migrations set created_at = created_at - 1; delete from drizzle.__drizzle_migrations where id > 1',
    /older version/,
  ],
  ['drop schema drizzle cascade', /is empty/],
])('a database that is not of this version is refused in one line: %s', async (statement, message) => {
  await server.pool.sql.unsafe(statement);
  const { code, output } = await verify();
  expect([code, output.split('\n').length]).toEqual([1, 2]);
  expect(output).toMatch(message);
});

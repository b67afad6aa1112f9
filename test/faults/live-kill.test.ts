import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCustomer, createPlan, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { startKillableServer } from './killable-server.js';

const WEEK_MS = 7 * 86_400_000;
/** What is due at one instant is done in one transaction. */
const CUSTOMERS_AT_ONCE = 10;
const CUSTOMERS = 2 * CUSTOMERS_AT_ONCE;

let server: TestServer;
let other: ServedApp;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  other = await serveApp(server.database);
  client = await server.organization();
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

/**
 * Sells so many customers a weekly plan as of a week ago: today is their billing day, for half of them a second later
 * than for the others, and nobody works yet.
 */
async function sell(): Promise<void> {
  const plan = await createPlan(client, { interval: 'weekly', amount_cents: 700 });
  const started = {
    billing_time: 'anniversary',
    subscription_at: new Date(Date.now() - WEEK_MS).toISOString(),
  };
  for (let sold = 0; sold < CUSTOMERS; sold += 1) {
    await subscribe(client, await createCustomer(client), plan, started);
  }
  await server.pool.sql`
    update due_work set due_at = date_trunc('day', now()) + (place % 2) * interval '1 second'
    from (select id, row_number() over () as place from due_work) as placed
    where placed.id = due_work.id`;
}

const issued = async (): Promise<number> => (await client.get('/invoices?per_page=1')).body.meta.total_count;

/** Lets a worker do the first of the two transactions, and kills it in the middle of the second. */
async function killHalfway(): Promise<void> {
  const { child } = await server.pool.sql.begin(async (sql) => {
    // Whoever bills this subscription refers to it, and waits for that: everything but the invoice's rows is done.
    await sql`
      select from subscriptions
      where id = (select subject_id from due_work where due_at <= now() order by due_at desc limit 1)
      for update`;
    const killable = await startKillableServer(server, client, 'all');
    try {
      await until(async () => (await someoneWaits(server.pool)) && (await issued()) === CUSTOMERS_AT_ONCE);
    } finally {
      killable.child.kill('SIGKILL');
    }
    return killable;
  });
  await until(() => Promise.resolve(child.signalCode !== null));
}

test('an invoice that a killed worker was billing is billed by others, once', async () => {
  await sell();
  await killHalfway();
  expect(await issued()).toBe(CUSTOMERS_AT_ONCE);
  const workers = await Promise.all([server, other].map(({ app }) => app.services.startLiveWorker()));
  try {
    await until(async () => (await issued()) === CUSTOMERS);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  const billed = await server.pool.sql`
    select count(*)::int as invoices, count(distinct customer_id)::int as customers,
      count(distinct number)::int as numbers, min(total_amount_cents)::int as cheapest, max(sequential_id) as highest
    from invoices where organization_id = ${client.organizationId}`;
  expect(billed).toEqual([
    { invoices: CUSTOMERS, customers: CUSTOMERS, numbers: CUSTOMERS, cheapest: 700, highest: 1 },
  ]);
  const left = await server.pool.sql`
    select count(*)::int as count, bool_and(due_at > now()) as later, max(attempts) as failures from due_work
    where organization_id = ${client.organizationId} and kind = 'subscription_billing'`;
  expect(left).toEqual([{ count: CUSTOMERS, later: true, failures: 0 }]);
});

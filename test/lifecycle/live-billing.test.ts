// Subscriptions in real time, whose clock the test holds.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DUE_WORK_CHANNEL } from '../../src/platform/due-work/plan-work.js';
import { createCustomer, createPlan, type Resource, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

const clock = new HandClock('2027-09-18T09:30:00Z');
let server: TestServer;
let other: ServedApp;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock });
  other = await serveApp(server.database, { clock });
  client = await server.organization();
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const invoicesOf = async (customer: Resource): Promise<Resource[]> => {
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  return body.invoices.toReversed();
};

test('two workers bill every customer once on its day, however late they come', async () => {
  const plan = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => createCustomer(client)));
  for (const customer of customers) await subscribe(client, customer, plan);

  const workers = await Promise.all([server, other].map(({ app }) => app.services.startLiveWorker()));
  try {
    // Two billing days have passed while nobody worked.
    clock.set('2027-11-05T12:00:00Z');
    await server.pool.sql.notify(DUE_WORK_CHANNEL, clock.now().toISOString());
    for (const customer of customers) {
      await until(async () => (await invoicesOf(customer)).length === 3);
      expect(
        (await invoicesOf(customer)).map((invoice) => [
          invoice.issuing_date,
          invoice.created_at,
          invoice.total_amount_cents,
        ]),
      ).toEqual([
        ['2027-09-18', '2027-09-18T09:30:00Z', 1_300],
        ['2027-10-01', '2027-10-01T00:00:00Z', 3_000],
        ['2027-11-01', '2027-11-01T00:00:00Z', 3_000],
      ]);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
});

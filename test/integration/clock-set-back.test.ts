// The clock of the machine is set back while the program runs: ids go on from the latest one, ahead of the time.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPlan, createTax } from '../support/builders.js';
import { differencesIn } from '../support/differences.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('verify finds nothing wrong with invoices that were issued before their plan got taxes', async () => {
  const client = await server.organization();
  const tax = await createTax(client, { rate: 20, applied_to_organization: true });
  const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
  const story = await Story.begin(client, '2027-01-01T09:00:00Z');
  await story.subscribe(plan);
  await client.put(`/plans/${plan.code}`, { plan: { tax_codes: [tax.code] } });
  await story.advance('2027-03-10T09:00:00Z');
  await client.put(`/taxes/${tax.code}`, { tax: { rate: 21 } });
  const invoices = await story.invoices();
  expect(invoices.map((invoice) => invoice.taxes_amount_cents)).toEqual([200, 200, 200]);
  expect(await differencesIn({ db: server.pool.db })).toEqual([]);
  // All of this happened after the clock had been set back by an hour: ids say that it was later. Taxes were read before fees were made.
  await server.pool.sql.unsafe(`
    update fees set taxed_at = taxed_at - interval '59 minutes 50 seconds';
    update tax_assignments set assigned_at = assigned_at - interval '1 hour', removed_at = removed_at - interval '1 hour';
    update tax_rates set valid_from = valid_from - interval '1 hour', valid_until = valid_until - interval '1 hour'`);
  expect(await differencesIn({ db: server.pool.db })).toEqual([]);
});

// The clock of the machine is set back while the program runs: ids go on from the latest one, ahead of the time.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { systemClock } from '../../src/platform/clock.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { createPlan, createTax } from '../support/builders.js';
import { differencesIn } from '../support/differences.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

const SET_BACK_MS = 3_600_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const ahead = new Date(Date.now() + SET_BACK_MS);
  jest.spyOn(systemClock, 'now').mockReturnValueOnce(ahead);
  newId();
});
afterAll(() => server.stop());

test('verify finds nothing wrong with invoices that were issued before their plan got taxes', async () => {
  const client = await server.organization();
  await createTax(client, { code: 'vat', rate: 20, applied_to_organization: true });
  const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
  const story = await Story.begin(client, '2027-01-10T09:00:00Z');
  await story.subscribe(plan);
  await client.put(`/plans/${plan.code}`, { plan: { tax_codes: ['vat'] } });
  await story.advance('2027-03-10T09:00:00Z');
  const invoices = await story.invoices();
  expect(invoices.map((invoice) => invoice.taxes_amount_cents)).not.toContain(0);
  expect(await differencesIn({ db: server.pool.db })).toEqual([]);
});

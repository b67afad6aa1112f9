// Entries of reports: transactions do not wait for each other, and folding changes no report (docs/adr/0078).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { differingReports } from '../../src/modules/analytics/report-verification.js';
import { systemActor } from '../../src/platform/actor.js';
import { createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let addOn: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  addOn = await createAddOn(client, { amount_cents: 1_000 });
  // The queue registers a kind of job with its first one, and until that is committed others of the kind wait for it.
  const other = await server.organization();
  const { external_id: external_customer_id } = await createCustomer(other);
  const { code: add_on_code } = await createAddOn(other);
  await other.post('/invoices', {
    invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code }] },
  });
});
afterAll(() => server.stop());

const billed = async () => {
  const { external_id: externalCustomerId } = await createCustomer(client, { currency: 'EUR' });
  return { externalCustomerId, currency: 'EUR', fees: [{ addOnCode: addOn.code }] };
};
const revenue = async (): Promise<number[]> =>
  (await client.get('/analytics/gross_revenue')).body.gross_revenues.map((row: Resource) => row.amount_cents);
const stored = async (table: string) =>
  (await server.pool.sql<{ id: string }[]>`select from ${server.pool.sql(table)}`).length;

test('invoices of the same month are issued while another transaction is issuing one', async () => {
  const actor = systemActor(client.organizationId, null);
  const { oneOffInvoices, reportFolding } = server.app.services;
  const [first, second] = [await billed(), await billed()];
  await server.pool.db.transaction(async (tx) => {
    await oneOffInvoices.create(tx, actor, first);
    const fees = [{ add_on_code: addOn.code }];
    const { status } = await client.post('/invoices', {
      invoice: { external_customer_id: second.externalCustomerId, currency: 'EUR', fees },
    });
    expect(status).toBe(200);
    expect(await revenue()).toEqual([1_000]);
    // Folding skips what is not committed.
    await reportFolding.fold();
    expect(await revenue()).toEqual([1_000]);
  });
  expect(await revenue()).toEqual([2_000]);
  expect(await stored('report_entries')).toBeGreaterThan(0);
  await reportFolding.fold();
  expect(await stored('report_entries')).toBe(0);
  expect(await revenue()).toEqual([2_000]);
  expect(await differingReports(server.pool.db)).toEqual([]);
});

test('processes that fold at once move each entry once', async () => {
  const { oneOffInvoices, reportFolding } = server.app.services;
  const actor = systemActor(client.organizationId, null);
  for (let made = 0; made < 5; made += 1) {
    const input = await billed();
    await server.pool.db.transaction((tx) => oneOffInvoices.create(tx, actor, input));
  }
  await Promise.all([reportFolding.fold(), reportFolding.fold(), revenue()]);
  await reportFolding.fold();
  expect(await stored('report_entries')).toBe(0);
  expect(await revenue()).toEqual([7_000]);
  expect(await differingReports(server.pool.db)).toEqual([]);
});

test('an invoice that is rolled back leaves no entry', async () => {
  const actor = systemActor(client.organizationId, null);
  const input = await billed();
  await expect(
    server.pool.db.transaction(async (tx) => {
      await server.app.services.oneOffInvoices.create(tx, actor, input);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await stored('report_entries')).toBe(0);
  expect(await differingReports(server.pool.db)).toEqual([]);
});

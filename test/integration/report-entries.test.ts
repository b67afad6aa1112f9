// Entries of reports: transactions do not wait for each other, and folding changes no report (docs/adr/0078).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readCommand } from '../../src/main/admin/command-line.js';
import { runCommand } from '../../src/main/admin/commands.js';
import { bootstrap } from '../../src/main/bootstrap.js';
import { differingReports } from '../../src/modules/analytics/recording/report-verification.js';
import { systemActor } from '../../src/platform/actor.js';
import { createAddOn, createCustomer, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { Story } from '../support/story.js';
import { FIRST_START, startTestServer, type TestServer } from '../support/server.js';

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

describe('a rebuild', () => {
  let weekly: Client;

  beforeAll(async () => {
    await bootstrap(server.pool.db, server.app.services, FIRST_START);
    weekly = await server.organization();
    const story = await Story.begin(weekly, '2027-03-29T00:00:00Z');
    await story.subscribe(await createPlan(weekly, { interval: 'weekly', amount_cents: 1_000 }));
    await story.advance('2027-04-26T12:00:00Z');
    await server.app.services.reportFolding.fold();
  });

  const rebuild = async (...args: string[]): Promise<string[]> => {
    const command = readCommand(['reports', 'rebuild', ...args]);
    const { result } = await runCommand(server.app.services, server.pool.db, command);
    return result.filter((line) => !line.endsWith('\t0 rows differed'));
  };
  const differing = async () =>
    new Set((await differingReports(server.pool.db)).map(({ organizationId }) => organizationId));

  test('a rebuild of reports changes nothing while all is well', async () => {
    expect(await rebuild()).toEqual([]);
    expect(await stored('report_entries')).toBe(0);
  });

  test.each([
    ['missing totals', 'delete from report_totals where organization_id = $1'],
    ['wrong amounts', 'update report_totals set amount = amount + 0.5 where organization_id = $1'],
    [
      'wrong counts',
      'update report_totals set items_count = 0, invoices_count = 7 where organization_id = $1',
    ],
    ['totals of nothing', "update report_totals set key = key || 'x' where organization_id = $1"],
    ['missing weekly fees', 'delete from weekly_fee_totals where organization_id = $1'],
    [
      'wrong weekly fees',
      'update weekly_fee_totals set amount = 1, fees_count = 9 where organization_id = $1',
    ],
    [
      'weekly fees of nothing',
      "update weekly_fee_totals set external_subscription_id = 'x' where organization_id = $1",
    ],
  ])('a rebuild of reports repairs %s', async (_, statement) => {
    await server.pool.sql.unsafe(statement, [weekly.organizationId]);
    expect(await differing()).toEqual(new Set([weekly.organizationId]));
    expect(await rebuild()).toEqual([
      expect.stringMatching(new RegExp(`^${weekly.organizationId}\\t\\d+ rows? differed$`)),
    ]);
    expect(await differing()).toEqual(new Set());
    await server.app.services.reportFolding.fold();
    expect(await differing()).toEqual(new Set());
    expect(await rebuild()).toEqual([]);
  });

  test('a rebuild of reports is of one organization on request', async () => {
    await server.pool.sql`delete from report_totals`;
    expect(await rebuild('--organization', client.organizationId)).toHaveLength(1);
    expect([...(await differing())]).not.toContain(client.organizationId);
    expect(await differing()).toContain(weekly.organizationId);
    await rebuild();
    expect(await differing()).toEqual(new Set());
  });

  test('a rebuild of reports counts what other transactions write meanwhile once', async () => {
    const actor = systemActor(client.organizationId, null);
    const input = await billed();
    const before = await revenue();
    await server.pool.sql`delete from report_totals where organization_id = ${client.organizationId}`;
    await server.pool.db.transaction(async (tx) => {
      await server.app.services.oneOffInvoices.create(tx, actor, input);
      await rebuild();
      await server.app.services.reportFolding.fold();
      expect(await revenue()).toEqual(before);
    });
    expect(await revenue()).toEqual([(before[0] ?? 0) + 1_000]);
    expect(await differing()).toEqual(new Set());
  });
});

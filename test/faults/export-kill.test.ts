// A worker is killed while it writes the file of an export: docs/adr/0090.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { readFile } from '../support/documents.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { startKillableServer } from './killable-server.js';

type ExportKey = Parameters<TestServer['app']['services']['dataExportMaking']['run']>[0];

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const shown = async (id: string): Promise<Resource> =>
  (await client.graphql(`{ dataExport(id: "${id}") { status rowsCount fileUrl } }`)).data.dataExport;

/** Has a worker begin the export, and kills it while it reads. */
async function killHalfway(): Promise<void> {
  const { child } = await server.pool.sql.begin(async (sql) => {
    await sql`lock table customers in access exclusive mode`;
    const killable = await startKillableServer(server, client, 'all');
    try {
      await until(() => someoneWaits(server.pool));
    } finally {
      killable.child.kill('SIGKILL');
    }
    return killable;
  });
  await until(() => Promise.resolve(child.signalCode !== null));
}

test('an export that a killed worker was writing is written by another one, once', async () => {
  const customer = await createCustomer(client, { currency: 'EUR' });
  const addOn = await createAddOn(client);
  const fees = [{ add_on_code: addOn.code }];
  const sent = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  const { invoice } = (await client.post('/invoices', { invoice: sent })).body;
  const { data } = await client.graphql('mutation { exportInvoices(input: {}) { dataExport { id } } }');
  const { id } = data.exportInvoices.dataExport;
  await killHalfway();
  expect(await shown(id)).toMatchObject({ status: 'pending', fileUrl: null });

  const { dataExportMaking } = server.app.services;
  await server.pool.sql`update data_exports set updated_at = updated_at - interval '1 hour'`;
  await dataExportMaking.resumeStalled();
  const jobs = await server.pool.sql<{ payload: ExportKey; is_locked: boolean }[]>`
    select payload, locked_at is not null as is_locked from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'make_data_export')
    order by id`;
  // The queue keeps the job of the killed worker for hours.
  expect(jobs.map(({ is_locked }) => is_locked)).toEqual([true, false]);
  for (const { payload } of jobs) await dataExportMaking.run(payload);
  const { status, rowsCount, fileUrl } = await shown(id);
  expect([status, rowsCount]).toEqual(['completed', 1]);
  const text = new TextDecoder().decode((await readFile(fileUrl)).bytes);
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual(['svc_id', invoice.svc_id, '']);
});

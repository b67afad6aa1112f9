// A tax service that does not answer about one customer delays no other of the organization (integrations.md §16).
import 'reflect-metadata';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import { callLimitsOf } from '../../src/modules/integrations/calls/call-limits.js';
import { type Jobs, startJobs } from '../../src/platform/jobs/jobs.js';
import { createLogger } from '../../src/platform/log.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, shownInvoice, taxedCustomer } from '../support/taxed-customers.js';
import { until } from '../support/until.js';

/** More than the calls of a connection that run at once: in order of time they would take them all. */
const WAITING = 20;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ outgoing: new OutgoingHttp({ allowPrivateNetworks: true }) });
});
afterAll(() => server.stop());

/** Starts two processes that do the jobs of the server. @returns stops them. */
async function startProcesses(): Promise<() => Promise<void>> {
  const start = (): Promise<Jobs> =>
    startJobs({
      connection: server.database.connection,
      jobs: CAPABILITIES.jobs(server.app.services).filter((job) => 'turn' in job),
      log: createLogger('silent'),
    });
  const processes = [await start(), await start()];
  return async () => {
    await Promise.all(processes.map((each) => each.stop()));
  };
}

async function invoicesOf(client: Client, customer: Resource, number: number): Promise<Resource[]> {
  const invoices: Resource[] = [];
  for (let made = 0; made < number; made += 1) invoices.push(await oneOffOf(client, customer, [1_000]));
  return invoices;
}

test('invoices of other customers are issued while the calls about those of one time out', async () => {
  const client = await server.organization();
  const { taxes, connection } = await startHttpTax(server, client);
  const silent = await taxedCustomer(client, connection);
  const release = taxes.hold(({ customer }) => customer.svc_id === silent.svc_id);
  const waiting = await invoicesOf(client, silent, WAITING);
  const others: Resource[] = [];
  for (let made = 0; made < 3; made += 1)
    others.push(...(await invoicesOf(client, await taxedCustomer(client, connection), 2)));
  const stop = await startProcesses();
  const areIssued = async (invoices: readonly Resource[]) => {
    const shown = await Promise.all(invoices.map((invoice) => shownInvoice(client, invoice)));
    return shown.every(({ status }) => status === 'finalized');
  };
  try {
    await until(() => areIssued(others));
    const firstOfOthers = taxes.calls.findIndex(({ body }) => body.customer.svc_id !== silent.svc_id);
    expect(firstOfOthers).toBeLessThan(callLimitsOf('http_tax').atOnce);
    release();
    await until(() => areIssued(waiting));
  } finally {
    release();
    await stop();
    await taxes.stop();
  }
});

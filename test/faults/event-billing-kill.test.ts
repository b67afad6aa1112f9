import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createCustomer,
  createMetric,
  createPlan,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { startKillableServer } from './killable-server.js';

/** More than are billed in one transaction. */
const BATCHES = 2;
const BATCH = 90;
/** Two servers start on the way, also on a busy machine. */
const PATIENCE_MS = 100_000;

let server: TestServer;
let client: Client;
let metric: Resource;
let subscription: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  const regions = [{ key: 'region', values: ['eu', 'us'] }];
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n', filters: regions });
  const charge = {
    billable_metric_id: metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '1' },
    pay_in_advance: true,
  };
  const plan = await createPlan(client, {
    charges: [
      charge,
      {
        ...charge,
        invoiceable: false,
        filters: [{ values: { region: ['eu'] }, properties: { amount: '2' } }],
      },
    ],
  });
  subscription = await subscribe(client, await createCustomer(client), plan);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const events = Array.from({ length: BATCH }, (_, index) => ({
      properties: { n: index % 5, region: index % 2 === 0 ? 'eu' : 'us' },
    }));
    await sendEvents(client, subscription, metric, events);
  }
});
afterAll(() => server.stop());

const feesOfEvents = () => server.pool.sql<{ charge: string; fees: number; events: number; cents: number }[]>`
  select charge_id as charge, count(*)::int as fees, count(distinct event_transaction_id)::int as events,
    sum(amount_cents)::int as cents
  from fees where organization_id = ${client.organizationId} and event_transaction_id is not null
  group by 1 order by cents`;
const billed = async () => (await feesOfEvents()).reduce((total, { fees }) => total + fees, 0);
const waiting = () => countRows(server.pool, 'pending_events', client.organizationId);

test(
  'each event makes one fee per charge, also when whoever bills it is killed',
  async () => {
    const all = BATCHES * BATCH;
    const killable = await startKillableServer(server, client, 'all');
    // It has finished a transaction, and is in the middle of the next one.
    await until(async () => (await billed()) > 0, PATIENCE_MS);
    killable.child.kill('SIGKILL');
    expect(await waiting()).toBeGreaterThan(0);
    // A server that starts finds what was left, though its job still is that of the dead one.
    const { child } = await startKillableServer(server, client, 'all');
    await until(async () => (await waiting()) === 0, PATIENCE_MS);
    child.kill('SIGKILL');
    const units = BATCHES * 2 * BATCH;
    // Half of the units are those of even places, at twice the price.
    expect(await feesOfEvents()).toMatchObject([
      { fees: all, events: all, cents: units * 100 },
      { fees: all, events: all, cents: units * 150 },
    ]);
    const { body } = await client.get(`/invoices?external_customer_id=${subscription.external_customer_id}`);
    expect(body.meta.total_count).toBe(all);
  },
  3 * PATIENCE_MS,
);

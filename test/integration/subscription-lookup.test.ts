// Looks up the subscription that events name, while that subscription changes.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { serveApp, type ServedApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
/** Another process on the same database. */
let other: ServedApp;
let client: Client;
let metric: Resource;
const ends: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  other = await serveApp(server.database);
  client = await server.organization();
  metric = await createMetric(client);
  for (const { app, connections } of [server, other])
    ends.push(await app.services.subscriptionLookup.follow(connections.listen));
});
afterAll(async () => {
  for (const end of ends) end();
  await other.stop();
  await server.stop();
});

const send = async (to: Client, external_subscription_id: string): Promise<Resource> => {
  const event = { transaction_id: unique('event'), external_subscription_id, code: metric.code };
  return (await to.post('/events', { event })).body.event;
};

test('an event is answered with the subscription that runs, whichever process changed it', async () => {
  const [small, big] = [await createPlan(client), await createPlan(client, { amount_cents: 100 })];
  const customer = await createCustomer(client);
  const { external_id, svc_id } = await subscribe(client, customer, small);
  const elsewhere = client.at(other.baseUrl);
  for (const caller of [client, elsewhere]) {
    expect(await send(caller, external_id)).toMatchObject({ svc_subscription_id: svc_id });
  }
  const upgraded = await subscribe(client, customer, big, { external_id });
  for (const caller of [client, elsewhere]) {
    await until(async () => (await send(caller, external_id)).svc_subscription_id === upgraded.svc_id);
  }
  await client.delete(`/subscriptions/${external_id}`);
  const clock = await createClock(client, { frozen_time: '2030-01-01T00:00:00Z' });
  const timeless = await createCustomer(client, { test_clock_id: clock.svc_id });
  await subscribe(client, timeless, small, { external_id });
  for (const caller of [client, elsewhere]) {
    await until(async () => (await send(caller, external_id)).timestamp.startsWith('2030-01-01'));
  }
});

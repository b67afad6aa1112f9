import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClock, createCustomer, createPlan, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

test('deleting a clock removes its customers with all they own', async () => {
  const clock = await createClock(client);
  const customer = await createCustomer(client, { test_clock_id: clock.svc_id });
  const { external_id: externalId } = await subscribe(client, customer, await createPlan(client));
  const deleted = await client.delete(`/test_clocks/${clock.svc_id}`);
  expect(deleted.body).toEqual({ test_clock: clock });
  for (const path of [
    `/test_clocks/${clock.svc_id}`,
    `/customers/${customer.external_id}`,
    `/subscriptions/${externalId}`,
  ]) {
    expect([path, (await client.get(path)).status]).toEqual([path, 404]);
  }
});

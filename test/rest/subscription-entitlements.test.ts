import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCustomer, createPlan, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { createLogger } from '../../src/platform/log.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ log: createLogger('error') });
  client = await server.organization();
});
afterAll(() => server.stop());

test('x', async () => {
  const plan = await createPlan(client);
  const customer = await createCustomer(client);
  const s = await subscribe(client, customer, plan);
  expect(s).toBeDefined();
});

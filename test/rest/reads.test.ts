// A request that reads with very many statements is refused, whatever makes it send them (docs/adr/0027).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPlan } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ limits: { requestReads: 5 } });
  client = await server.organization();
});
afterAll(() => server.stop());

const MESSAGE = 'A request reads with at most 5 database statements.';

test('further statements are refused on both surfaces, and the limit is named', async () => {
  await createPlan(client);
  const { status, body } = await client.get('/plans');
  expect([status, body]).toMatchObject([422, { error_details: { base: [MESSAGE] } }]);
  const lists = ['taxes', 'plans', 'addOns', 'customers'].map((name) => `${name} { totalCount }`);
  const { errors } = await client.graphql(`{ ${lists.join(' ')} }`);
  expect(errors?.[0]).toMatchObject({
    message: MESSAGE,
    extensions: { code: 'unprocessable_entity', status: 422 },
  });
});

test('requests within the limit, and writes, are served', async () => {
  expect((await client.get('/taxes')).status).toBe(200);
  const { errors } = await client.graphql('{ taxes { totalCount } }');
  expect(errors).toBeUndefined();
});

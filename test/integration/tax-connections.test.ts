// The connection that computes the taxes of customers: it follows their links, and goes with them (integrations.md §2, §4, §6).
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import { createCustomer, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { connectHttpTax } from '../support/tax-connections.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;
let taxes: Resource;

beforeAll(async () => {
  server = await startTestServer({ connections: 6 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
  taxes = await connectHttpTax(server, client, { url: 'https://taxes.test' });
});

const linkTo = ({ code }: Resource) => ({ integration_type: 'http_tax', integration_code: code });
const upsert = (external_id: string, integration_customers: unknown) =>
  client.post('/customers', { customer: { external_id, integration_customers } });
const deletion = ({ id }: Resource) =>
  client.graphql(
    'mutation ($input: DeleteIntegrationInput!) { deleteIntegration(input: $input) { deletedId } }',
    {
      input: { id },
    },
  );
const connections = async () => {
  const rows = await server.pool.sql`
    select tax_integration_id from customers where organization_id = ${client.organizationId} order by id`;
  return rows.map(({ tax_integration_id }) => tax_integration_id);
};

test('the connection of a customer is that of its tax link, whether it is created, changed or not named', async () => {
  const other = await connectHttpTax(server, client, { url: 'https://other.test' });
  const { external_id } = await createCustomer(client, { integration_customers: [linkTo(taxes)] });
  expect(await connections()).toEqual([taxes.id]);
  await upsert(external_id, null);
  expect(await connections()).toEqual([taxes.id]);
  await upsert(external_id, [linkTo(other)]);
  expect(await connections()).toEqual([other.id]);
  await upsert(external_id, []);
  expect(await connections()).toEqual([null]);
});

test('a deleted customer has no connection any more', async () => {
  const { external_id } = await createCustomer(client, { integration_customers: [linkTo(taxes)] });
  expect((await client.delete(`/customers/${external_id}`)).status).toBe(200);
  expect(await connections()).toEqual([null]);
});

test('the customers of a deleted connection leave it by a job, also more than a transaction takes', async () => {
  const kept = await connectHttpTax(server, client, { url: 'https://kept.test' });
  for (let n = 0; n < 101; n += 1) await createCustomer(client, { integration_customers: [linkTo(taxes)] });
  await createCustomer(client, { integration_customers: [linkTo(kept)] });
  expect((await deletion(taxes)).errors).toBeUndefined();
  await runJobs(server, client, ['leave_tax_connection']);
  expect(new Set(await connections())).toEqual(new Set([null, kept.id]));
});

test('an upsert that links a customer while its connection is deleted neither deadlocks nor leaves it there', async () => {
  const { customers } = server.app.services;
  const actor = systemActor(client.organizationId, null);
  const { external_id } = await createCustomer(client, { integration_customers: [linkTo(taxes)] });
  const { deleted } = await server.pool.db.transaction(async (tx) => {
    await customers.upsert(tx, actor, {
      externalId: external_id,
      integrationCustomers: [{ integrationType: 'http_tax', integrationCode: taxes.code }],
    });
    await customers.create(tx, actor, {
      externalId: unique('customer'),
      integrationCustomers: [{ integrationType: 'http_tax', integrationCode: taxes.code }],
    });
    const deleting = deletion(taxes);
    await until(() => someoneWaits(server.pool));
    return { deleted: deleting };
  });
  expect((await deleted).errors).toBeUndefined();
  await runJobs(server, client, ['leave_tax_connection']);
  expect(await connections()).toEqual([null, null]);
});

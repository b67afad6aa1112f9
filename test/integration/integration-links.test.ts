// A connection that is linked or mapped at the same time as it is deleted: integrations.md §2.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { createIntegration, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;
let actor: Actor;

beforeAll(async () => {
  server = await startTestServer({ connections: 6 });
  client = await server.organization();
  actor = systemActor(client.organizationId, null);
});
afterAll(() => server.stop());

const linkTo = ({ type, code }: Resource) => ({ integrationType: type, integrationCode: code });
const rowsOf = async (integration: Resource) => {
  const [links] = await server.pool.sql<{ rows: number }[]>`
    select count(*)::int as rows from integration_customers where integration_id = ${integration.id}`;
  const [mappings] = await server.pool.sql<{ rows: number }[]>`
    select count(*)::int as rows from integration_mappings where integration_id = ${integration.id}`;
  return [links?.rows, mappings?.rows];
};

test('a deletion waits for the links and mappings that are being made, and deletes them', async () => {
  const { customers, integrationMappings } = server.app.services;
  const integration = await createIntegration(client);
  const { deleted } = await server.pool.db.transaction(async (tx) => {
    await customers.create(tx, actor, {
      externalId: unique('customer'),
      integrationCustomers: [linkTo(integration)],
    });
    const mapping = { integrationId: integration.id, target: 'coupon', externalId: 'c' } as const;
    await integrationMappings.set(tx, actor, mapping);
    const deletion = client.graphql(
      'mutation ($input: DeleteIntegrationInput!) { deleteIntegration(input: $input) { deletedId } }',
      { input: { id: integration.id } },
    );
    await until(() => someoneWaits(server.pool));
    return { deleted: deletion };
  });
  expect((await deleted).errors).toBeUndefined();
  expect(await rowsOf(integration)).toEqual([0, 0]);
});

test('a customer is not linked to a connection that is being deleted', async () => {
  const { integrations } = server.app.services;
  const integration = await createIntegration(client);
  const external_id = unique('customer');
  const { linked } = await server.pool.db.transaction(async (tx) => {
    await integrations.delete(tx, actor, integration.id);
    const linking = client.post('/customers', {
      customer: {
        external_id,
        integration_customers: [{ integration_type: integration.type, integration_code: integration.code }],
      },
    });
    await until(() => someoneWaits(server.pool));
    return { linked: linking };
  });
  const { status, body } = await linked;
  expect([status, body.code]).toEqual([404, 'integration_not_found']);
  expect((await client.get(`/customers/${external_id}`)).status).toBe(404);
  expect(await rowsOf(integration)).toEqual([0, 0]);
});

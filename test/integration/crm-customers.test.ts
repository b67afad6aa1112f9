// Customers at CRMs: created there, kept up to date, and no longer sent once they have left (integrations.md §4, §5, §14).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createCustomer, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import { HubspotStandIn } from '../support/hubspot-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let hubspot: HubspotStandIn;
/** The code of the connection. */
let code: string;

beforeAll(async () => {
  hubspot = await HubspotStandIn.start();
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    integrationUrls: { hubspot: hubspot.url },
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await hubspot.stop();
});
beforeEach(async () => {
  client = await server.organization();
  code = await connect();
});
afterEach(() => {
  for (const list of [hubspot.calls, hubspot.faults]) list.length = 0;
  hubspot.failing.clear();
  hubspot.during = null;
});

/** Connects the organization to HubSpot. @returns the code of the connection. */
async function connect(): Promise<string> {
  const { integrationChecks } = server.app.services;
  const { id, code: named } = await connectSystem(server, client, {
    type: 'hubspot',
    settings: { defaultTargetedObject: 'companies', syncInvoices: false, syncSubscriptions: false },
    secrets: { accessToken: hubspot.token },
  });
  const actor = systemActor(client.organizationId, null);
  expect(await integrationChecks.check(server.pool.db, actor, id)).toMatchObject({ checkErrorCode: null });
  hubspot.calls.length = 0;
  return named;
}

const at = (over: object = {}) => ({
  integration_customers: [{ integration_type: 'hubspot', integration_code: code, ...over }],
});
const synced = (over: object = {}) => at({ sync_with_provider: true, ...over });
const run = () => runJobs(server, client, ['sync_crm']);
const change = (customer: Resource, over: object) =>
  client.post('/customers', { customer: { external_id: customer.external_id, ...over } });

const shown = async (customer: Resource) => {
  const { body } = await client.get(`/customers/${customer.external_id}`);
  return body.customer.integration_customers.map(
    (link: Resource) => `${link.integration_code} ${link.external_customer_id} ${link.email}`,
  );
};
const records = async () => {
  const rows = await server.pool.sql`
    select resource_type, status, error_code from integration_resources
    where organization_id = ${client.organizationId} order by id`;
  return rows.map(({ resource_type, status, error_code }) => `${resource_type} ${status} ${error_code}`);
};
const messageTypes = async (customer: Resource) => {
  const messages = await messagesAbout(server, customer.svc_id);
  return messages.map(({ webhookType }) => webhookType).filter((type) => type.includes('crm'));
};
const idOf = (customer: Resource, type = 'companies') =>
  [...hubspot.objectsOf(type)].find(([, row]) => row['svc_customer_id'] === customer.svc_id)?.[0];

test('a customer is created at the CRM by job, and its link then has the id', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  expect(await shown(customer)).toEqual([]);
  const { data } = await client.graphql(
    'query ($id: ID!) { customer(id: $id) { integrationCustomers { externalCustomerId syncWithProvider } } }',
    { id: customer.svc_id },
  );
  expect(data.customer.integrationCustomers).toEqual([{ externalCustomerId: null, syncWithProvider: true }]);
  expect(hubspot.calls).toEqual([]);
  await run();
  expect(await shown(customer)).toEqual([`${code} ${idOf(customer)} null`]);
  expect(await records()).toEqual(['customer synced null']);
  expect(await messageTypes(customer)).toEqual(['customer.crm_provider_created']);
  expect(hubspot.objectsOf('companies').get(idOf(customer) ?? '')).toMatchObject({
    name: 'Acme',
    svc_external_id: customer.external_id,
    svc_customer_link: `https://billing.test/api/v1/customers/${customer.external_id}`,
  });
});

test('a person is a contact with an e-mail address', async () => {
  const email = `${unique('ada')}@acme.test`;
  const customer = await createCustomer(client, { customer_type: 'individual', email, ...synced() });
  await run();
  expect(await shown(customer)).toEqual([`${code} ${idOf(customer, 'contacts')} ${email}`]);
});

test('a customer whose id is given is not announced as created', async () => {
  const id = hubspot.store('companies', { name: 'Theirs' });
  const customer = await createCustomer(client, { name: 'Acme', ...at({ external_customer_id: id }) });
  await run();
  expect(hubspot.objectsOf('companies').get(id)).toMatchObject({ name: 'Acme' });
  expect(await messageTypes(customer)).toEqual([]);
});

test.each([
  [{ name: 'Other' }, 1],
  [{ legal_name: 'Other Ltd' }, 1],
  [{ email: 'other@acme.test' }, 1],
  [{ phone: '+49 30 1' }, 1],
  [{ tax_identification_number: 'XX1' }, 1],
  [{ city: 'Berlin' }, 1],
  [{ shipping_address: { city: 'Berlin' } }, 1],
  [{ net_payment_term: 7 }, 0],
  [{ currency: 'EUR' }, 0],
])('a change of %j is passed on in %d calls', async (over, calls) => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  await run();
  hubspot.calls.length = 0;
  await change(customer, over);
  await run();
  expect(hubspot.callsTo('PATCH', '/crm/v3/objects/companies/')).toHaveLength(calls);
});

test('several changes send only the newest state of a customer', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  for (const name of ['Second', 'Third']) await change(customer, { name });
  await run();
  expect(hubspot.calls).toHaveLength(1);
  expect(hubspot.objectsOf('companies').get(idOf(customer) ?? '')).toMatchObject({ name: 'Third' });
});

test('a change during the call is sent after it', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  hubspot.during = async () => {
    hubspot.during = null;
    await change(customer, { name: 'Newer' });
  };
  await run();
  await run();
  expect(hubspot.objectsOf('companies').get(idOf(customer) ?? '')).toMatchObject({ name: 'Newer' });
  expect(await records()).toEqual(['customer synced null']);
  expect(await messageTypes(customer)).toEqual(['customer.crm_provider_created']);
});

test('a refusal fails the record and is announced; the next change is tried again', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  hubspot.faults.push({ status: 400, body: { category: 'VALIDATION_ERROR', message: 'No.' } });
  await run();
  expect(await records()).toEqual(['customer failed VALIDATION_ERROR']);
  const message = (await messagesAbout(server, customer.svc_id)).find(
    ({ webhookType }) => webhookType === 'customer.crm_provider_error',
  );
  expect(message).toMatchObject({
    objectType: 'crm_provider_customer_error',
    object: {
      svc_customer_id: customer.svc_id,
      external_customer_id: customer.external_id,
      accounting_provider: 'hubspot',
      accounting_provider_code: code,
      provider_error: { message: 'No.', error_code: 'VALIDATION_ERROR' },
    },
  });
  await change(customer, { name: 'Better' });
  await run();
  expect(await records()).toEqual(['customer synced null']);
});

test('a lost answer and its repetition create one customer', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  hubspot.faults.push('lost');
  await run();
  expect(hubspot.callsTo('POST', '/crm/v3/objects/companies')).toHaveLength(2);
  expect(await shown(customer)).toEqual([`${code} ${idOf(customer)} null`]);
});

test('a customer that was moved to another connection is created there only', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  code = await connect();
  await change(customer, synced());
  await run();
  expect(hubspot.calls).toHaveLength(1);
  expect(await shown(customer)).toEqual([`${code} ${idOf(customer)} null`]);
  expect(await records()).toEqual(['customer synced null']);
});

test('a customer that was moved during the call has no id of the former connection', async () => {
  const customer = await createCustomer(client, { name: 'Acme', ...synced() });
  hubspot.during = async () => {
    hubspot.during = null;
    code = await connect();
    await change(customer, synced());
  };
  await run();
  await run();
  expect(await shown(customer)).toEqual([`${code} ${idOf(customer)} null`]);
});

test('a customer that was deleted, and one whose link was removed, are not sent', async () => {
  const [deleted, unlinked] = [
    await createCustomer(client, synced()),
    await createCustomer(client, synced()),
  ];
  await client.delete(`/customers/${deleted.external_id}`);
  await change(unlinked, { integration_customers: [] });
  await run();
  expect(hubspot.calls).toEqual([]);
  expect(await records()).toEqual([]);
});

test('a connection that is deleted while customers wait is not called', async () => {
  const customer = await createCustomer(client, synced());
  const { integrations } = server.app.services;
  const actor = systemActor(client.organizationId, null);
  const [{ id } = { id: '' }] = await server.pool.sql<{ id: string }[]>`
    select id from integrations where organization_id = ${client.organizationId}`;
  await server.pool.db.transaction((tx) => integrations.delete(tx, actor, id));
  await run();
  expect(hubspot.calls).toEqual([]);
  expect(await records()).toEqual(['customer failed connection_missing']);
  expect(await messageTypes(customer)).toEqual([]);
});

test('nothing is called for a customer on a test clock', async () => {
  const { data } = await client.graphql(
    'mutation ($input: CreateTestClockInput!) { createTestClock(input: $input) { testClock { id } } }',
    { input: { name: 'Clock', frozenTime: '2027-01-01T00:00:00Z' } },
  );
  const customer = await createCustomer(client, {
    test_clock_id: data.createTestClock.testClock.id,
    ...at({ external_customer_id: '7' }),
  });
  await change(customer, { name: 'Other' });
  await run();
  expect(hubspot.calls).toEqual([]);
  expect(await shown(customer)).toEqual([`${code} 7 null`]);
});

test('a customer whose calls fail delays no other', async () => {
  const failing = await createCustomer(client, synced());
  hubspot.failing.set(String(failing.svc_id), { status: 503 });
  const other = await createCustomer(client, synced());
  await run();
  expect(await shown(other)).toEqual([`${code} ${idOf(other)} null`]);
  expect(await records()).toEqual(['customer failed STATUS_503', 'customer synced null']);
});

// Documents that users ask to be sent: once more, or from before the connection (integrations.md §11, §17).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DocumentSync } from '../../src/modules/integration-documents/document-sync/document-sync.service.js';
import { OwnDocuments } from '../../src/modules/integration-documents/document-sync/own-documents.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { accessToFeed } from '../support/accounting-connections.js';
import {
  createAddOn,
  createClock,
  createCustomer,
  createIntegration,
  createPlan,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import { HubspotStandIn } from '../support/hubspot-stand-in.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';

const secret = newSigningSecret();

let server: TestServer;
let client: Client;
let hubspot: HubspotStandIn;
let feed: HttpAccountingStandIn;
let connection: Resource;

beforeAll(async () => {
  [hubspot, feed] = [await HubspotStandIn.start(), await HttpAccountingStandIn.start(secret)];
  server = await startTestServer({
    integrationUrls: { hubspot: hubspot.url },
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await hubspot.stop();
  await feed.stop();
});
beforeEach(async () => {
  client = await server.organization();
  connection = await connectHubspot({ syncInvoices: true, syncSubscriptions: true });
});
afterEach(() => {
  for (const list of [hubspot.calls, hubspot.faults, feed.messages]) list.length = 0;
});

async function connectHubspot(flags: object): Promise<Resource> {
  const settings = { defaultTargetedObject: 'companies', accessToken: hubspot.token, ...flags };
  const connected = await createIntegration(client, { type: 'hubspot', hubspot: settings });
  await runJobs(server, client, ['check_integration']);
  return connected;
}

const RECORD = 'integrationResource { resourceType resourceId status externalId tries errorCode }';

const sync = (resourceType: string, resourceId: string, integrationId = connection.id) =>
  client.graphql(
    `mutation ($input: SyncToIntegrationInput!) { syncToIntegration(input: $input) { ${RECORD} } }`,
    { input: { integrationId, resourceType, resourceId } },
  );
const syncPeriod = (from: string, to: string, integrationId = connection.id) =>
  client.graphql(
    `mutation ($input: SyncPeriodToIntegrationInput!) { syncPeriodToIntegration(input: $input) { integration { id } } }`,
    { input: { integrationId, from, to } },
  );
const errorOf = ({ errors }: Resource) => {
  const [{ extensions }] = errors;
  return extensions.details ?? extensions.code;
};
const run = () => runJobs(server, client, ['sync_crm', 'sync_period']);

const linkTo = ({ type, code }: Resource, over: object = {}) => ({
  integration_customers: [{ integration_type: type, integration_code: code, ...over }],
});
const at = { sync_with_provider: true };
/** A customer that HubSpot has. */
async function customerAt(over: object = {}): Promise<Resource> {
  const customer = await createCustomer(client, { currency: 'EUR', ...linkTo(connection, at), ...over });
  await run();
  return customer;
}

async function invoiceOf(customer: Resource, over: object = {}): Promise<Resource> {
  const addOn = await createAddOn(client);
  const fees = [{ add_on_code: addOn.code, units: '1', unit_amount_cents: 12_345 }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees, ...over };
  const { status, body } = await client.post('/invoices', { invoice });
  expect(status).toBe(200);
  return body.invoice;
}

const link = ({ external_id }: Resource, links: object) =>
  client.post('/customers', { customer: { external_id, ...links } });

const objectsAt = (type: string) => [...hubspot.objectsOf(type).values()];
const invoicesAt = (...ids: string[]) =>
  objectsAt('svc_invoices').filter((row) => ids.includes(String(row['svc_invoice_id'])));

const records = async () => {
  const rows = await server.pool.sql`
    select resource_type, status from integration_resources
    where organization_id = ${client.organizationId} order by resource_type, id`;
  return rows.map(({ resource_type, status }) => `${resource_type} ${status}`);
};

describe('a document', () => {
  test('a document from before the connection is sent, and answered as pending until then', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const { svc_id } = await invoiceOf(customer);
    await link(customer, linkTo(connection, at));
    await run();
    expect(invoicesAt(svc_id)).toEqual([]);
    const { data } = await sync('invoice', svc_id);
    expect(data.syncToIntegration.integrationResource).toEqual({
      resourceType: 'invoice',
      resourceId: svc_id,
      status: 'pending',
      externalId: null,
      tries: 0,
      errorCode: null,
    });
    await run();
    expect(invoicesAt(svc_id)).toHaveLength(1);
    expect(await records()).toEqual(['customer synced', 'invoice synced']);
  });

  test('a document that the system has is sent again as it is now, with one object there', async () => {
    const customer = await customerAt();
    const plan = await createPlan(client);
    const [invoice, subscription] = [await invoiceOf(customer), await subscribe(client, customer, plan)];
    await run();
    const before = hubspot.calls.length;
    for (const [type, { svc_id }] of [
      ['invoice', invoice],
      ['subscription', subscription],
      ['customer', customer],
    ] as const)
      expect((await sync(type, svc_id)).errors).toBeUndefined();
    await run();
    expect(hubspot.calls.length).toBeGreaterThan(before);
    expect(invoicesAt(invoice.svc_id)).toHaveLength(1);
    expect(await records()).toEqual(['customer synced', 'invoice synced', 'subscription synced']);
  });

  test('a customer whose creation has failed is created once it is asked for', async () => {
    const customer = await createCustomer(client, linkTo(connection, { sync_with_provider: true }));
    await server.pool.sql`
      update integration_resources set status = 'failed' where organization_id = ${client.organizationId}`;
    await run();
    expect(await records()).toEqual(['customer failed']);
    expect((await sync('customer', customer.svc_id)).errors).toBeUndefined();
    await run();
    expect(await records()).toEqual(['customer synced']);
  });

  const unknown = '01900000-0000-7000-8000-000000000000';
  test.each(['customer', 'invoice', 'subscription'])('an unknown %s is not found', async (type) => {
    for (const id of [unknown, 'none'])
      expect(errorOf(await sync(type, id))).toEqual({ [type]: ['not_found'] });
  });

  test('a connection of another organization is not found, nor is a document of one', async () => {
    const customer = await customerAt();
    const other = await server.organization();
    const foreign = await createIntegration(other);
    expect(errorOf(await sync('customer', customer.svc_id, foreign.id))).toEqual({
      integration: ['not_found'],
    });
    const hidden = await createCustomer(other);
    expect(errorOf(await sync('customer', hidden.svc_id))).toEqual({ customer: ['not_found'] });
    expect(errorOf(await syncPeriod('2027-05-01', '2027-05-02', foreign.id))).toEqual({
      integration: ['not_found'],
    });
  });

  test('nothing that a connection is not to have is sent', async () => {
    const refused = async (type: string, { svc_id }: Resource, integrationId?: string) => {
      expect(errorOf(await sync(type, svc_id, integrationId))).toBe('integration_not_syncable');
    };
    const unlinked = await createCustomer(client, { currency: 'EUR' });
    await refused('customer', unlinked);
    await refused('invoice', await invoiceOf(unlinked));

    const clock = await createClock(client);
    await refused('customer', await customerAt({ test_clock_id: clock.svc_id }));

    const customer = await customerAt();
    await refused('credit_note', customer);
    await refused('tax', customer);

    const plain = await connectHubspot({});
    const { body } = await link(unlinked, linkTo(plain, at));
    expect(body.customer.integration_customers).toEqual([]);
    await run();
    await refused('invoice', await invoiceOf(unlinked), plain.id);

    const recorded = await createIntegration(client);
    await refused('customer', customer, recorded.id);

    const waiting = await createCustomer(client, {
      currency: 'EUR',
      ...linkTo(connection, { sync_with_provider: true }),
    });
    await refused('invoice', await invoiceOf(waiting));
  });
});

describe('a period', () => {
  const dayOf = (invoice: Resource) => invoice.issuing_date;

  test('documents of a period are sent that the system does not have, each once', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const invoices = [await invoiceOf(customer), await invoiceOf(customer)];
    await subscribe(client, customer, await createPlan(client));
    const unlinked = await invoiceOf(await createCustomer(client, { currency: 'EUR' }));
    await link(customer, linkTo(connection, at));
    await run();
    const [day] = invoices.map(dayOf);
    expect((await syncPeriod(day, day)).data.syncPeriodToIntegration.integration.id).toBe(connection.id);
    await run();
    expect(invoicesAt(...invoices.map(({ svc_id }) => svc_id), unlinked.svc_id)).toHaveLength(2);
    const all = ['customer synced', 'invoice synced', 'invoice synced', 'subscription synced'];
    expect(await records()).toEqual(all);
    const calls = hubspot.calls.length;
    await syncPeriod(day, day);
    await run();
    expect([hubspot.calls.length, await records()]).toEqual([calls, all]);
  });

  test('a period is requested in steps, and documents outside of it are not', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const invoices = [await invoiceOf(customer), await invoiceOf(customer), await invoiceOf(customer)];
    await link(customer, linkTo(connection, at));
    await run();
    await syncPeriod('2001-01-01', '2001-04-02');
    await run();
    expect(await records()).toEqual(['customer synced']);

    const { services } = server.app;
    const inSteps = new DocumentSync({ ...services, ownDocuments: new OwnDocuments(services) }, 2);
    const { organizationId } = client;
    const [day] = invoices.map(dayOf);
    const period = {
      organizationId,
      integrationId: connection.id,
      from: day,
      to: day,
      kindsDone: 2,
      after: null,
    };
    await inSteps.run(period);
    expect(await records()).toEqual(['customer synced', 'invoice pending', 'invoice pending']);
    await run();
    expect(invoicesAt(...invoices.map(({ svc_id }) => svc_id))).toHaveLength(3);
  });

  test.each([
    ['2027-05-02', '2027-05-01', 'it ends before its begin'],
    ['2027-01-01', '2027-04-03', 'it has 93 days'],
  ])('the period %s to %s is refused: %s', async (from, to) => {
    expect(errorOf(await syncPeriod(from, to))).toEqual({ to: ['value_is_out_of_range'] });
  });

  test('a period of 92 days is accepted', async () => {
    expect((await syncPeriod('2027-01-01', '2027-04-02')).errors).toBeUndefined();
  });

  test('a connection that gets no documents has no periods', async () => {
    const plain = await connectHubspot({});
    expect(errorOf(await syncPeriod('2027-05-01', '2027-05-01', plain.id))).toBe('integration_not_syncable');
  });

  test('a period ends with its connection', async () => {
    const customer = await customerAt();
    const { issuing_date } = await invoiceOf(customer);
    await run();
    await server.pool.sql`delete from integration_resources where resource_type = 'invoice'`;
    await syncPeriod(issuing_date, issuing_date);
    await client.graphql('mutation ($id: ID!) { deleteIntegration(input: { id: $id }) { deletedId } }', {
      id: connection.id,
    });
    await run();
    expect(await records()).toEqual(['customer synced']);
  });
});

describe('at a feed', () => {
  test('only what the service has had and has not changed is marked as sent again', async () => {
    const {
      id,
      integrationType: type,
      code,
    } = await connectSystem(server, client, accessToFeed(feed, secret));
    const runFeed = () => runJobs(server, client, ['sync_accounting']);
    const customer = await createCustomer(client, linkTo({ type, code }, { sync_with_provider: true }));
    await sync('customer', customer.svc_id, id);
    await runFeed();
    await sync('customer', customer.svc_id, id);
    await runFeed();
    await link(customer, { name: 'Changed' });
    await sync('customer', customer.svc_id, id);
    await runFeed();
    await link(customer, { name: 'Changed again' });
    await runFeed();
    expect(feed.messages.map(({ is_resend }) => is_resend)).toEqual([false, true, false, false]);
    expect(new Set(feed.messages.map((message) => message.id)).size).toBe(4);
  });
});

// Customers at accounting systems: created there once, kept up to date, and announced (integrations.md §2, §4, §11–13).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { accessToFeed, accessToXero } from '../support/accounting-connections.js';
import { type AccountingSystems, startAccountingSystems } from '../support/accounting-systems.js';
import { createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import type { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import type { TestServer } from '../support/server.js';
import type { XeroStandIn } from '../support/xero-stand-in.js';

const secret = newSigningSecret();

let systems: AccountingSystems;
let server: TestServer;
let client: Client;
let xero: XeroStandIn;
let feed: HttpAccountingStandIn;

beforeAll(async () => {
  systems = await startAccountingSystems(secret);
  ({ server, xero, feed } = systems);
});
afterAll(() => systems.stop());
beforeEach(async () => {
  client = await server.organization();
});
afterEach(() => {
  expect([...xero.faults, ...feed.faults]).toEqual([]);
  systems.clear();
});

const run = () => runJobs(server, client, ['sync_accounting']);
const change = (customer: Resource, over: object) =>
  client.post('/customers', { customer: { external_id: customer.external_id, ...over } });

const shown = async (customer: Resource) => {
  const { body } = await client.get(`/customers/${customer.external_id}`);
  return body.customer.integration_customers.map((link: Resource) => link.external_customer_id);
};
const records = async () => {
  const rows = await server.pool.sql`
    select status, error_code from integration_resources where organization_id = ${client.organizationId}`;
  return rows.map(({ status, error_code }) => `${status} ${error_code}`);
};
const messages = async (customer: Resource) =>
  (await messagesAbout(server, customer.svc_id)).filter(({ webhookType }) =>
    webhookType.includes('accounting'),
  );

describe('at Xero', () => {
  let code: string;
  beforeEach(async () => {
    ({ code } = await connectSystem(server, client, accessToXero(xero)));
  });

  const at = (over: object) => ({
    integration_customers: [{ integration_type: 'xero', integration_code: code, ...over }],
  });
  const create = (over: object = {}) =>
    createCustomer(client, { name: 'Acme', ...at({ sync_with_provider: true }), ...over });
  const contactOf = ({ svc_id }: Resource) =>
    [...xero.contacts.values()].find(({ ContactNumber }) => ContactNumber === svc_id);

  test('a customer is created by job, its link has the id, and the creation is announced', async () => {
    const customer = await create({ legal_name: 'Acme Ltd', email: 'a@acme.test', city: 'Bonn' });
    expect([await shown(customer), xero.log]).toEqual([[], []]);
    await run();
    expect(contactOf(customer)).toMatchObject({
      Name: 'Acme Ltd',
      AccountNumber: customer.external_id,
      EmailAddress: 'a@acme.test',
      Addresses: [{ AddressType: 'STREET', City: 'Bonn' }],
    });
    expect(await shown(customer)).toEqual([contactOf(customer)?.ContactID]);
    expect(await records()).toEqual(['synced null']);
    const [message, ...others] = await messages(customer);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      webhookType: 'customer.accounting_provider_created',
      objectType: 'customer',
      object: { svc_id: customer.svc_id },
    });
  });

  test.each([
    [{ name: 'Other' }, 1],
    [{ tax_identification_number: 'XX1' }, 1],
    [{ net_payment_term: 7 }, 0],
  ])('a change of %j is passed on in %d calls', async (over, calls) => {
    const customer = await create();
    await run();
    xero.log.length = 0;
    await change(customer, over);
    await run();
    expect(xero.log).toEqual(Array(calls).fill('POST /Contacts'));
    expect(await messages(customer)).toHaveLength(1);
  });

  test('a lost answer and its repetition create one contact', async () => {
    // The connection has a token then: the next call is the creation.
    await create({ name: 'First' });
    await run();
    const customer = await create();
    xero.script.push('cut');
    await run();
    expect(xero.log.filter((call) => call === 'PUT /Contacts')).toHaveLength(2);
    expect(xero.contacts.size).toBe(2);
    expect(await shown(customer)).toEqual([contactOf(customer)?.ContactID]);
  });

  test('a process that dies between the call and its record creates one contact', async () => {
    const customer = await create();
    await run();
    const id = contactOf(customer)?.ContactID;
    await server.pool.sql`update integration_customers set external_customer_id = null
      where organization_id = ${client.organizationId}`;
    await server.pool.sql`update integration_resources set status = 'pending', called_until = null
      where organization_id = ${client.organizationId}`;
    await change(customer, { phone: '+49 1' });
    await run();
    expect([xero.contacts.size, await shown(customer)]).toEqual([1, [id]]);
    expect(contactOf(customer)).toMatchObject({ Phones: [{ PhoneNumber: '+49 1' }] });
  });

  test('a customer whose id is given is changed there, and is not announced as created', async () => {
    xero.contacts.set('theirs', { ContactID: 'theirs', Name: 'Theirs' });
    const customer = await createCustomer(client, {
      name: 'Ours',
      ...at({ external_customer_id: 'theirs' }),
    });
    await run();
    expect(xero.contacts.get('theirs')).toMatchObject({ Name: 'Ours', ContactNumber: customer.svc_id });
    expect(await messages(customer)).toEqual([]);
  });

  test('a refusal fails the record and is announced; the next change is tried again', async () => {
    await create({ name: 'First' });
    await run();
    const customer = await create({ name: 'Second' });
    const ValidationErrors = [{ Message: 'No.' }];
    xero.script.push({
      status: 400,
      body: { ErrorNumber: 10, Type: 'ValidationException', Message: 'No', Elements: [{ ValidationErrors }] },
    });
    await run();
    const [message] = await messages(customer);
    expect(message).toMatchObject({
      webhookType: 'customer.accounting_provider_error',
      objectType: 'accounting_provider_customer_error',
      object: {
        svc_customer_id: customer.svc_id,
        external_customer_id: customer.external_id,
        accounting_provider: 'xero',
        accounting_provider_code: code,
        provider_error: { message: 'No.', error_code: 'ValidationException' },
      },
    });
    await change(customer, { name: 'Better' });
    await run();
    expect(contactOf(customer)).toMatchObject({ Name: 'Better' });
    expect(await records()).toEqual(['synced null', 'synced null']);
  });

  test('a customer that was deleted or unlinked, or that is on a test clock, is not sent', async () => {
    const [deleted, unlinked] = [await create(), await create()];
    await client.delete(`/customers/${deleted.external_id}`);
    await change(unlinked, { integration_customers: [] });
    const { data } = await client.graphql(
      'mutation ($input: CreateTestClockInput!) { createTestClock(input: $input) { testClock { id } } }',
      { input: { name: 'Clock', frozenTime: '2027-01-01T00:00:00Z' } },
    );
    await create({ test_clock_id: data.createTestClock.testClock.id });
    await run();
    expect([xero.contacts.size, await records()]).toEqual([0, []]);
  });
});

describe('at services that receive our feed', () => {
  let code: string;
  beforeEach(async () => {
    ({ code } = await connectSystem(server, client, accessToFeed(feed, secret)));
  });
  const create = () =>
    createCustomer(client, {
      name: 'Acme',
      integration_customers: [
        { integration_type: 'http_accounting', integration_code: code, sync_with_provider: true },
      ],
    });

  test('a customer and its changes are messages of their own, with the customer as REST shows it', async () => {
    const customer = await create();
    await run();
    await change(customer, { name: 'Other' });
    await run();
    expect(feed.messages).toMatchObject([
      {
        type: 'customer.upserted',
        customer: { svc_id: customer.svc_id, external_id: customer.external_id, provider_id: null },
        document: { svc_id: customer.svc_id, name: 'Acme' },
        entries: [],
      },
      { type: 'customer.upserted', customer: { name: 'Other' }, document: { name: 'Other' } },
    ]);
    const [first] = feed.messages;
    expect(await shown(customer)).toEqual([`B-${first.id}`]);
  });

  test('a lost answer repeats the message under its id', async () => {
    await create();
    feed.script.push('cut');
    await run();
    expect(feed.messages).toHaveLength(1);
    expect(new Set(feed.arrivals).size).toBe(1);
    expect(feed.arrivals).toHaveLength(2);
    expect(await records()).toEqual(['synced null']);
  });
});

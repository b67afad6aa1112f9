// Invoices and subscriptions at CRMs: sent as they are now, after their customer, with one effect (integrations.md §5, §11, §14).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SYNC_JOBS } from '../../src/modules/integration-resources/syncing/sync-record.job.js';
import { NO_FAILED_TRIES } from '../../src/modules/integrations/calls/next-try.js';
import { systemActor } from '../../src/platform/actor.js';
import type { Tx } from '../../src/platform/db/database.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  createAddOn,
  createClock,
  createCustomer,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HubspotStandIn } from '../support/hubspot-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let hubspot: HubspotStandIn;
let connection: Resource;

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
  connection = await connect({ syncInvoices: true, syncSubscriptions: true });
});
afterEach(() => {
  for (const list of [hubspot.calls, hubspot.faults]) list.length = 0;
  hubspot.failing.clear();
  hubspot.during = null;
  hubspot.isEnterprise = true;
});

const SHOWN = `integration {
  id code status { errorCode } externalIds { portal company }
  settings { ... on HubspotSettings { defaultTargetedObject syncInvoices syncSubscriptions } }
}`;

async function write(mutation: string, input: object): Promise<Resource> {
  const named = mutation.replace(/^./, (letter) => letter.toUpperCase());
  const { data, errors } = await client.graphql(
    `mutation ($input: ${named}Input!) { ${mutation}(input: $input) { ${SHOWN} } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  return data[mutation].integration;
}

/** Connects the organization to HubSpot, and has the connection checked by job. */
async function connect(settings: object): Promise<Resource> {
  const code = unique('hubspot');
  const hubspotInput = { defaultTargetedObject: 'companies', accessToken: hubspot.token, ...settings };
  const made = await write('createIntegration', { type: 'hubspot', name: code, code, hubspot: hubspotInput });
  await runJobs(server, client, ['check_integration']);
  hubspot.calls.length = 0;
  return made;
}

const linked = (over: object = {}) => ({
  integration_customers: [
    { integration_type: 'hubspot', integration_code: connection.code, sync_with_provider: true, ...over },
  ],
});
const run = () => runJobs(server, client, ['sync_crm']);

const customerAt = (over: object = {}) =>
  createCustomer(client, { name: 'Acme', currency: 'EUR', ...linked(), ...over });

async function invoiceOf(customer: Resource, over: object = {}): Promise<Resource> {
  const addOn = await createAddOn(client);
  const fees = [{ add_on_code: addOn.code, units: '1', unit_amount_cents: 12_345 }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees, ...over };
  const { status, body } = await client.post('/invoices', { invoice });
  expect(status).toBe(200);
  return body.invoice;
}

async function subscriptionOf(customer: Resource, over: Resource = {}): Promise<Resource> {
  return subscribe(client, customer, await createPlan(client), over);
}

/** What HubSpot has of a document; undefined for nothing. */
function sentOf({ svc_id }: Resource): Record<string, unknown> | undefined {
  const types = ['svc_invoices', 'svc_subscriptions'];
  return types
    .flatMap((type) => [...hubspot.objectsOf(type).values()])
    .find((row) => Object.values(row).includes(svc_id));
}

const invoicesAt = () => hubspot.objectsOf('svc_invoices').size;

const records = async () => {
  const rows = await server.pool.sql`
    select resource_type, status, error_code from integration_resources
    where organization_id = ${client.organizationId} order by id`;
  return rows.map(({ resource_type, status, error_code }) => `${resource_type} ${status} ${error_code}`);
};

const actor = () => systemActor(client.organizationId, null);
const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => server.pool.db.transaction(work);

describe('a connection to HubSpot', () => {
  test('a connection is checked by job and by call: the portal is shown, and the account has our objects', async () => {
    const { data } = await client.graphql(`query ($id: ID!) { integration(id: $id) { ${SHOWN_AT} } }`, {
      id: connection.id,
    });
    expect(data.integration).toEqual({
      type: 'hubspot',
      status: { errorCode: null },
      externalIds: { portal: '24242424', company: null },
    });
    expect(await write('checkIntegration', { id: connection.id })).toMatchObject({
      status: { errorCode: null },
      externalIds: { portal: '24242424' },
    });
    expect(hubspot.schemas.map(({ name }) => name).toSorted()).toEqual(['svc_invoices', 'svc_subscriptions']);
    expect(JSON.stringify(connection)).not.toContain(hubspot.token);
  });

  test('a connection whose token is refused says so, and is announced', async () => {
    await write('updateIntegration', { id: connection.id, hubspot: { accessToken: 'wrong' } });
    expect(await write('checkIntegration', { id: connection.id })).toMatchObject({
      status: { errorCode: 'INVALID_AUTHENTICATION' },
    });
    const messages = await messagesAbout(server, connection.id);
    expect(messages.map(({ webhookType }) => webhookType)).toEqual(['integration.provider_error']);
    expect(JSON.stringify(messages)).not.toContain('wrong');
  });

  const SHOWN_AT = 'type status { errorCode } externalIds { portal company }';
});

test('an invoice is put at the CRM once it is finalized, beside its customer', async () => {
  const customer = await customerAt();
  const invoice = await invoiceOf(customer, { purchase_order_number: 'PO-7' });
  expect(hubspot.calls).toEqual([]);
  await run();
  expect(sentOf(invoice)).toEqual({
    svc_invoice_id: invoice.svc_id,
    svc_invoice_number: invoice.number,
    svc_invoice_issuing_date: invoice.issuing_date,
    svc_invoice_payment_due_date: invoice.payment_due_date,
    svc_invoice_payment_overdue: 'false',
    svc_invoice_type: 'one_off',
    svc_invoice_status: 'finalized',
    svc_invoice_payment_status: 'pending',
    svc_invoice_currency: 'EUR',
    svc_invoice_total_amount: '123.45',
    svc_invoice_total_due_amount: '123.45',
    svc_invoice_sub_total_excluding_taxes: '123.45',
    svc_invoice_purchase_order_number: 'PO-7',
    svc_invoice_file_url: expect.stringMatching(
      new RegExp(String.raw`^https://billing\.test/files/.+/invoice/${invoice.svc_id}/.+\.pdf$`),
    ),
  });
  const { data } = await client.graphql(
    `query ($id: ID!) { invoice(id: $id) { integrationResources {
      nodes { status resourceType externalId externalUrl integration { code } } } } }`,
    { id: invoice.svc_id },
  );
  const [record, ...more] = data.invoice.integrationResources.nodes;
  expect(more).toEqual([]);
  expect(record).toMatchObject({
    status: 'synced',
    resourceType: 'invoice',
    integration: { code: connection.code },
  });
  expect(record.externalUrl).toMatch(/^https:\/\/app\.hubspot\.com\/contacts\/24242424\/record\//);
  const [company] = [...hubspot.objectsOf('companies')].find(
    ([, row]) => row['svc_customer_id'] === customer.svc_id,
  ) ?? [''];
  expect(
    [...hubspot.associations].some((each) => each.endsWith(`/${record.externalId} companies/${company}`)),
  ).toBe(true);
});

test('the file of an invoice is at the address that the CRM got', async () => {
  const invoice = await invoiceOf(await customerAt());
  await run();
  const address = String(sentOf(invoice)?.['svc_invoice_file_url']);
  const { body } = await client.post(`/invoices/${invoice.svc_id}/download`);
  expect(new URL(address).pathname).toBe(new URL(body.invoice.file_url).pathname);
});

test('an amount has the decimals of its currency', async () => {
  const invoice = await invoiceOf(await customerAt({ currency: 'JPY' }), { currency: 'JPY' });
  await run();
  expect(sentOf(invoice)).toMatchObject({ svc_invoice_currency: 'JPY', svc_invoice_total_amount: '12345' });
});

const CHANGES: Record<string, [(invoice: Resource) => Promise<unknown>, object]> = {
  'is voided': [
    (invoice) => client.post(`/invoices/${invoice.svc_id}/void`),
    { svc_invoice_status: 'voided' },
  ],
  'is paid in part': [
    (invoice) => pay(invoice, 5_000),
    { svc_invoice_payment_status: 'pending', svc_invoice_total_due_amount: '73.45' },
  ],
  'is paid': [
    (invoice) => pay(invoice, 12_345),
    { svc_invoice_payment_status: 'succeeded', svc_invoice_total_due_amount: '0.00' },
  ],
  'loses a dispute': [
    async (invoice) => {
      await overdue(invoice);
      await client.post(`/invoices/${invoice.svc_id}/lose_dispute`);
    },
    { svc_invoice_payment_overdue: 'false' },
  ],
  'becomes overdue': [(invoice) => overdue(invoice), { svc_invoice_payment_overdue: 'true' }],
};

function pay({ svc_id }: Resource, amountCents: number) {
  return client.post('/payments', {
    payment: { invoice_id: svc_id, amount_cents: amountCents, reference: 'paid' },
  });
}

function overdue({ svc_id }: Resource): Promise<void> {
  const { invoiceSettlement } = server.app.services;
  return inTransaction((tx) => invoiceSettlement.becomeOverdue(tx, actor(), [svc_id], new Date()));
}

test.each(Object.entries(CHANGES))('an invoice that %s is put again', async (_, [change, expected]) => {
  const invoice = await invoiceOf(await customerAt());
  await run();
  const count = invoicesAt();
  hubspot.calls.length = 0;
  await change(invoice);
  await run();
  expect(sentOf(invoice)).toMatchObject(expected);
  expect(invoicesAt()).toBe(count);
  expect(hubspot.calls.map(({ method }) => method)).toEqual(['POST', 'PUT']);
});

test('several changes send only the newest state of an invoice', async () => {
  const invoice = await invoiceOf(await customerAt());
  await overdue(invoice);
  await client.post(`/invoices/${invoice.svc_id}/void`);
  await run();
  expect(sentOf(invoice)).toMatchObject({ svc_invoice_status: 'voided' });
  expect(hubspot.calls.filter(({ path }) => path.includes('/2-'))).toHaveLength(2);
});

test('a draft is not sent', async () => {
  const customer = await customerAt({ billing_configuration: { invoice_grace_period: 3 } });
  const plan = await createPlan(client, { pay_in_advance: true, amount_cents: 1_000 });
  await subscribe(client, customer, plan);
  await run();
  expect(await records()).toEqual(['customer synced null', 'subscription synced null']);
});

test('a subscription is put when it is created, starts, changes and ends', async () => {
  const customer = await customerAt();
  const subscription = await subscriptionOf(customer, {
    name: 'Team',
    subscription_at: '2099-01-01T00:00:00Z',
  });
  await run();
  expect(sentOf(subscription)).toEqual({
    svc_subscription_id: subscription.svc_id,
    svc_subscription_external_id: subscription.external_id,
    svc_subscription_name: 'Team',
    svc_subscription_plan_code: subscription.plan_code,
    svc_subscription_status: 'pending',
    svc_subscription_billing_time: subscription.billing_time,
    svc_subscription_subscription_at: '2099-01-01T00:00:00.000Z',
  });
  const changes = { name: 'Crew', subscription_at: new Date().toISOString() };
  await client.put(`/subscriptions/${subscription.external_id}?status=pending`, {
    subscription: changes,
    status: 'pending',
  });
  await run();
  expect(sentOf(subscription)).toMatchObject({
    svc_subscription_status: 'active',
    svc_subscription_name: 'Crew',
    svc_subscription_started_at: expect.any(String),
  });
  await client.delete(`/subscriptions/${subscription.external_id}`);
  await run();
  expect(sentOf(subscription)).toMatchObject({
    svc_subscription_status: 'terminated',
    svc_subscription_terminated_at: expect.any(String),
  });
});

test('a subscription is put when its trial ends', async () => {
  const subscription = await subscriptionOf(await customerAt());
  await run();
  const { subscriptionContexts, subscriptionTransitions } = server.app.services;
  await inTransaction(async (tx) => {
    const context = await subscriptionContexts.lock(tx, actor(), subscription.svc_id);
    await subscriptionTransitions.endTrials(tx, actor(), [context]);
  });
  await run();
  expect(sentOf(subscription)).toMatchObject({ svc_subscription_trial_ended_at: expect.any(String) });
});

test('a subscription that was canceled before its start is put', async () => {
  const subscription = await subscriptionOf(await customerAt(), { subscription_at: '2099-01-01T00:00:00Z' });
  await client.delete(`/subscriptions/${subscription.external_id}?status=pending`);
  await run();
  expect(sentOf(subscription)).toMatchObject({ svc_subscription_status: 'canceled' });
});

test.each([
  [{ syncInvoices: false, syncSubscriptions: true }, ['customer synced null', 'subscription synced null']],
  [{ syncInvoices: true, syncSubscriptions: false }, ['customer synced null', 'invoice synced null']],
  [{}, ['customer synced null']],
])('a connection with %j gets no more than that', async (settings, expected) => {
  connection = await connect(settings);
  const customer = await customerAt();
  await subscriptionOf(customer, { subscription_at: '2099-01-01T00:00:00Z' });
  await invoiceOf(customer);
  await run();
  expect((await records()).toSorted()).toEqual(expected);
});

test('a customer without a link has no records', async () => {
  const customer = await createCustomer(client, { currency: 'EUR' });
  await invoiceOf(customer);
  await subscriptionOf(customer);
  expect(await records()).toEqual([]);
});

test('a recorded CRM is not called', async () => {
  const code = unique('sales');
  await write('createIntegration', { type: 'salesforce', name: code, code });
  await invoiceOf(
    await createCustomer(client, {
      currency: 'EUR',
      integration_customers: [{ integration_type: 'salesforce', integration_code: code }],
    }),
  );
  expect(await records()).toEqual([]);
});

test('nothing is called for a customer on a test clock', async () => {
  const clock = await createClock(client);
  const customer = await customerAt({
    test_clock_id: clock.svc_id,
    ...linked({ external_customer_id: '7' }),
  });
  await invoiceOf(customer);
  await subscriptionOf(customer);
  await run();
  expect(hubspot.calls).toEqual([]);
  expect(await records()).toEqual([]);
});

describe('documents wait for their customer', () => {
  test('documents of a customer that is refused are sent once it is corrected', async () => {
    const customer = await customerAt();
    const invoice = await invoiceOf(customer);
    hubspot.failing.set(customer.svc_id, {
      status: 400,
      body: { category: 'VALIDATION_ERROR', message: 'No.' },
    });
    await run();
    expect(await records()).toEqual(['customer failed VALIDATION_ERROR', 'invoice failed invoice_missing']);
    expect(sentOf(invoice)).toBeUndefined();
    hubspot.failing.clear();
    await client.post('/customers', { customer: { external_id: customer.external_id, name: 'Better' } });
    await run();
    expect(await records()).toEqual(['customer synced null', 'invoice synced null']);
    expect(sentOf(invoice)).toBeDefined();
  });

  test('documents of a customer that is not linked any more are not sent', async () => {
    const customer = await customerAt();
    await invoiceOf(customer);
    await client.post('/customers', {
      customer: { external_id: customer.external_id, integration_customers: [] },
    });
    await run();
    expect(hubspot.calls).toEqual([]);
    expect(await records()).toEqual([]);
  });
});

describe('calls that fail', () => {
  test.each(['lost', 'html', 'cut', 'wrong types', 'foreign ids', 'close'] as const)(
    'an invoice whose answer is "%s" is put once',
    async (fault) => {
      const customer = await customerAt();
      await run();
      const before = invoicesAt();
      const invoice = await invoiceOf(customer);
      hubspot.faults.push(fault);
      await run();
      expect(await records()).toEqual(['customer synced null', 'invoice synced null']);
      expect(sentOf(invoice)).toBeDefined();
      expect(invoicesAt()).toBe(before + 1);
    },
  );

  test('a process that ends between the call and its record has one effect', async () => {
    const invoice = await invoiceOf(await customerAt());
    await run();
    const before = invoicesAt();
    // As the database is then: the record is held, and its job comes again.
    const held = await server.pool.sql<{ recordId: string; customerId: string }[]>`
      update integration_resources
      set status = 'pending', external_id = null, synced_at = null, called_until = now() - interval '1 second'
      where resource_id = ${invoice.svc_id} returning id as "recordId", customer_id as "customerId"`;
    const { organizationId } = client;
    const jobs = held.map((record) => ({ organizationId, ...record, tried: NO_FAILED_TRIES }));
    await inTransaction((tx) => SYNC_JOBS.crm.enqueueAll(tx, jobs));
    await run();
    expect(invoicesAt()).toBe(before);
    expect(await records()).toEqual(['customer synced null', 'invoice synced null']);
  });

  test('a change during the call is sent after it', async () => {
    const customer = await customerAt();
    await run();
    const invoice = await invoiceOf(customer);
    hubspot.during = async () => {
      hubspot.during = null;
      await client.post(`/invoices/${invoice.svc_id}/void`);
    };
    await run();
    expect(sentOf(invoice)).toMatchObject({ svc_invoice_status: 'voided' });
    expect(await records()).toEqual(['customer synced null', 'invoice synced null']);
  });

  test('an invoice that is refused is announced with its id, and delays no other', async () => {
    const customer = await customerAt();
    const [refused, other] = [await invoiceOf(customer), await invoiceOf(customer)];
    hubspot.failing.set(refused.svc_id, {
      status: 400,
      body: { category: 'VALIDATION_ERROR', message: 'No.' },
    });
    await run();
    expect(await records()).toEqual([
      'customer synced null',
      'invoice failed VALIDATION_ERROR',
      'invoice synced null',
    ]);
    expect(sentOf(other)).toBeDefined();
    const [message, ...more] = await messagesAbout(server, connection.id);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      webhookType: 'integration.provider_error',
      object: {
        provider: 'hubspot',
        provider_code: connection.code,
        provider_error: {
          error_code: 'VALIDATION_ERROR',
          message: 'No.',
          resource_type: 'invoice',
          svc_resource_id: refused.svc_id,
        },
      },
    });
  });

  test('a deleted connection is not called', async () => {
    const customer = await customerAt();
    await run();
    hubspot.calls.length = 0;
    await invoiceOf(customer);
    const { integrations } = server.app.services;
    await inTransaction((tx) => integrations.delete(tx, actor(), connection.id));
    await run();
    expect(hubspot.calls).toEqual([]);
    expect(await records()).toEqual(['customer synced null', 'invoice failed connection_missing']);
  });
});

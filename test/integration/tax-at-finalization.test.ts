// Invoices whose taxes a provider computes and records as they are issued (integrations.md §5, §6, §7).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { AvalaraStandIn } from '../support/avalara-stand-in.js';
import { createClock, createCustomer, createPlan, type Resource, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messageTypesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { connectHttpTax, startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, shownInvoice, taxedCustomer, taxLink } from '../support/taxed-customers.js';

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let avalara: AvalaraStandIn;
let connection: Resource;

beforeAll(async () => {
  avalara = await AvalaraStandIn.start();
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    integrationUrls: { avalara: avalara.url },
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await avalara.stop();
});
beforeEach(async () => {
  client = await server.organization();
  ({ taxes, connection } = await startHttpTax(server, client));
});
afterEach(async () => {
  expect(taxes.faults).toEqual([]);
  await taxes.stop();
});

const run = () => runTaxJobs(server, client);
const actions = () => taxes.calls.map(({ body }) => body.action);
const shown = (invoice: Resource) => shownInvoice(client, invoice);

async function records(): Promise<string[]> {
  const rows = await server.pool.sql`
    select status, error_code, external_id from integration_resources
    where organization_id = ${client.organizationId} and resource_type = 'tax' order by id`;
  return rows.map(({ status, error_code, external_id }) => `${status} ${error_code} ${external_id}`);
}

async function taxStatusOf({ svc_id }: Resource): Promise<string> {
  const { data } = await client.graphql('query ($id: ID!) { invoice(id: $id) { taxStatus } }', {
    id: svc_id,
  });
  return data.invoice.taxStatus;
}

test('an invoice stays pending until its taxes are recorded, and is issued with them', async () => {
  const customer = await taxedCustomer(client, connection);
  const pending = await oneOffOf(client, customer, [10_000, 2_345]);
  expect(pending).toMatchObject({ status: 'pending', taxes_amount_cents: 0, total_amount_cents: 12_345 });
  expect(await taxStatusOf(pending)).toBe('pending');
  expect(await records()).toEqual(['pending null null']);
  expect(await messageTypesAbout(server, pending.svc_id)).toEqual([]);
  await run();
  const invoice = await shown(pending);
  expect(invoice).toMatchObject({
    status: 'finalized',
    taxes_amount_cents: 1_235,
    taxes_rate: 10,
    sub_total_including_taxes_amount_cents: 13_580,
    total_amount_cents: 13_580,
    applied_taxes: [
      { tax_code: 'vat', tax_name: 'VAT', tax_rate: 10, amount_cents: 1_235, svc_tax_id: null },
    ],
    error_details: [],
  });
  expect(invoice.number).not.toBe(pending.number);
  expect(invoice.fees.map(({ taxes_amount_cents }: Resource) => taxes_amount_cents)).toEqual([1_000, 235]);
  expect(await taxStatusOf(pending)).toBe('succeeded');
  expect(actions()).toEqual(['commit']);
  expect(taxes.calls[0]?.body).toMatchObject({
    document: { type: 'invoice', id: pending.svc_id, date: invoice.issuing_date, currency: 'EUR' },
    customer: { external_id: customer.external_id, provider_id: customer.external_id },
  });
  expect(await records()).toEqual(['synced null T-1']);
  expect(await messageTypesAbout(server, pending.svc_id)).toEqual(['invoice.one_off_created']);
});

test('the first invoice of a subscription uses credit notes and prepaid credits after its taxes', async () => {
  const customer = await creditedCustomer();
  const plan = await createPlan(client, {
    amount_cents: 2_400,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  const [pending] = await invoicesOf(customer, 'subscription');
  expect(pending).toMatchObject({
    status: 'pending',
    credit_notes_amount_cents: 0,
    total_amount_cents: 2_400,
  });
  await run();
  expect(await shown(pending ?? {})).toMatchObject({
    status: 'finalized',
    taxes_amount_cents: 240,
    credit_notes_amount_cents: 500,
    total_amount_cents: 2_140,
  });
});

async function invoicesOf({ external_id }: Resource, type: string): Promise<Resource[]> {
  const { body } = await client.get(`/invoices?external_customer_id=${external_id}&invoice_type=${type}`);
  return body.invoices;
}

/** A customer with a credit note of 500, whose taxes the connection computes from now on. */
async function creditedCustomer(): Promise<Resource> {
  const customer = await createCustomer(client, { currency: 'EUR' });
  const { svc_id, fees } = await oneOffOf(client, customer, [500]);
  const { status } = await client.post('/credit_notes', {
    credit_note: {
      invoice_id: svc_id,
      credit_amount_cents: 500,
      items: [{ fee_id: fees[0].svc_id, amount_cents: 500 }],
    },
  });
  expect(status).toBe(200);
  await linkTo(customer, [taxLink(connection)]);
  return customer;
}

function linkTo({ external_id }: Resource, links: readonly Resource[]): Promise<unknown> {
  return client.post('/customers', { customer: { external_id, integration_customers: links } });
}

// Example 8.
test('a free fee is not sent, and an invoice of free fees is issued at once', async () => {
  const customer = await taxedCustomer(client, connection);
  const pending = await oneOffOf(client, customer, [0, 4_000]);
  await run();
  const invoice = await shown(pending);
  expect(invoice).toMatchObject({ taxes_amount_cents: 400, taxes_rate: 10, total_amount_cents: 4_400 });
  expect(taxes.calls[0]?.body.lines).toHaveLength(1);
  expect(invoice.fees.map(({ applied_taxes }: Resource) => applied_taxes.length)).toEqual([0, 1]);
  taxes.calls.length = 0;
  expect(await oneOffOf(client, customer, [0, 0])).toMatchObject({
    status: 'finalized',
    taxes_amount_cents: 0,
  });
  await run();
  expect(actions()).toEqual([]);
});

test('invoices of credits are never asked about', async () => {
  const customer = await taxedCustomer(client, connection);
  const wallet = {
    external_customer_id: customer.external_id,
    rate_amount: '1',
    currency: 'EUR',
    paid_credits: '10',
  };
  expect((await client.post('/wallets', { wallet })).status).toBe(200);
  await run();
  expect(actions()).toEqual([]);
  expect((await invoicesOf(customer, 'credit')).map(({ status }) => status)).toEqual(['finalized']);
});

test('customers on a test clock have local taxes', async () => {
  const clock = await createClock(client);
  const customer = await taxedCustomer(client, connection, { test_clock_id: clock.svc_id });
  expect(await oneOffOf(client, customer, [1_000])).toMatchObject({
    status: 'finalized',
    taxes_amount_cents: 0,
  });
  await run();
  expect(actions()).toEqual([]);
});

// Example 4, its first line.
test('AvaTax records an invoice once, whose lines it rounds', async () => {
  const { code } = await connectSystem(server, client, {
    type: 'avalara',
    settings: { accountId: avalara.accountId, companyCode: 'NORTH', sandbox: false },
    secrets: { licenseKey: avalara.licenseKey },
  });
  const customer = await taxedCustomer(client, { code, type: 'avalara' }, { country: 'US', state: 'CO' });
  const pending = await oneOffOf(client, customer, [333, 333, 333]);
  avalara.faults.push('html');
  await run();
  expect(await shown(pending)).toMatchObject({
    status: 'finalized',
    taxes_amount_cents: 69,
    total_amount_cents: 1_068,
    applied_taxes: [{ tax_name: 'CO STATE TAX', tax_description: 'Sales', tax_rate: 7, amount_cents: 69 }],
  });
  expect([...avalara.documents].map(([key, { status, version }]) => [key, status, version])).toEqual([
    [`SalesInvoice ${pending.svc_id}`, 'Committed', 2],
  ]);
});

describe('what goes wrong between the call and its record', () => {
  test('a kill after the call has the invoice recorded there once, and issued once', async () => {
    const { recordOutcomes } = server.app.services;
    const store = recordOutcomes.store.bind(recordOutcomes);
    recordOutcomes.store = () => Promise.reject(new Error('killed'));
    const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    const [job] = await server.pool.sql`
      select job.payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'report_taxes' and job.payload ->> 'organizationId' = ${client.organizationId}`;
    await expect(run()).rejects.toThrow('killed');
    recordOutcomes.store = store;
    expect(await shown(pending)).toMatchObject({ status: 'pending' });
    await server.pool.sql`
      update integration_resources set called_until = now() - interval '1 second'
      where organization_id = ${client.organizationId}`;
    await server.app.services.recordSync.run(job?.['payload']);
    expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 100 });
    expect(actions()).toEqual(['commit', 'commit']);
    expect(new Set(taxes.calls.map(({ key }) => key)).size).toBe(1);
    expect(taxes.documents.size).toBe(1);
    expect(await messageTypesAbout(server, pending.svc_id)).toEqual(['invoice.one_off_created']);
  });

  test.each(['hang', 'late', 'close', 'html', 'cut'] as const)(
    'a call that ends in "%s" is repeated, and the invoice is issued once',
    async (fault) => {
      taxes.script.push(fault);
      const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
      await run();
      expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 100 });
      expect(taxes.calls.length).toBe(2);
      expect(taxes.documents.size).toBe(1);
      expect(await records()).toEqual(['synced null T-2']);
    },
  );

  test('a customer whose taxes cannot be computed delays no other', async () => {
    const [one, other] = [await taxedCustomer(client, connection), await taxedCustomer(client, connection)];
    taxes.script.push({ status: 422, body: { error: { code: 'address_unknown', message: 'Where?' } } });
    const failing = await oneOffOf(client, one, [1_000]);
    const issued = await oneOffOf(client, other, [1_000]);
    await run();
    expect(await shown(failing)).toMatchObject({ status: 'failed' });
    expect(await shown(issued)).toMatchObject({ status: 'finalized' });
  });

  test('an invoice whose link is removed during the call has local taxes, and is taken back there', async () => {
    const customer = await taxedCustomer(client, connection);
    const pending = await oneOffOf(client, customer, [1_000]);
    const { outsideSystems } = server.app.services;
    const provider = outsideSystems.taxProvider('http_tax');
    if (provider === null) throw new Error('expected a provider');
    const commit = provider.commit.bind(provider);
    provider.commit = async (...asked) => {
      const answer = await commit(...asked);
      await linkTo(customer, []);
      return answer;
    };
    await run();
    provider.commit = commit;
    await run();
    expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 0 });
    expect(actions()).toEqual(['commit', 'void']);
    expect(taxes.documents.size).toBe(0);
    expect(await records()).toEqual(['voided null T-1']);
  });
});

describe('a connection that does not compute the taxes any more', () => {
  test.each(['pending', 'failed'])(
    'an invoice that is %s gets local taxes once its link is removed',
    async (state) => {
      const customer = await taxedCustomer(client, connection);
      if (state === 'failed')
        taxes.script.push({ status: 422, body: { error: { code: 'no', message: 'No.' } } });
      const pending = await oneOffOf(client, customer, [1_000]);
      if (state === 'failed') await run();
      expect(await shown(pending)).toMatchObject({ status: state });
      await linkTo(customer, []);
      await run();
      expect(await shown(pending)).toMatchObject({
        status: 'finalized',
        taxes_amount_cents: 0,
        error_details: [],
      });
      expect(taxes.documents.size).toBe(0);
    },
  );

  test('invoices of a deleted connection get local taxes', async () => {
    const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    const { errors } = await client.graphql(
      'mutation ($input: DeleteIntegrationInput!) { deleteIntegration(input: $input) { deletedId } }',
      { input: { id: connection.id } },
    );
    expect(errors).toBeUndefined();
    await run();
    expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 0 });
    expect(actions()).toEqual([]);
  });

  test('invoices of a deleted customer get local taxes', async () => {
    const customer = await taxedCustomer(client, connection);
    const pending = await oneOffOf(client, customer, [1_000]);
    expect((await client.delete(`/customers/${customer.external_id}`)).status).toBe(200);
    await run();
    const { invoices } = server.app.services;
    const actor = systemActor(client.organizationId, null);
    expect(await invoices.get(server.pool.db, actor, pending.svc_id)).toMatchObject({ status: 'finalized' });
    expect(actions()).toEqual([]);
  });

  test('an invoice of a customer that is linked to another connection is asked about there', async () => {
    const secret = newSigningSecret();
    const others = await HttpTaxStandIn.start(secret);
    const other = await connectHttpTax(server, client, { url: others.url, secret });
    const customer = await taxedCustomer(client, connection);
    const pending = await oneOffOf(client, customer, [1_000]);
    await linkTo(customer, [taxLink(other)]);
    await run();
    expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 100 });
    expect([actions(), others.calls.map(({ body }) => body.action)]).toEqual([[], ['commit']]);
    await others.stop();
  });
});

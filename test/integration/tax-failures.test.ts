// Invoices whose taxes a provider refuses to compute: failed, retried by call or by themselves, not payable (integrations.md §6).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createCustomer, createPlan, type Resource, subscribe } from '../support/builders.js';
import { AnrokStandIn } from '../support/anrok-stand-in.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, shownInvoice, taxedCustomer, taxLink } from '../support/taxed-customers.js';

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let anrok: AnrokStandIn;
let connection: Resource;

beforeAll(async () => {
  anrok = await AnrokStandIn.start(new Date());
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    integrationUrls: { anrok: anrok.url },
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await anrok.stop();
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
const shown = (invoice: Resource) => shownInvoice(client, invoice);
const errorsOf = async ({ svc_id }: Resource): Promise<unknown[]> => {
  const messages = await messagesAbout(server, svc_id);
  return messages
    .filter(({ webhookType }) => webhookType === 'customer.tax_provider_error')
    .map(({ object }) => object);
};

async function activitiesOf({ svc_id }: Resource): Promise<string[]> {
  const { body } = await client.get(`/activity_logs?resource_types[]=Invoice&resource_ids[]=${svc_id}`);
  return body.activity_logs.map(({ activity_type }: Resource) => activity_type).toReversed();
}

/** An invoice whose taxes are refused with a code. */
async function failedInvoice(code = 'address_unknown'): Promise<{ customer: Resource; invoice: Resource }> {
  taxes.refuse(code);
  const customer = await taxedCustomer(client, connection);
  const invoice = await oneOffOf(client, customer, [1_000]);
  await run();
  return { customer, invoice };
}

test('an invoice whose taxes are refused fails with the words of the provider, and is announced once', async () => {
  const { customer, invoice } = await failedInvoice();
  expect(await shown(invoice)).toMatchObject({
    status: 'failed',
    total_amount_cents: 1_000,
    error_details: [
      {
        error_code: 'tax_error',
        details: { tax_error: 'address_unknown', tax_error_message: 'It says address_unknown.' },
      },
    ],
  });
  expect(await errorsOf(customer)).toEqual([
    {
      svc_customer_id: customer.svc_id,
      external_customer_id: customer.external_id,
      tax_provider: 'http_tax',
      tax_provider_code: connection.code,
      provider_error: {
        message: 'It says address_unknown.',
        error_code: 'address_unknown',
        resource_type: 'tax',
        svc_resource_id: invoice.svc_id,
      },
    },
  ]);
  expect(await activitiesOf(invoice)).toEqual(['invoice.failed']);
});

// Example 7.
test('an invoice that Anrok refuses keeps its credit note until a retry with a right address', async () => {
  const { id, code } = await connectSystem(server, client, {
    type: 'anrok',
    settings: {},
    secrets: { apiKey: anrok.apiKey },
  });
  await client.graphql(
    'mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }',
    {
      input: { integrationId: id, target: 'fallback_item', externalId: 'saas' },
    },
  );
  const customer = await createCustomer(client, { currency: 'EUR' });
  const { external_id } = customer;
  const credited = await oneOffOf(client, customer, [500]);
  const items = [{ fee_id: credited.fees[0].svc_id, amount_cents: 500 }];
  await client.post('/credit_notes', {
    credit_note: { invoice_id: credited.svc_id, credit_amount_cents: 500, items },
  });
  const integration_customers = [taxLink({ code, type: 'anrok' })];
  await client.post('/customers', { customer: { external_id, integration_customers } });
  const plan = await createPlan(client, {
    amount_cents: 2_400,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  await run();
  const { body } = await client.get(
    `/invoices?external_customer_id=${external_id}&invoice_type=subscription`,
  );
  const [failed] = body.invoices;
  expect(await shown(failed)).toMatchObject({
    status: 'failed',
    total_amount_cents: 2_400,
    credit_notes_amount_cents: 0,
    error_details: [{ details: { tax_error: 'customerAddressCouldNotResolve' } }],
  });
  expect(await errorsOf(customer)).toHaveLength(1);
  await client.post('/customers', { customer: { external_id, country: 'US', state: 'CA', city: 'Oakland' } });
  const retried = await client.post(`/invoices/${failed.svc_id}/retry`);
  expect(retried.body.invoice).toMatchObject({
    status: 'pending',
    error_details: [{ error_code: 'tax_error' }],
  });
  await run();
  const invoice = await shown(failed);
  expect(invoice).toMatchObject({
    status: 'finalized',
    taxes_amount_cents: 198,
    sub_total_including_taxes_amount_cents: 2_598,
    credit_notes_amount_cents: 500,
    total_amount_cents: 2_098,
    error_details: [],
  });
  expect(invoice.number).not.toBe(failed.number);
  expect(anrok.netTax).toBe(198);
});

test('all failed invoices are retried together', async () => {
  const { invoice } = await failedInvoice();
  const { data } = await client.graphql('mutation { retryAllInvoices { invoicesCount } }');
  expect(data.retryAllInvoices.invoicesCount).toBe(1);
  await runJobs(server, client, ['queue_invoice_batches', 'perform_invoice_batch', 'report_taxes']);
  expect(await shown(invoice)).toMatchObject({ status: 'finalized', taxes_amount_cents: 100 });
});

test('only an invoice that has failed is retried', async () => {
  const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
  const retry = () => client.post(`/invoices/${pending.svc_id}/retry`);
  expect([(await retry()).status, (await retry()).body.code]).toEqual([405, 'invalid_status']);
  await run();
  expect((await retry()).status).toBe(405);
});

/** The waits of the queued retries of an organization, in minutes. */
async function queuedRetries(): Promise<number[]> {
  const jobs = await server.pool.sql`
    select round(extract(epoch from job.run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'retry_taxes' and job.payload ->> 'organizationId' = ${client.organizationId}`;
  return jobs.map(({ minutes }) => minutes);
}

const unavailable = (times: number) => {
  for (let time = 0; time < times; time++) taxes.script.push({ status: 503 });
};
const retryOnce = async () => {
  await runJobs(server, client, ['retry_taxes']);
  await run();
};

test('an invoice that failed since the provider was away is retried every 15 minutes, and announced once', async () => {
  unavailable(8);
  const customer = await taxedCustomer(client, connection);
  const invoice = await oneOffOf(client, customer, [1_000]);
  await run();
  expect(await shown(invoice)).toMatchObject({ status: 'failed' });
  expect([taxes.calls.length, await queuedRetries()]).toEqual([6, [15]]);
  await retryOnce();
  expect(await shown(invoice)).toMatchObject({ status: 'failed' });
  // The failure is for good at once: the next try is in 15 minutes.
  expect([taxes.calls.length, await queuedRetries()]).toEqual([7, [15]]);
  await retryOnce();
  await retryOnce();
  expect(await shown(invoice)).toMatchObject({ status: 'finalized', error_details: [] });
  expect(await queuedRetries()).toEqual([]);
  expect(await errorsOf(customer)).toHaveLength(1);
  expect(await activitiesOf(invoice)).toEqual(['invoice.failed', 'invoice.one_off_created']);
});

test('another failure of a retried invoice is announced', async () => {
  unavailable(6);
  const customer = await taxedCustomer(client, connection);
  const invoice = await oneOffOf(client, customer, [1_000]);
  await run();
  taxes.refuse('closed');
  await retryOnce();
  expect(await errorsOf(customer)).toHaveLength(2);
  expect(await queuedRetries()).toEqual([]);
  expect(await shown(invoice)).toMatchObject({ error_details: [{ details: { tax_error: 'closed' } }] });
});

test('an invoice is retried for three days, and anew once somebody asks for it', async () => {
  unavailable(8);
  const invoice = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
  await run();
  const until = new Date(Date.now() + 10 * 60 * 1_000).toISOString();
  await server.pool.sql`
    update invoices set error_details = jsonb_set(error_details, '{0,retriedUntil}', to_jsonb(${until}::text))
    where id = ${invoice.svc_id}`;
  await retryOnce();
  expect(await queuedRetries()).toEqual([]);
  unavailable(10);
  await client.post(`/invoices/${invoice.svc_id}/retry`);
  await run();
  expect(await queuedRetries()).toEqual([15]);
});

test('an invoice that was refused for good is not retried by itself', async () => {
  await failedInvoice();
  expect(await queuedRetries()).toEqual([]);
});

test('too many calls fail an invoice after a hundred answers that say so', async () => {
  for (let count = 0; count <= 100; count++)
    taxes.script.push({ status: 429, headers: { 'retry-after': '0' } });
  const invoice = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
  for (let round = 0; round < 4; round++) await run().catch(() => undefined);
  expect(await shown(invoice)).toMatchObject({
    status: 'failed',
    error_details: [{ details: { tax_error: 'rate_limited' } }],
  });
  expect(await queuedRetries()).toEqual([15]);
});

test.each(['pending', 'failed'])('an invoice that is %s is not payable by any way', async (state) => {
  if (state === 'failed') taxes.refuse('address_unknown');
  const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
  if (state === 'failed') await run();
  const { svc_id } = pending;
  const payment = { invoice_id: svc_id, amount_cents: 1_000, reference: 'cash' };
  expect((await client.post('/payments', { payment })).status).toBe(403);
  const invoice = { payment_status: 'succeeded' };
  expect((await client.put(`/invoices/${svc_id}`, { invoice })).status).toBe(403);
  expect(await shown(pending)).toMatchObject({ status: state, payment_status: 'pending' });
});

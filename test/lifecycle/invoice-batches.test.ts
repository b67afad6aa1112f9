// Actions on all invoices of an organization: graphql-surface.md §4.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAddOn, createCustomer, createPlan, type Resource, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import { runJobs, runProviderJobs } from '../support/provider-jobs.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;

beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const JOBS = ['queue_invoice_batches', 'perform_invoice_batch', 'tax_pending_invoices'];

/** Requests an action for all invoices. @returns the number of invoices that qualify. */
async function request(client: Client, mutation: string): Promise<number> {
  const { data, errors } = await client.graphql(`mutation { ${mutation} { invoicesCount } }`);
  expect(errors).toBeUndefined();
  return data[mutation].invoicesCount;
}

async function invoicesOf(client: Client, { external_id }: Resource): Promise<Resource[]> {
  return (await client.get(`/invoices?external_customer_id=${external_id}`)).body.invoices;
}

const statusesOf = async (client: Client, customer: Resource): Promise<string[]> =>
  (await invoicesOf(client, customer)).map(({ status }) => status);

const waits = { billing_configuration: { invoice_grace_period: 3 } };

async function aOneOff(client: Client, customer: Resource): Promise<Resource> {
  const { code } = await createAddOn(client);
  const invoice = {
    external_customer_id: customer.external_id,
    currency: 'EUR',
    fees: [{ add_on_code: code }],
  };
  return (await client.post('/invoices', { invoice })).body.invoice;
}

test('all drafts of the organization are finalized, but those that cannot be, and later ones', async () => {
  const client = await server.organization();
  const other = await server.organization();
  const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
  const [many, stuck, late] = [
    await createCustomer(client, waits),
    await createCustomer(client, waits),
    await createCustomer(client, waits),
  ];
  // More than one batch.
  for (let count = 0; count < 21; count++) await subscribe(client, many, plan);
  await subscribe(client, stuck, plan);
  await server.pool.sql`update customers set vat_check_id = id where id = ${stuck.svc_id}`;
  const stranger = await createCustomer(other, waits);
  await subscribe(other, stranger, await createPlan(other, { amount_cents: 1_000, pay_in_advance: true }));
  expect(await request(client, 'finalizeAllInvoices')).toBe(22);
  // A repeat replaces what waits.
  expect(await request(client, 'finalizeAllInvoices')).toBe(22);
  await subscribe(client, late, plan);
  await runJobs(server, client, JOBS);
  expect(await statusesOf(client, many)).toEqual(Array.from({ length: 21 }, () => 'finalized'));
  expect(await statusesOf(client, stuck)).toEqual(['draft']);
  expect(await statusesOf(client, late)).toEqual(['draft']);
  expect(await statusesOf(other, stranger)).toEqual(['draft']);
  const numbers = (await invoicesOf(client, many)).map(({ sequential_id }) => sequential_id);
  expect(numbers.toSorted((one, next) => one - next)).toEqual(
    Array.from({ length: 21 }, (_, index) => index + 1),
  );
  expect(await request(other, 'retryAllInvoices')).toBe(0);
});

test('failed invoices get their taxes once more', async () => {
  const client = await server.organization();
  const customer = await createCustomer(client);
  const failed = [await aOneOff(client, customer), await aOneOff(client, customer)];
  const fine = await aOneOff(client, customer);
  await server.pool.sql`
    update invoices set status = 'failed', tax_status = 'failed', finalized_at = null
    where id = any(${failed.map(({ svc_id }) => svc_id)})`;
  expect(await request(client, 'retryAllInvoices')).toBe(2);
  await runJobs(server, client, JOBS);
  expect(await statusesOf(client, customer)).toEqual(['finalized', 'finalized', 'finalized']);
  expect((await client.get(`/invoices/${fine.svc_id}`)).body.invoice).toEqual(fine);
  expect(await request(client, 'retryAllInvoices')).toBe(0);
});

test('unpaid invoices of linked customers are asked for once more', async () => {
  const client = await server.organization();
  const linked = (provider_customer_id: string) => ({
    billing_configuration: {
      payment_provider: 'sandbox',
      payment_provider_code: 'sandbox',
      provider_customer_id,
    },
  });
  const billed = async (over: Record<string, unknown>) => {
    const customer = await createCustomer(client, over);
    return { customer, invoice: await aOneOff(client, customer) };
  };
  const declined = await billed(linked('declined'));
  const busy = await billed(linked('processing_ok'));
  const unlinked = await billed({});
  await runProviderJobs(server, client);
  const { external_id } = declined.customer;
  await client.post('/customers', { customer: { external_id, ...linked('ok') } });
  expect(await request(client, 'retryAllInvoicePayments')).toBe(2);
  await runJobs(server, client, JOBS);
  await runProviderJobs(server, client);
  const paymentsOf = async ({ invoice }: { invoice: Resource }): Promise<string[]> => {
    const { body } = await client.get(`/payments?invoice_id=${invoice.svc_id}`);
    return body.payments.map((payment: Resource) => payment.payment_status);
  };
  expect(await paymentsOf(declined)).toEqual(['succeeded', 'failed']);
  expect(await paymentsOf(busy)).toEqual(['processing']);
  expect(await messageTypesAbout(server, unlinked.invoice.svc_id)).not.toContain('invoice.payment_failure');
  expect(await request(client, 'retryAllInvoicePayments')).toBe(1);
});

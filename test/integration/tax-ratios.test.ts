// Taxes of usage, of fee estimates and of ongoing balances, where a provider computes those of documents (integrations.md §6).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, taxedCustomer } from '../support/taxed-customers.js';

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let customer: Resource;
let subscription: Resource;
let metric: Resource;
let wallet: Resource;

beforeAll(async () => {
  server = await startTestServer({ outgoing: new OutgoingHttp({ allowPrivateNetworks: true }) });
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
  const started = await startHttpTax(server, client);
  taxes = started.taxes;
  // No list counts for the customer.
  await createTax(client, { rate: 20, applied_to_organization: true });
  customer = await taxedCustomer(client, started.connection);
  metric = await createMetric(client);
  const inAdvance = await createMetric(client, { code: 'in_advance' });
  const charges = [
    perCall(metric, { properties: { amount: '3.33' } }),
    perCall(inAdvance, { properties: { amount: '10' }, pay_in_advance: true }),
  ];
  const plan = await createPlan(client, { amount_cents: 0, amount_currency: 'EUR', charges });
  subscription = await subscribe(client, customer, plan);
  wallet = await createWallet(client, customer, {
    currency: 'EUR',
    rate_amount: '1',
    granted_credits: '100',
  });
  await sendEvents(client, subscription, metric, [{}, {}]);
});
afterEach(async () => {
  expect(taxes.faults).toEqual([]);
  await taxes.stop();
});

async function usage(): Promise<Resource> {
  const { external_id } = customer;
  const key = `external_subscription_id=${subscription.external_id}`;
  const { body } = await client.get(`/customers/${external_id}/current_usage?${key}`);
  const { body: projected } = await client.get(`/customers/${external_id}/projected_usage?${key}`);
  expect(projected.customer_projected_usage.taxes_amount_cents).toBe(body.customer_usage.taxes_amount_cents);
  return body.customer_usage;
}

async function estimate(): Promise<Resource> {
  const event = { code: 'in_advance', external_subscription_id: subscription.external_id };
  const { body } = await client.post('/events/estimate_fees', { event });
  return body.fees[0];
}

const ongoing = async (): Promise<number> =>
  (await client.get(`/wallets/${wallet.svc_id}`)).body.wallet.ongoing_usage_balance_cents;

test('a customer without an invoice that the provider has taxed has no taxes', async () => {
  expect(await usage()).toMatchObject({ amount_cents: 666, taxes_amount_cents: 0, total_amount_cents: 666 });
  expect(await estimate()).toMatchObject({ amount_cents: 1_000, taxes_amount_cents: 0, taxes_rate: 0 });
  expect(await ongoing()).toBe(666);
  expect(taxes.calls).toEqual([]);
});

test('taxes are in proportion to those of the newest invoice that the provider has taxed', async () => {
  await oneOffOf(client, customer, [10_000]);
  await runTaxJobs(server, client);
  const calls = taxes.calls.length;
  expect(await usage()).toMatchObject({ amount_cents: 666, taxes_amount_cents: 67, total_amount_cents: 733 });
  expect(await estimate()).toMatchObject({
    amount_cents: 1_000,
    taxes_amount_cents: 100,
    taxes_rate: 10,
    total_amount_cents: 1_100,
    applied_taxes: [],
  });
  expect(await ongoing()).toBe(733);
  // Nobody is asked.
  expect(taxes.calls.length).toBe(calls);
});

test('an invoice that failed, or has nothing to tax, does not count', async () => {
  await oneOffOf(client, customer, [10_000]);
  await runTaxJobs(server, client);
  taxes.refuse('address_unknown');
  await oneOffOf(client, customer, [10_000]);
  await oneOffOf(client, customer, [0]);
  await runTaxJobs(server, client);
  expect(await usage()).toMatchObject({ taxes_amount_cents: 67 });
});

// Standalone fees whose taxes a provider computes: they exist once it has answered (integrations.md §5, §6).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  createClock,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { connectHttpTax, startHttpTax } from '../support/tax-connections.js';
import { runTaxJobs, taxedCustomer, taxLink } from '../support/taxed-customers.js';

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let connection: Resource;

beforeAll(async () => {
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(() => server.stop());
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
const linkTo = ({ external_id }: Resource, links: readonly Resource[]) =>
  client.post('/customers', { customer: { external_id, integration_customers: links } });
const feesOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/fees?external_customer_id=${external_id}`)).body.fees;

async function records(): Promise<string[]> {
  const rows = await server.pool.sql`
    select status, error_code, external_id from integration_resources
    where organization_id = ${client.organizationId} and resource_type = 'tax' order by id`;
  return rows.map(({ status, error_code, external_id }) => `${status} ${error_code} ${external_id}`);
}

/** The id of the only fee, whether it exists or not. */
async function idOfFee(): Promise<string> {
  const [fee] = await server.pool.sql<{ id: string }[]>`
    select id from fees where organization_id = ${client.organizationId}`;
  return fee?.id ?? '';
}

/** A metric whose events cost 10.00 EUR each, on fees without an invoice, and a customer who has used it once. */
async function usedOnce(over: object = {}, amount = '10') {
  const metric = await createMetric(client);
  const charge = perCall(metric, { properties: { amount }, pay_in_advance: true, invoiceable: false });
  const plan = await createPlan(client, { amount_currency: 'EUR', charges: [charge] });
  const customer = await taxedCustomer(client, connection, over);
  const subscription = await subscribe(client, customer, plan);
  await sendEvents(client, subscription, metric, [{ transaction_id: `of-${customer.external_id}` }]);
  await runJobs(server, client, ['bill_events']);
  return { customer, metric, subscription };
}

test('a fee of an event exists once the provider has recorded its taxes', async () => {
  const { customer } = await usedOnce();
  const id = await idOfFee();
  expect(await feesOf(customer)).toEqual([]);
  expect((await client.get(`/fees/${id}`)).status).toBe(404);
  expect(await messageTypesAbout(server, id)).toEqual([]);
  expect(await records()).toEqual(['pending null null']);
  await run();
  const [fee] = await feesOf(customer);
  expect(fee).toMatchObject({
    svc_id: id,
    svc_invoice_id: null,
    amount_cents: 1_000,
    taxes_amount_cents: 100,
    total_amount_cents: 1_100,
    payment_status: 'pending',
    applied_taxes: [{ tax_code: 'vat', tax_name: 'VAT', tax_rate: 10, amount_cents: 100, svc_tax_id: null }],
  });
  expect(actions()).toEqual(['commit']);
  expect(taxes.calls[0]?.body).toMatchObject({
    document: { type: 'fee', id: `fee_${id}`, original_id: null, currency: 'EUR' },
    customer: { external_id: customer.external_id },
    lines: [{ id, amount_cents: 1_000, item_type: 'charge' }],
  });
  expect(await records()).toEqual(['synced null T-1']);
  expect(await messageTypesAbout(server, id)).toEqual(['fee.created']);
});

test('a fee whose taxes are refused exists without taxes, and both are announced', async () => {
  taxes.refuse('address_unknown');
  const { customer } = await usedOnce();
  await run();
  const [fee] = await feesOf(customer);
  expect(fee).toMatchObject({ taxes_amount_cents: 0, total_amount_cents: 1_000, applied_taxes: [] });
  const messages = await messagesAbout(server, fee?.svc_id);
  expect(messages.map(({ webhookType }) => webhookType)).toEqual(['fee.created', 'fee.tax_provider_error']);
  expect(messages[1]?.object).toEqual({
    tax_provider_code: connection.code,
    svc_charge_id: fee?.svc_charge_id,
    event_transaction_id: `of-${customer.external_id}`,
    provider_error: { message: 'It says address_unknown.', error_code: 'address_unknown' },
  });
  expect(await records()).toEqual(['failed address_unknown null']);
});

test('a fee whose calls have no answer exists without taxes, and is taken back there', async () => {
  taxes.script.push('late', 'late', 'late', 'late', 'late', 'late');
  const { customer } = await usedOnce();
  await run();
  expect(await feesOf(customer)).toMatchObject([{ taxes_amount_cents: 0 }]);
  expect(actions()).toEqual([...Array.from({ length: 6 }, () => 'commit'), 'void']);
  expect(new Set(taxes.calls.slice(0, 6).map(({ key }) => key)).size).toBe(1);
  expect(taxes.documents.size).toBe(0);
});

describe('a fee that is deleted', () => {
  const deleteByRest = (id: string) => client.delete(`/fees/${id}`);
  const deleteByGraphql = (id: string) =>
    client.graphql('mutation ($input: DeleteFeeInput!) { deleteFee(input: $input) { deletedId } }', {
      input: { id },
    });

  test.each([
    ['REST', deleteByRest],
    ['GraphQL', deleteByGraphql],
  ])('a fee that is deleted by %s is taken back there', async (_, deleteFee) => {
    await usedOnce();
    await run();
    const id = await idOfFee();
    expect(taxes.documents.size).toBe(1);
    await deleteFee(id);
    expect(await records()).toEqual(['pending null T-1']);
    await run();
    expect(actions()).toEqual(['commit', 'void']);
    expect(taxes.calls[1]?.body).toMatchObject({ document: { type: 'fee', id: `fee_${id}` } });
    expect(taxes.documents.size).toBe(0);
    expect(await records()).toEqual(['voided null T-1']);
    expect(await messageTypesAbout(server, id)).toEqual(['fee.created']);
  });

  test('a fee that cannot be taken back stays deleted, and the failure is announced', async () => {
    const { customer } = await usedOnce();
    await run();
    const id = await idOfFee();
    taxes.refuse('period_closed');
    await deleteByRest(id);
    await run();
    expect(await feesOf(customer)).toEqual([]);
    expect(await records()).toEqual(['failed period_closed T-1']);
    const messages = await messagesAbout(server, customer.svc_id);
    expect(messages.at(-1)).toMatchObject({
      webhookType: 'customer.tax_provider_error',
      object: { provider_error: { error_code: 'period_closed' } },
    });
  });

  test('a fee with local taxes is deleted without a call', async () => {
    const { customer } = await usedOnce();
    await linkTo(customer, []);
    await run();
    await deleteByRest(await idOfFee());
    await run();
    expect(actions()).toEqual([]);
  });
});

test('a fee of 0 exists at once, and nobody is asked', async () => {
  const { customer } = await usedOnce({}, '0');
  expect(await feesOf(customer)).toMatchObject([{ amount_cents: 0, taxes_amount_cents: 0 }]);
  await run();
  expect(actions()).toEqual([]);
});

test('fees of customers on a test clock have local taxes', async () => {
  await createTax(client, { rate: 20, applied_to_organization: true });
  const clock = await createClock(client);
  const { customer } = await usedOnce({ test_clock_id: clock.svc_id });
  await run();
  expect(actions()).toEqual([]);
  for (const { taxes_amount_cents } of await feesOf(customer)) expect(taxes_amount_cents).toBe(200);
});

describe('what goes wrong between the call and its record', () => {
  test('a kill after the call has the fee recorded there once, and made once', async () => {
    const { recordOutcomes, recordSync } = server.app.services;
    const store = recordOutcomes.store.bind(recordOutcomes);
    recordOutcomes.store = () => Promise.reject(new Error('killed'));
    const { customer } = await usedOnce();
    const [job] = await server.pool.sql`
      select job.payload from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'report_taxes' and job.payload ->> 'organizationId' = ${client.organizationId}`;
    await expect(run()).rejects.toThrow('killed');
    recordOutcomes.store = store;
    expect(await feesOf(customer)).toEqual([]);
    await server.pool.sql`
      update integration_resources set called_until = now() - interval '1 second'
      where organization_id = ${client.organizationId}`;
    await recordSync.run(job?.['payload']);
    expect(await feesOf(customer)).toMatchObject([{ taxes_amount_cents: 100 }]);
    expect(actions()).toEqual(['commit', 'commit']);
    expect(new Set(taxes.calls.map(({ key }) => key)).size).toBe(1);
    expect(taxes.documents.size).toBe(1);
    expect(await messageTypesAbout(server, await idOfFee())).toEqual(['fee.created']);
  });

  test('an event that is billed again while the provider is asked makes no second fee', async () => {
    const { customer, metric, subscription } = await usedOnce();
    await sendEvents(client, subscription, metric, [{ transaction_id: `of-${customer.external_id}` }]).catch(
      () => undefined,
    );
    await runJobs(server, client, ['bill_events']);
    await run();
    expect(await feesOf(customer)).toHaveLength(1);
  });

  test('a fee that fails delays no other', async () => {
    taxes.script.push('hang');
    const one = await usedOnce();
    const other = await usedOnce();
    await run();
    expect(await feesOf(other.customer)).toMatchObject([{ taxes_amount_cents: 100 }]);
    expect(await feesOf(one.customer)).toMatchObject([{ taxes_amount_cents: 100 }]);
  });

  test('a fee whose link is removed during the call has local taxes, and is taken back there', async () => {
    await createTax(client, { rate: 20, applied_to_organization: true });
    const { customer } = await usedOnce();
    const provider = server.app.services.outsideSystems.taxProvider('http_tax');
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
    expect(await feesOf(customer)).toMatchObject([{ taxes_amount_cents: 200, taxes_rate: 20 }]);
    expect(actions()).toEqual(['commit', 'void']);
    expect(taxes.documents.size).toBe(0);
    expect(await records()).toEqual(['voided null T-1']);
  });
});

describe('a connection that does not compute the taxes any more', () => {
  beforeEach(async () => {
    await createTax(client, { rate: 20, applied_to_organization: true });
  });

  test('fees get local taxes once the link is removed', async () => {
    const { customer } = await usedOnce();
    await linkTo(customer, []);
    await run();
    expect(await feesOf(customer)).toMatchObject([{ taxes_amount_cents: 200, taxes_rate: 20 }]);
    expect(await messageTypesAbout(server, await idOfFee())).toEqual(['fee.created']);
    expect(actions()).toEqual([]);
  });

  test('fees of a deleted connection get local taxes', async () => {
    const { customer } = await usedOnce();
    const { errors } = await client.graphql(
      'mutation ($input: DeleteIntegrationInput!) { deleteIntegration(input: $input) { deletedId } }',
      { input: { id: connection.id } },
    );
    expect(errors).toBeUndefined();
    await run();
    expect(await feesOf(customer)).toMatchObject([{ taxes_amount_cents: 200 }]);
    expect(actions()).toEqual([]);
  });

  test('a fee of a customer that is linked to another connection is asked about there', async () => {
    const secret = newSigningSecret();
    const others = await HttpTaxStandIn.start(secret);
    const other = await connectHttpTax(server, client, { url: others.url, secret });
    const { customer } = await usedOnce();
    await linkTo(customer, [taxLink(other)]);
    await run();
    expect(await feesOf(customer)).toMatchObject([{ taxes_amount_cents: 100 }]);
    expect([actions(), others.calls.map(({ body }) => body.action).at(-1)]).toEqual([[], 'commit']);
    expect(others.documents.size).toBe(1);
    await others.stop();
  });
});

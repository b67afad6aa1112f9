// Which documents tax providers are asked about, with which taxes beside theirs, and what becomes of these (integrations.md §6, §7).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DueBatch } from '../../src/lifecycle/due-work/due-work-engine.js';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  sendEvents,
  SILENT_PAYER,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, shownInvoice, taxedCustomer } from '../support/taxed-customers.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

let server: TestServer;
let client: Client;
let registry: WebhookReceiver;
let taxes: HttpTaxStandIn;
let connection: Resource;

beforeAll(async () => {
  registry = await WebhookReceiver.start();
  registry.reply = (_, response) => response.end('{}');
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    vatRegistryUrl: registry.url('/check-vat-number'),
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await registry.stop();
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
const actions = () => taxes.calls.map(({ body }) => body.action);

async function invoicesOf({ external_id }: Resource): Promise<Resource[]> {
  const { body } = await client.get(`/invoices?external_customer_id=${external_id}`);
  return body.invoices.toReversed();
}

test('taxes that a request names, and those of all lists, do not count beside a provider', async () => {
  const { code: named } = await createTax(client, { rate: 5 });
  const { code: ofAll } = await createTax(client, { rate: 20, applied_to_organization: true });
  const customer = await taxedCustomer(client, connection, { tax_codes: [named] });
  const { code: add_on_code } = await createAddOn(client, { tax_codes: [ofAll] });
  const fees = [{ add_on_code, units: '1', unit_amount_cents: 1_000, tax_codes: [named, ofAll] }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  const { body } = await client.post('/invoices', { invoice });
  await run();
  const issued = await shown(body.invoice);
  expect(issued).toMatchObject({ status: 'finalized', taxes_amount_cents: 100, taxes_rate: 10 });
  expect(issued.applied_taxes.map(({ tax_code }: Resource) => tax_code)).toEqual(['vat']);
  const [fee] = issued.fees;
  expect(fee).toMatchObject({ taxes_amount_cents: 100, taxes_precise_amount: '1.0', taxes_rate: 10 });
  expect(fee.applied_taxes.map(({ tax_code }: Resource) => tax_code)).toEqual(['vat']);
});

test('the check of a VAT number delays no invoice of a customer with a tax provider', async () => {
  const entity = { code: unique('entity'), name: 'Hooli', country: 'NL', eu_tax_management: true };
  const { body } = await client.post('/billing_entities', { billing_entity: entity });
  const customer = await taxedCustomer(client, connection, {
    billing_entity_code: body.billing_entity.code,
    country: 'DE',
    tax_identification_number: 'DE123456789',
  });
  const pending = await oneOffOf(client, customer, [1_000]);
  await run();
  expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 100 });
  expect(taxes.calls[0]?.body.customer).toMatchObject({ tax_identification_number: 'DE123456789' });
});

test('an invoice of 0 that is not to be issued is closed without a call', async () => {
  const customer = await taxedCustomer(client, connection, { finalize_zero_amount_invoice: 'skip' });
  const plan = await createPlan(client, { amount_cents: 0, amount_currency: 'EUR', pay_in_advance: true });
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  await run();
  const rows = await server.pool.sql`
    select status, tax_status from invoices where organization_id = ${client.organizationId}`;
  expect(rows.map(({ status }) => status)).toEqual(['closed']);
  expect(actions()).toEqual([]);
});

test('the lines of progressive invoices are without what was billed before', async () => {
  const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const plan = await createPlan(client, {
    amount_cents: 0,
    amount_currency: 'EUR',
    charges: [perCall(metric, { properties: { amount: '0.01' } })],
    usage_thresholds: [{ amount_cents: 2_000 }, { amount_cents: 5_000 }],
  });
  const customer = await taxedCustomer(client, connection);
  const subscription = await subscribe(client, customer, plan);
  const [found] = await server.pool
    .sql`select id from subscriptions where external_id = ${subscription.external_id}`;
  const { organizationId } = client;
  const due: DueBatch = {
    organizationId,
    testClockId: null,
    kind: 'threshold_review',
    customerIds: [customer.svc_id],
    subjectIds: [String(found?.['id'])],
    dueAt: new Date(),
    attempts: 0,
  };
  for (const n of [2_300, 3_100]) {
    await sendEvents(client, subscription, metric, [{ properties: { n } }]);
    await server.pool.db.transaction((tx) =>
      server.app.services.thresholdReview.reviewDue(tx, systemActor(organizationId, null), due),
    );
    await run();
  }
  expect(taxes.calls.map(({ body: { action, lines } }) => [action, lines[0].amount_cents])).toEqual([
    ['commit', 2_300],
    ['commit', 3_100],
  ]);
  const invoices = await invoicesOf(customer);
  expect(invoices.map(({ invoice_type, status }) => [invoice_type, status])).toEqual([
    ['progressive_billing', 'finalized'],
    ['progressive_billing', 'finalized'],
  ]);
  const amounts = invoices.map(({ taxes_amount_cents, total_amount_cents }) => [
    taxes_amount_cents,
    total_amount_cents,
  ]);
  expect(amounts.toSorted(([one = 0], [other = 0]) => one - other)).toEqual([
    [230, 2_530],
    [310, 3_410],
  ]);
});

test('a lost dispute takes nothing back at the provider', async () => {
  const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
  await run();
  const { status } = await client.post(`/invoices/${pending.svc_id}/lose_dispute`);
  expect(status).toBe(200);
  await run();
  expect(actions()).toEqual(['commit']);
  expect(taxes.documents.size).toBe(1);
});

test.each(['pending', 'failed'])('an invoice that is %s has no page to pay on', async (state) => {
  if (state === 'failed') taxes.refuse('address_unknown');
  const customer = await taxedCustomer(client, connection, { billing_configuration: SILENT_PAYER });
  const { svc_id } = await oneOffOf(client, customer, [1_000]);
  if (state === 'failed') await run();
  const page = await client.post(`/invoices/${svc_id}/payment_url`);
  expect(page.body.error_details).toEqual({ base: ['invalid_invoice_status_or_payment_status'] });
  expect((await client.post(`/invoices/${svc_id}/retry_payment`)).body.code).toBe('invalid_status');
});

test('an invoice is issued on the day for which the provider was asked, also if the answer comes later', async () => {
  const customer = await taxedCustomer(client, connection);
  const pending = await oneOffOf(client, customer, [1_000]);
  const provider = server.app.services.outsideSystems.taxProvider('http_tax');
  if (provider === null) throw new Error('expected a provider');
  const commit = provider.commit.bind(provider);
  const { clock } = server.app.services;
  const now = clock.now.bind(clock);
  provider.commit = async (...asked) => {
    const answer = await commit(...asked);
    clock.now = () => new Date(now().getTime() + 24 * 60 * 60 * 1_000);
    return answer;
  };
  await run();
  provider.commit = commit;
  clock.now = now;
  const invoice = await shown(pending);
  expect(invoice).toMatchObject({ status: 'finalized', taxes_amount_cents: 100 });
  expect(taxes.calls[0]?.body.document).toMatchObject({
    date: invoice.issuing_date,
    tax_date: invoice.issuing_date,
  });
});

test('a reverse charge of a provider is the reason that documents give', async () => {
  taxes.taxesOf = () => [];
  taxes.overLine = { not_taxed: 'reverse_charge' };
  const pending = await oneOffOf(client, await taxedCustomer(client, connection), [5_000]);
  await run();
  const { data } = await client.graphql(
    'query ($id: ID!) { invoice(id: $id) { appliedTaxes { taxCode taxCategory taxRate amountCents } } }',
    { id: pending.svc_id },
  );
  expect(data.invoice.appliedTaxes).toEqual([
    { taxCode: 'reverse_charge', taxCategory: 'AE', taxRate: '0.0', amountCents: 0 },
  ]);
  expect(await shown(pending)).toMatchObject({ taxes_amount_cents: 0, total_amount_cents: 5_000 });
});

test('one code with two rates is no answer', async () => {
  const rates = ['10', '20'];
  taxes.taxesOf = ({ amount_cents }) => {
    const rate = rates.shift() ?? '10';
    return [{ code: 'vat', name: 'VAT', rate, amount_cents: String((amount_cents * Number(rate)) / 100) }];
  };
  const pending = await oneOffOf(client, await taxedCustomer(client, connection), [1_000, 1_000]);
  await run();
  expect(actions()).toEqual(['commit', 'commit']);
  expect(await shown(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: 200 });
});

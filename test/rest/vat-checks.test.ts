// Checks of VAT numbers, and the invoices that wait for them: taxes.md §6.4, invoices.md §2, §7.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  advanceClock,
  applyCoupon,
  createAddOn,
  createClock,
  createCoupon,
  createCustomer,
  createPlan,
  createTax,
  createWallet,
  type Resource,
  subscribe,
  unique,
  SILENT_PAYER,
} from '../support/builders.js';
import { payFor } from '../support/activation.js';
import type { Client } from '../support/client.js';
import { checkMessage } from '../support/contract.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const GERMAN = 'DE123456789';
const VALID = { valid: true, name: 'ACME GMBH', address: '---' };
const UNAVAILABLE = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] };

let server: TestServer;
let registry: WebhookReceiver;
let client: Client;
let entity: string;
let answer: object;

beforeAll(async () => {
  registry = await WebhookReceiver.start();
  registry.reply = (_, response) => response.end(JSON.stringify(answer));
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowedHosts: ['127.0.0.1'] }),
    vatRegistryUrl: registry.url('/check-vat-number'),
  });
});
afterAll(async () => {
  await server.stop();
  await registry.stop();
});
beforeEach(async () => {
  client = await server.organization();
  entity = await entityIn('NL');
  answer = VALID;
  registry.received.length = 0;
});

async function entityIn(country: string): Promise<string> {
  const billing_entity = { code: unique('entity'), name: 'Hooli', country, eu_tax_management: true };
  return (await client.post('/billing_entities', { billing_entity })).body.code;
}

const business = (over: object = {}) =>
  createCustomer(client, {
    billing_entity_code: entity,
    country: 'DE',
    tax_identification_number: GERMAN,
    currency: 'EUR',
    ...over,
  });
const read = async ({ external_id }: Resource): Promise<Resource> =>
  (await client.get(`/customers/${external_id}`)).body.customer;
const codesOf = async (customer: Resource): Promise<string[]> =>
  (await read(customer)).taxes.map(({ code }: Resource) => code);
const change = async ({ external_id }: Resource, members: object): Promise<Resource> =>
  (await client.post('/customers', { customer: { external_id, ...members } })).body.customer;
const invoiceOf = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice;
const invoicesOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/invoices?external_customer_id=${external_id}`)).body.invoices;

interface Queued {
  readonly name: string;
  readonly payload: Resource;
  readonly minutes: number;
}

/** The queued jobs of a kind about a customer. */
const queued = (name: string, { svc_id }: Resource) =>
  server.pool.sql<Queued[]>`
    select task.identifier as name, job.payload, round(extract(epoch from job.run_at - now()) / 60)::int as minutes
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = ${name} and job.payload ->> 'customerId' = ${svc_id} order by job.id`;
/** Does the queued jobs of a kind about a customer once. */
async function work(name: string, customer: Resource): Promise<void> {
  const { vatChecks, pendingInvoices } = server.app.services;
  const jobs = await queued(name, customer);
  await server.pool.sql`
    delete from graphile_worker._private_jobs where payload ->> 'customerId' = ${customer.svc_id}
    and task_id = (select id from graphile_worker._private_tasks where identifier = ${name})`;
  for (const { payload } of jobs) {
    await (name === 'check_vat_number' ? vatChecks.run(payload) : pendingInvoices.run(payload));
  }
}
const check = (customer: Resource) => work('check_vat_number', customer);
async function checkAndIssue(customer: Resource): Promise<void> {
  await check(customer);
  await work('tax_pending_invoices', customer);
}
const lastCheck = async ({ svc_id }: Resource): Promise<Resource> => {
  const sent = await messagesAbout(server, svc_id);
  const message = sent.findLast(({ webhookType }) => webhookType === 'customer.vies_check');
  expect(message).toBeDefined();
  return (message?.object as Resource).vies_check;
};

async function billOnce(customer: Resource, fee: object = {}): Promise<Resource> {
  const { code } = await createAddOn(client, { amount_cents: 10_000, amount_currency: 'EUR' });
  const invoice = {
    external_customer_id: customer.external_id,
    currency: 'EUR',
    fees: [{ add_on_code: code, ...fee }],
  };
  const { status, body } = await client.post('/invoices', { invoice });
  expect(status).toBe(200);
  return body.invoice;
}

test('a valid number of another country: reverse charge, and one webhook', async () => {
  const customer = await business();
  expect(customer.taxes).toEqual([]);
  await check(customer);
  expect(registry.received.map(({ body }) => body)).toEqual([{ countryCode: 'DE', vatNumber: '123456789' }]);
  expect(await codesOf(customer)).toEqual(['svc_eu_reverse_charge']);
  expect(await lastCheck(customer)).toEqual({
    valid: true,
    valid_format: true,
    country_code: 'DE',
    name: 'ACME GMBH',
    address: null,
  });
  const sent = await messageTypesAbout(server, customer.svc_id);
  expect(sent).toEqual(['customer.created', 'customer.vies_check']);
});

test('an invalid number counts as none', async () => {
  answer = { valid: false };
  const customer = await business();
  await check(customer);
  expect(await codesOf(customer)).toEqual(['svc_eu_de_standard']);
  expect(await lastCheck(customer)).toEqual({ valid: false, valid_format: true });
});

// Source: taxes.md §6.3.
test.each([
  ['NL', true, 'svc_eu_reverse_charge', 0],
  ['NL', false, 'svc_eu_fr_standard', 2_000],
  ['FR', true, 'svc_eu_fr_standard', 2_000],
  ['MC', true, 'svc_eu_fr_standard', 2_000],
])(
  'a customer in Monaco has numbers of France: billed from %s, valid %s: %s',
  async (country, valid, code, taxCents) => {
    answer = { ...VALID, valid };
    const customer = await business({
      billing_entity_code: await entityIn(country),
      ...{ country: 'MC', zipcode: '98000', tax_identification_number: 'FR83404833048' },
    });
    const pending = await billOnce(customer);
    await checkAndIssue(customer);
    expect(registry.received.map(({ body }) => body)).toEqual([
      { countryCode: 'FR', vatNumber: '83404833048' },
    ]);
    expect(await codesOf(customer)).toEqual([code]);
    expect(await invoiceOf(pending)).toMatchObject({ status: 'finalized', taxes_amount_cents: taxCents });
  },
);

test('an unavailable registry leaves the taxes, and is asked again after 5, 5, 10, … minutes', async () => {
  answer = UNAVAILABLE;
  const customer = await business();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await check(customer);
    waits.push(...(await queued('check_vat_number', customer)).map(({ minutes }) => minutes));
  }
  expect(waits).toEqual([5, 5, 10, 20]);
  expect(await codesOf(customer)).toEqual([]);
  expect(await lastCheck(customer)).toEqual({ valid: false, valid_format: true, error: 'MS_UNAVAILABLE' });
  await change(customer, { tax_identification_number: 'DE987654321' });
  answer = VALID;
  await checkAndIssue(customer);
  expect(registry.received.at(-1)?.body.vatNumber).toBe('987654321');
  expect(await codesOf(customer)).toEqual(['svc_eu_reverse_charge']);
  expect(await queued('check_vat_number', customer)).toEqual([]);
});

test('an answer about a number that the customer no longer has is dropped', async () => {
  const customer = await business();
  const [job] = await queued('check_vat_number', customer);
  await change(customer, { tax_identification_number: null });
  await server.app.services.vatChecks.run(job?.payload);
  expect(registry.received).toEqual([]);
  expect(await codesOf(customer)).toEqual(['svc_eu_de_standard']);
});

test('a one-off invoice waits, and is taxed, dated and numbered when the answer comes', async () => {
  answer = { valid: false };
  const customer = await business();
  const pending = await billOnce(customer);
  expect(pending).toMatchObject({
    status: 'pending',
    fees_amount_cents: 10_000,
    taxes_amount_cents: 0,
    sequential_id: null,
    applied_taxes: [],
  });
  const payment = { invoice_id: pending.svc_id, amount_cents: 1, reference: 'r' };
  expect((await client.post('/payments', { payment })).status).toBe(403);
  expect((await client.post(`/invoices/${pending.svc_id}/retry`)).body.code).toBe('invalid_status');
  const paid = { invoice: { payment_status: 'succeeded' } };
  expect((await client.put(`/invoices/${pending.svc_id}`, paid)).status).toBe(403);
  await work('tax_pending_invoices', customer);
  expect((await invoiceOf(pending)).status).toBe('pending');
  expect(await messageTypesAbout(server, pending.svc_id)).toEqual([]);
  await checkAndIssue(customer);
  const issued = await invoiceOf(pending);
  expect(issued).toMatchObject({
    status: 'finalized',
    sequential_id: 1,
    taxes_amount_cents: 1_900,
    taxes_rate: 19,
    total_amount_cents: 11_900,
    payment_status: 'pending',
  });
  expect(issued.fees[0]).toMatchObject({ taxes_amount_cents: 1_900, total_amount_cents: 11_900 });
  expect(issued.applied_taxes).toMatchObject([{ tax_code: 'svc_eu_de_standard', fees_amount_cents: 10_000 }]);
  expect(await messageTypesAbout(server, pending.svc_id)).toEqual(['invoice.one_off_created']);
});

test('taxes that the request names stay; those of the add-on come before those of the customer', async () => {
  const customer = await business();
  const [named, ofAddOn] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 7 })];
  const one = await billOnce(customer, { tax_codes: [named.code] });
  const { code } = await createAddOn(client, { amount_cents: 1_000, tax_codes: [ofAddOn.code] });
  const two = await billOnce(customer, { add_on_code: code });
  await checkAndIssue(customer);
  expect((await invoiceOf(one)).taxes_amount_cents).toBe(1_000);
  expect((await invoiceOf(two)).taxes_amount_cents).toBe(70);
});

test('coupons count while it waits; credits after taxes when it is issued', async () => {
  answer = { valid: false };
  const clock = await createClock(client, { frozen_time: '2027-03-01T00:00:00Z' });
  const customer = await business({ test_clock_id: clock.svc_id, net_payment_term: 3 });
  await applyCoupon(client, customer, await createCoupon(client));
  await createWallet(client, customer, { granted_credits: '30.0', rate_amount: '1.0', currency: 'EUR' });
  const plan = await createPlan(client, {
    amount_cents: 10_000,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  const subscription = await subscribe(client, customer, plan);
  const [pending] = await invoicesOf(customer);
  expect(pending).toMatchObject({
    status: 'pending',
    coupons_amount_cents: 1_000,
    prepaid_credit_amount_cents: 0,
  });
  const ended = await client.delete(`/subscriptions/${subscription.external_id}`);
  expect([ended.status, ended.body.code]).toEqual([405, 'cannot_terminate_with_pending_taxes']);
  await advanceClock(client, clock, '2027-03-05T12:00:00Z');
  await checkAndIssue(customer);
  const [issued] = await invoicesOf(customer);
  expect(issued).toMatchObject({
    svc_id: pending?.svc_id,
    status: 'finalized',
    issuing_date: '2027-03-05',
    payment_due_date: '2027-03-08',
    coupons_amount_cents: 1_000,
    taxes_amount_cents: 1_710,
    prepaid_credit_amount_cents: 3_000,
    total_amount_cents: 7_710,
  });
  expect((await client.delete(`/subscriptions/${subscription.external_id}`)).status).toBe(200);
});

test('a draft waits until its grace period ends, and then as a pending invoice', async () => {
  const clock = await createClock(client, { frozen_time: '2027-03-01T00:00:00Z' });
  const grace = { billing_configuration: { invoice_grace_period: 2 } };
  const customer = await business({ test_clock_id: clock.svc_id, ...grace });
  const plan = await createPlan(client, {
    amount_cents: 10_000,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  await subscribe(client, customer, plan);
  const [draft] = await invoicesOf(customer);
  expect(draft?.status).toBe('draft');
  expect(await messageTypesAbout(server, draft?.svc_id)).toEqual(['invoice.drafted']);
  const refused = await client.put(`/invoices/${draft?.svc_id}/finalize`);
  expect([refused.status, refused.body.code]).toEqual([403, 'cannot_finalize_with_pending_taxes']);
  await advanceClock(client, clock, '2027-03-03T12:00:00Z');
  expect((await invoicesOf(customer))[0]?.status).toBe('pending');
  await checkAndIssue(customer);
  expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'finalized', issuing_date: '2027-03-03' });
});

test('a draft gets its taxes when the answer comes before its grace period ends', async () => {
  answer = { valid: false };
  const clock = await createClock(client, { frozen_time: '2027-03-01T00:00:00Z' });
  const grace = { billing_configuration: { invoice_grace_period: 2 } };
  const customer = await business({ test_clock_id: clock.svc_id, ...grace });
  const plan = await createPlan(client, {
    amount_cents: 10_000,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  await subscribe(client, customer, plan);
  await checkAndIssue(customer);
  await advanceClock(client, clock, '2027-03-01T01:00:00Z');
  const [draft] = await invoicesOf(customer);
  expect(draft).toMatchObject({ status: 'draft', taxes_amount_cents: 1_900 });
  const types = await messageTypesAbout(server, draft?.svc_id);
  expect(types).toEqual(['invoice.drafted', 'invoice.ready_to_finalize']);
});

test('an open invoice cannot be paid before it has its taxes', async () => {
  answer = { valid: false };
  const customer = await business({ billing_configuration: SILENT_PAYER });
  const plan = await createPlan(client, {
    amount_cents: 10_000,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  const rules = { billing_time: 'anniversary', activation_rules: [{ type: 'payment', timeout_hours: 48 }] };
  const { external_id } = await subscribe(client, customer, plan, rules);
  const waiting = async (): Promise<Resource> =>
    (await client.get(`/subscriptions/${external_id}?status=incomplete`)).body.subscription;
  expect((await payFor(client, await waiting())).status).toBe(403);
  await checkAndIssue(customer);
  expect((await waiting()).activation_rules[0].due_amount_cents).toBe(11_900);
  expect((await payFor(client, await waiting())).status).toBe(200);
  expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'finalized', total_amount_cents: 11_900 });
});

test('an invoice whose total is too large fails, and can be retried', async () => {
  answer = { valid: false };
  const customer = await business();
  const invoice = await billOnce(customer, { unit_amount_cents: String(Number.MAX_SAFE_INTEGER - 1) });
  await checkAndIssue(customer);
  const failed = await invoiceOf(invoice);
  expect(failed.status).toBe('failed');
  expect(failed.error_details).toMatchObject([
    { error_code: 'tax_error', details: { tax_error: 'value_is_out_of_range' } },
  ]);
  const other = await server.organization();
  expect((await other.post(`/invoices/${invoice.svc_id}/retry`)).status).toBe(404);
  const retried = await client.post(`/invoices/${invoice.svc_id}/retry`);
  expect(retried.body.invoice).toMatchObject({
    status: 'pending',
    error_details: [{ error_code: 'tax_error' }],
  });
  await client.put('/taxes/svc_eu_de_standard', { tax: { rate: 0 } });
  await work('tax_pending_invoices', customer);
  expect(await invoiceOf(invoice)).toMatchObject({ status: 'finalized', error_details: [] });
});

test('invoices are issued when the customer has no number to check any more', async () => {
  const customer = await business();
  const invoice = await billOnce(customer);
  await change(customer, { tax_identification_number: null });
  await work('tax_pending_invoices', customer);
  expect(await invoiceOf(invoice)).toMatchObject({ status: 'finalized', taxes_amount_cents: 1_900 });
});

test('messages fit the contract', async () => {
  const customer = await business();
  await check(customer);
  const message = (await messagesAbout(server, customer.svc_id)).at(-1);
  expect(message?.webhookType).toBe('customer.vies_check');
  const sent = {
    webhook_type: 'customer.vies_check',
    object_type: message?.objectType,
    organization_id: message?.organizationId,
    customer: message?.object,
  };
  await checkMessage(sent);
});

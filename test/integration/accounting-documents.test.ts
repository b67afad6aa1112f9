// Documents at accounting systems: sent as they are issued, in the order that they need, with one effect (integrations.md §5, §11–13).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { SYNC_JOBS } from '../../src/modules/integration-resources/syncing/sync-record.job.js';
import { NO_FAILED_TRIES } from '../../src/modules/integrations/calls/next-try.js';
import { systemActor } from '../../src/platform/actor.js';
import { accessToFeed, accessToXero } from '../support/accounting-connections.js';
import { type AccountingSystems, startAccountingSystems } from '../support/accounting-systems.js';
import {
  applyCoupon,
  createAddOn,
  createCoupon,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import type { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { Story } from '../support/story.js';
import type { TestServer } from '../support/server.js';
import type { XeroStandIn } from '../support/xero-stand-in.js';

const secret = newSigningSecret();

let systems: AccountingSystems;
let server: TestServer;
let client: Client;
let xero: XeroStandIn;
let feed: HttpAccountingStandIn;
let code: string;
let integrationId: string;

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

const customerAt = (type: 'xero' | 'http_accounting', over: object = {}) =>
  createCustomer(client, {
    name: 'Acme',
    currency: 'EUR',
    integration_customers: [{ integration_type: type, integration_code: code, sync_with_provider: true }],
    ...over,
  });

async function invoiceOf(customer: Resource, cents = 10_000, over: object = {}): Promise<Resource> {
  const addOn = await createAddOn(client, { name: 'Seats' });
  const fees = [{ add_on_code: addOn.code, units: '1', unit_amount_cents: cents, ...over }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  const { status, body } = await client.post('/invoices', { invoice });
  expect(status).toBe(200);
  return body.invoice;
}

async function pay({ svc_id }: Resource, amountCents: number): Promise<Resource> {
  const payment = { invoice_id: svc_id, amount_cents: amountCents, reference: 'TR-7' };
  const { status, body } = await client.post('/payments', { payment });
  expect(status).toBe(200);
  return body.payment;
}

async function noteOn(invoice: Resource, parts: object, cents: number): Promise<Resource> {
  const items = [{ fee_id: invoice.fees[0].svc_id, amount_cents: cents }];
  const { status, body } = await client.post('/credit_notes', {
    credit_note: { invoice_id: invoice.svc_id, reason: 'other', items, ...parts },
  });
  expect([status, body]).toMatchObject([200, {}]);
  return body.credit_note;
}

const map = async (target: string, externalId: string | null, externalAccountCode: string | null) => {
  const { errors } = await client.graphql(
    `mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }`,
    { input: { integrationId, target, externalId, externalAccountCode } },
  );
  expect(errors).toBeUndefined();
};

const records = async () => {
  const rows = await server.pool.sql`
    select resource_type, status, error_code from integration_resources
    where organization_id = ${client.organizationId} order by id`;
  return rows.map(({ resource_type, status, error_code }) =>
    [resource_type, status, ...(error_code === null ? [] : [error_code])].join(' '),
  );
};

/**
 * Invoice A of invoices.md §12 as a draft: its customer leaves the test clock on which it was billed, and is linked. A note of 10.00 and
 * 30.00 of purchased credits wait for it.
 */
async function draftA(type: 'xero' | 'http_accounting'): Promise<Resource> {
  const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const tax = await createTax(client, { name: 'VAT', rate: 20 });
  const plan = await createPlan(client, {
    name: 'Team',
    amount_cents: 10_000,
    tax_codes: [tax.code],
    charges: [perCall(metric, { properties: { amount: '0.01' } })],
    usage_thresholds: [{ amount_cents: 2_000 }],
  });
  const billing_configuration = { invoice_grace_period: 4 };
  const story = await Story.begin(client, '2027-04-01T00:00:00Z', { currency: 'EUR', billing_configuration });
  const subscription = await story.subscribe(plan);
  await story.advance('2027-04-05T00:00:00Z');
  await story.use(subscription, metric, { '2027-04-05T00:00:00Z': { n: 2_000 } });
  await story.advance('2027-04-10T00:00:00Z');
  await story.use(subscription, metric, { '2027-04-10T00:00:00Z': { n: 5_350 } });
  const { customer } = story;
  const coupon = await createCoupon(client, { coupon_type: 'percentage', percentage_rate: '10' });
  await applyCoupon(client, customer, coupon);
  await story.advance('2027-05-01T01:00:00Z');
  await server.pool.sql`update customers set test_clock_id = null where id = ${customer.svc_id}`;
  await client.post('/customers', {
    customer: {
      external_id: customer.external_id,
      integration_customers: [{ integration_type: type, integration_code: code, sync_with_provider: true }],
    },
  });
  const earlier = await invoiceOf(customer, 5_000);
  await pay(earlier, 5_000);
  await noteOn(earlier, { credit_amount_cents: 1_000 }, 1_000);
  const { svc_id: walletId } = await createWallet(client, customer, { paid_credits: '30' });
  const { body } = await client.get(`/wallets/${walletId}/wallet_transactions`);
  const purchase = (
    await client.get(`/invoices?external_customer_id=${customer.external_id}&invoice_type=credit`)
  ).body;
  expect(body.wallet_transactions).toHaveLength(1);
  await pay(purchase.invoices[0], 3_000);
  const drafts = await client.get(`/invoices?external_customer_id=${customer.external_id}&status=draft`);
  return drafts.body.invoices[0];
}

/** Pays invoices of 100.00 and 25.00 by a payment request. */
async function payTogether(customer: Resource): Promise<Resource[]> {
  const invoices = [await invoiceOf(customer), await invoiceOf(customer, 2_500)];
  const ids = invoices.map(({ svc_id }) => svc_id);
  await server.pool.sql`update invoices set payment_overdue = true where id = any(${ids})`;
  const { status, body } = await client.post('/payment_requests', {
    payment_request: {
      external_customer_id: customer.external_id,
      email: 'a@acme.test',
      svc_invoice_ids: ids,
    },
  });
  expect([status, body]).toMatchObject([200, {}]);
  const input = { paymentRequestId: body.payment_request.svc_id, amountCents: 12_500, reference: 'TR-8' };
  const { errors } = await client.graphql(
    'mutation ($input: RecordPaymentOfRequestInput!) { recordPaymentOfRequest(input: $input) { payment { id } } }',
    { input },
  );
  expect(errors).toBeUndefined();
  return invoices;
}

async function finalize({ svc_id }: Resource): Promise<Resource> {
  const { status, body } = await client.put(`/invoices/${svc_id}/finalize`);
  expect([status, body]).toMatchObject([200, {}]);
  return body.invoice;
}

const sent = () => feed.messages.map(({ type }) => type);
const entries = (message: Resource) =>
  message.entries.map(({ account, debit_cents, credit_cents }: Resource) => [
    account,
    debit_cents - credit_cents,
  ]);

describe('in the feed', () => {
  beforeEach(async () => {
    ({ code, id: integrationId } = await connectSystem(server, client, accessToFeed(feed, secret)));
  });

  test('an invoice with a tax, its payment, and a note with its refund balance to the cent', async () => {
    const tax = await createTax(client, { rate: 20 });
    const customer = await customerAt('http_accounting');
    const invoice = await invoiceOf(customer, 10_000, { tax_codes: [tax.code] });
    await pay(invoice, 12_000);
    const note = await noteOn(invoice, { credit_amount_cents: 300, refund_amount_cents: 900 }, 1_000);
    await client.put(`/credit_notes/${note.svc_id}`, { credit_note: { refund_status: 'succeeded' } });
    await run();
    expect(sent()).toEqual([
      'customer.upserted',
      'invoice.finalized',
      'payment.succeeded',
      'credit_note.finalized',
      'refund.succeeded',
    ]);
    const [, issued, paid, credited, refunded] = feed.messages;
    expect(issued).toMatchObject({
      date: invoice.issuing_date,
      currency: 'EUR',
      is_resend: false,
      customer: { svc_id: customer.svc_id, external_id: customer.external_id },
      document: { svc_id: invoice.svc_id, number: invoice.number },
    });
    expect(entries(issued)).toEqual([
      ['receivable', 12_000],
      ['revenue', -10_000],
      ['tax', -2_000],
    ]);
    expect(issued.entries[1]).toMatchObject({ memo: 'Seats × 1', svc_id: invoice.fees[0].svc_id });
    expect(entries(paid)).toEqual([
      ['cash', 12_000],
      ['receivable', -12_000],
    ]);
    expect(entries(credited)).toEqual([
      ['revenue', 1_000],
      ['tax', 200],
      ['credit_notes', -300],
      ['refunds_payable', -900],
    ]);
    expect(entries(refunded)).toEqual([
      ['refunds_payable', 900],
      ['cash', -900],
    ]);
    expect(feed.balances()).toEqual({ cash: 11_100, revenue: -9_000, tax: -1_800, credit_notes: -300 });
    expect(await records()).toEqual([
      'customer synced',
      'invoice synced',
      'payment synced',
      'credit_note synced',
      'refund synced',
    ]);
  });

  test('integrations.md §18, example 11: invoice A, with the note and the credits that it uses, and its payment', async () => {
    const invoice = await finalize(await draftA('http_accounting'));
    expect(invoice).toMatchObject({
      fees_amount_cents: 17_350,
      progressive_billing_credit_amount_cents: 2_000,
      coupons_amount_cents: 1_535,
      taxes_amount_cents: 2_763,
      credit_notes_amount_cents: 1_000,
      prepaid_credit_amount_cents: 3_000,
      total_amount_cents: 12_578,
    });
    await pay(invoice, 12_578);
    await run();
    const about = (type: string) =>
      feed.messages.filter(
        (message) => message.type === type && JSON.stringify(message.entries).includes(invoice.svc_id),
      );
    const [issued] = feed.messages.filter(({ document }) => document.number === invoice.number);
    expect(entries(issued)).toEqual([
      ['receivable', 16_578],
      ['discount', 1_535],
      ['progressive_credit', 2_000],
      ['revenue', -10_000],
      ['revenue', -7_350],
      ['tax', -2_763],
    ]);
    expect(about('credit.applied').map(entries)).toEqual([
      [
        ['credit_notes', 1_000],
        ['receivable', -1_000],
      ],
      [
        ['prepaid_credit', 3_000],
        ['receivable', -3_000],
      ],
    ]);
    expect(about('payment.succeeded').map(entries)).toEqual([
      [
        ['cash', 12_578],
        ['receivable', -12_578],
      ],
    ]);
    // The purchase of the credits and the earlier invoice are settled, too.
    expect(feed.balances()).toMatchObject({ cash: 20_578 });
    expect(feed.balances()).not.toHaveProperty('receivable');
    expect(feed.balances()).not.toHaveProperty('prepaid_credit');
    expect(feed.balances()).not.toHaveProperty('credit_notes');
  });

  test('a void takes an invoice back under an id of its own; one that was never sent is not', async () => {
    const customer = await customerAt('http_accounting');
    const [early, late] = [await invoiceOf(customer), await invoiceOf(customer)];
    await client.post(`/invoices/${late.svc_id}/void`);
    await run();
    await client.post(`/invoices/${early.svc_id}/void`);
    await run();
    expect(sent()).toEqual(['customer.upserted', 'invoice.finalized', 'invoice.voided']);
    expect(new Set(feed.arrivals).size).toBe(3);
    expect(feed.balances()).toEqual({});
    expect(await records()).toEqual(['customer synced', 'invoice voided']);
  });

  test('a note that a void issues without a balance is not booked', async () => {
    const invoice = await invoiceOf(await customerAt('http_accounting'));
    await client.post(`/invoices/${invoice.svc_id}/void`, { generate_credit_note: true });
    await run();
    expect(await records()).toEqual(['customer synced']);
  });

  test('a payment of a payment request is booked on each of its invoices', async () => {
    await payTogether(await customerAt('http_accounting'));
    await run();
    expect(sent().filter((type) => type === 'payment.succeeded')).toHaveLength(2);
    expect(new Set(feed.arrivals).size).toBe(5);
    expect(feed.balances()).toEqual({ cash: 12_500, revenue: -12_500 });
  });

  test('a customer that is linked to another connection is not sent to the former one', async () => {
    const customer = await customerAt('http_accounting');
    await run();
    const invoice = await invoiceOf(customer);
    ({ code } = await connectSystem(server, client, accessToFeed(feed, secret)));
    await client.post('/customers', {
      customer: {
        external_id: customer.external_id,
        integration_customers: [
          { integration_type: 'http_accounting', integration_code: code, sync_with_provider: true },
        ],
      },
    });
    await pay(invoice, 10_000);
    await run();
    expect(sent()).not.toContain('invoice.finalized');
    expect(await records()).toContain('payment failed invoice_missing');
  });

  test('documents from before the link are sent as a period, and once more under the same ids', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const invoice = await invoiceOf(customer);
    await pay(invoice, 9_000);
    await noteOn(invoice, { offset_amount_cents: 1_000 }, 1_000);
    await client.post('/customers', {
      customer: {
        external_id: customer.external_id,
        integration_customers: [
          { integration_type: 'http_accounting', integration_code: code, sync_with_provider: true },
        ],
      },
    });
    await run();
    const send = async (name: string, input: object) => {
      const type = name.replace(/^./, (letter) => letter.toUpperCase());
      const { errors } = await client.graphql(
        `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename } }`,
        { input: { integrationId, ...input } },
      );
      expect(errors).toBeUndefined();
    };
    const day = invoice.issuing_date;
    await send('syncPeriodToIntegration', { from: day, to: day });
    await runJobs(server, client, ['sync_period', 'sync_accounting']);
    expect((await records()).toSorted()).toEqual([
      'allocation synced',
      'credit_note synced',
      'customer synced',
      'invoice synced',
      'payment synced',
    ]);
    expect(feed.balances()).toEqual({ cash: 9_000, revenue: -9_000 });
    const arrived = feed.arrivals.length;
    await send('syncToIntegration', { resourceType: 'invoice', resourceId: invoice.svc_id });
    await run();
    expect(feed.arrivals).toHaveLength(arrived + 1);
    expect(new Set(feed.arrivals).size).toBe(arrived);
  });

  test('each organization has its own books', async () => {
    await invoiceOf(await customerAt('http_accounting'));
    const first = client;
    client = await server.organization();
    await invoiceOf(await createCustomer(client, { currency: 'EUR' }));
    await run();
    expect([feed.arrivals, await records()]).toEqual([[], []]);
    client = first;
    await run();
    expect(sent()).toEqual(['customer.upserted', 'invoice.finalized']);
  });

  test('the rest of a credit note is taken back when it is voided', async () => {
    const customer = await customerAt('http_accounting');
    const invoice = await invoiceOf(customer);
    await pay(invoice, 10_000);
    const note = await noteOn(invoice, { credit_amount_cents: 1_000 }, 1_000);
    await run();
    await client.put(`/credit_notes/${note.svc_id}/void`);
    await run();
    expect(entries(feed.messages.at(-1))).toEqual([
      ['credit_notes', 1_000],
      ['revenue', -1_000],
    ]);
    expect(feed.balances()).toEqual({ cash: 10_000, revenue: -10_000 });
  });

  test('an offset is part of its note', async () => {
    const invoice = await invoiceOf(await customerAt('http_accounting'));
    await noteOn(invoice, { offset_amount_cents: 1_000 }, 1_000);
    await run();
    expect(sent()).toEqual(['customer.upserted', 'invoice.finalized', 'credit_note.finalized']);
    expect(feed.balances()).toEqual({ receivable: 9_000, revenue: -9_000 });
    expect(await records()).toContain('allocation synced');
  });

  test.each([
    'close',
    'html',
    'cut',
    { status: 500 },
    { status: 429, headers: { 'retry-after': '1' } },
  ] as const)('an invoice whose call ends with %j is booked once, under one id', async (fault) => {
    const customer = await customerAt('http_accounting');
    await run();
    await invoiceOf(customer);
    feed.script.push(fault);
    await run();
    expect(sent()).toEqual(['customer.upserted', 'invoice.finalized']);
    expect(await records()).toEqual(['customer synced', 'invoice synced']);
  });

  test('a refused invoice fails its payment, and delays no other customer', async () => {
    const [customer, other] = [await customerAt('http_accounting'), await customerAt('http_accounting')];
    await run();
    const invoice = await invoiceOf(customer);
    await pay(invoice, 10_000);
    feed.script.push({ status: 422, body: { error: { code: 'closed', message: 'The year is closed.' } } });
    await run();
    await invoiceOf(other);
    await run();
    expect(await records()).toEqual([
      'customer synced',
      'customer synced',
      'invoice failed closed',
      'payment failed invoice_missing',
      'invoice synced',
    ]);
    const messages = await messagesAbout(server, integrationId);
    expect(messages.map(({ webhookType }) => webhookType)).toEqual([
      'integration.provider_error',
      'integration.provider_error',
    ]);
  });

  test('a flag that is off sends no such documents, and a customer without a link has no records', async () => {
    const off = { ...accessToFeed(feed, secret) };
    ({ code } = await connectSystem(server, client, {
      ...off,
      settings: { url: feed.url, syncPayments: true },
    }));
    await invoiceOf(await customerAt('http_accounting'));
    await invoiceOf(await createCustomer(client, { currency: 'EUR' }));
    await run();
    expect(await records()).toEqual(['customer synced']);
  });

  test('a deleted connection gets nothing that waits', async () => {
    await invoiceOf(await customerAt('http_accounting'));
    const { integrations } = server.app.services;
    await server.pool.db.transaction((tx) =>
      integrations.delete(tx, systemActor(client.organizationId, null), integrationId),
    );
    await run();
    expect(feed.arrivals).toEqual([]);
    expect(await records()).toContain('invoice failed connection_missing');
  });
});

describe('at Xero', () => {
  beforeEach(async () => {
    ({ code, id: integrationId } = await connectSystem(server, client, accessToXero(xero)));
    await map('fallback_item', 'SAAS', '200');
    await map('account', null, '090');
    await map('prepaid_credit', 'SAAS', '820');
  });

  test('integrations.md §18, example 12: invoice A is settled to the cent', async () => {
    const draft = await draftA('xero');
    const invoice = await finalize(draft);
    await pay(invoice, 12_578);
    await run();
    const shown = xero.invoice(invoice.number);
    expect(shown).toMatchObject({ SubTotal: 138.15, TotalTax: 27.63, Total: 165.78, AmountDue: 0 });
    expect(shown.LineItems.map(({ UnitAmount, TaxAmount }: Resource) => [UnitAmount, TaxAmount])).toEqual([
      [100, 18],
      [73.5, 9.63],
      [-15.35, 0],
      [-20, 0],
    ]);
    expect(shown.Allocations.map(({ Amount }: Resource) => Amount)).toEqual([10]);
    expect(new Set(shown.Payments.map(({ Amount }: Resource) => Amount))).toEqual(new Set([30, 125.78]));
    expect((await records()).every((record) => record.endsWith(' synced'))).toBe(true);
  });

  test.each(['cut', 'close'] as const)('an invoice whose answer is "%s" is created once', async (fault) => {
    const customer = await customerAt('xero');
    await run();
    const invoice = await invoiceOf(customer);
    xero.script.push(fault);
    xero.dropKeys();
    await run();
    expect(xero.invoices.size).toBe(1);
    expect(xero.invoice(invoice.number)).toMatchObject({ AmountDue: 100 });
    expect(await records()).toEqual(['customer synced', 'invoice synced']);
  });

  test('a process that ends between the call and its record has one effect', async () => {
    const invoice = await invoiceOf(await customerAt('xero'));
    await pay(invoice, 4_000);
    await run();
    // As the database is then: the records are held, and their jobs come again.
    const held = await server.pool.sql<{ recordId: string; customerId: string }[]>`
      update integration_resources
      set status = 'pending', external_id = null, synced_at = null, called_until = now() - interval '1 second'
      where organization_id = ${client.organizationId} and resource_type in ('invoice', 'payment')
      returning id as "recordId", customer_id as "customerId"`;
    xero.dropKeys();
    const { organizationId } = client;
    await server.pool.db.transaction((tx) =>
      SYNC_JOBS.accounting.enqueueAll(
        tx,
        held.map((record) => ({ organizationId, ...record, tried: NO_FAILED_TRIES })),
      ),
    );
    await run();
    expect(xero.invoices.size).toBe(1);
    expect(xero.invoice(invoice.number)).toMatchObject({ AmountDue: 60 });
    expect(await records()).toEqual(['customer synced', 'invoice synced', 'payment synced']);
  });

  test('a payment of a payment request goes on after a lost answer, and pays each invoice once', async () => {
    const customer = await customerAt('xero');
    await run();
    const invoices = await payTogether(customer);
    // Answered: both invoices, and the first part. Lost: the second part.
    xero.script.push('as asked', 'as asked', 'as asked', 'cut');
    xero.log.length = 0;
    await run();
    for (const { number } of invoices) expect(xero.invoice(number)).toMatchObject({ AmountDue: 0 });
    expect(xero.log).toEqual([
      'PUT /Invoices',
      'PUT /Invoices',
      'PUT /Payments',
      'PUT /Payments',
      'GET /Invoices',
    ]);
    expect(await records()).toEqual([
      'customer synced',
      'invoice synced',
      'invoice synced',
      'payment synced',
    ]);
  });

  test('an invoice with another total there fails, and keeps its id', async () => {
    xero.surplus = 1;
    const invoice = await invoiceOf(await customerAt('xero'));
    await run();
    expect(await records()).toEqual(['customer synced', 'invoice failed total_mismatch']);
    const [record] = await server.pool.sql`
      select external_id from integration_resources where resource_id = ${invoice.svc_id}`;
    expect(record?.['external_id']).toBe([...xero.invoices.keys()][0]);
  });

  test('an item that is not mapped is refused without a call', async () => {
    ({ code, id: integrationId } = await connectSystem(server, client, accessToXero(xero)));
    const customer = await createCustomer(client, {
      currency: 'EUR',
      integration_customers: [{ integration_type: 'xero', integration_code: code, sync_with_provider: true }],
    });
    await invoiceOf(customer);
    await run();
    expect(await records()).toEqual(['customer synced', 'invoice failed item_not_mapped']);
    expect(xero.log).not.toContain('PUT /Invoices');
  });

  describe('an item that Xero does not know', () => {
    let invoice: Resource;
    const again = async () => {
      const { errors } = await client.graphql(
        'mutation ($input: SyncToIntegrationInput!) { syncToIntegration(input: $input) { integrationResource { id } } }',
        { input: { integrationId, resourceType: 'invoice', resourceId: invoice.svc_id } },
      );
      expect(errors).toBeUndefined();
      await run();
    };
    beforeEach(async () => {
      await map('fallback_item', 'NEW', '200');
      invoice = await invoiceOf(await customerAt('xero'));
      await run();
      expect(await records()).toEqual(['customer synced', 'invoice failed ValidationException']);
    });

    test('an invoice is created once its mapping is corrected, although Xero still refuses its former key', async () => {
      await map('fallback_item', 'SAAS', '200');
      await again();
      expect(await records()).toEqual(['customer synced', 'invoice synced']);
    });

    test('an invoice is created once its item exists at Xero, although Xero still refuses its former key', async () => {
      xero.items.push({ Code: 'NEW', Name: 'New' });
      await again();
      xero.items.pop();
      expect(await records()).toEqual(['customer synced', 'invoice synced']);
    });

    test('calls that nobody knows the outcome of are repeated with the same key', async () => {
      const refusals = async () => {
        const [record] = await server.pool.sql`
          select refusals from integration_resources where resource_id = ${invoice.svc_id}`;
        return record?.['refusals'];
      };
      expect(await refusals()).toBe(1);
      await map('fallback_item', 'SAAS', '200');
      xero.script.push('close', { status: 503 }, { status: 429, headers: { 'retry-after': '1' } });
      await again();
      expect(await records()).toEqual(['customer synced', 'invoice synced']);
      expect(await refusals()).toBe(1);
    });
  });

  test('an unpaid invoice is voided; one with payments stays, and its record fails', async () => {
    const customer = await customerAt('xero');
    const [unpaid, paid] = [await invoiceOf(customer), await invoiceOf(customer)];
    await pay(paid, 10_000);
    await run();
    await client.post(`/invoices/${unpaid.svc_id}/void`);
    await client.post(`/invoices/${paid.svc_id}/void`);
    await run();
    expect(xero.invoice(unpaid.number)).toMatchObject({ Status: 'VOIDED' });
    expect(await records()).toEqual([
      'customer synced',
      'invoice voided',
      'invoice failed ValidationException',
      'payment synced',
    ]);
  });

  describe('with a credit note that an invoice uses', () => {
    let invoice: Resource;

    /** Sends an invoice of 100.00 of which a note of 10.00 is deducted. */
    beforeEach(async () => {
      const customer = await customerAt('xero');
      const earlier = await invoiceOf(customer, 5_000);
      await pay(earlier, 5_000);
      await noteOn(earlier, { credit_amount_cents: 1_000 }, 1_000);
      const plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
      await subscribe(client, customer, plan, { billing_time: 'anniversary' });
      const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
      [invoice] = body.invoices;
      await run();
      expect(xero.invoice(invoice.number)).toMatchObject({ AmountDue: 90, Allocations: [{ Amount: 10 }] });
    });
    const remaining = () => [...xero.creditNotes.values()].map(({ due }) => due);
    const voidIt = async () => {
      await client.post(`/invoices/${invoice.svc_id}/void`);
      await run();
    };

    test('a void gives the credit note its part back', async () => {
      await voidIt();
      expect(xero.invoice(invoice.number)).toMatchObject({ Status: 'VOIDED', Allocations: [] });
      expect(remaining()).toEqual([1_000]);
      expect(await records()).toContain('invoice voided');
    });

    test('an invoice that Xero keeps for its payments keeps its credit note', async () => {
      await pay(invoice, 9_000);
      await run();
      await voidIt();
      expect(xero.invoice(invoice.number)).toMatchObject({ Status: 'AUTHORISED', AmountDue: 0 });
      expect(remaining()).toEqual([0]);
      expect(await records()).toContain('invoice failed ValidationException');
    });
  });

  test('a refund is paid out of its credit note', async () => {
    const invoice = await invoiceOf(await customerAt('xero'));
    await pay(invoice, 10_000);
    const note = await noteOn(invoice, { refund_amount_cents: 1_000 }, 1_000);
    await client.put(`/credit_notes/${note.svc_id}`, { credit_note: { refund_status: 'succeeded' } });
    await run();
    expect([...xero.creditNotes.values()].map(({ due, payments }) => [due, payments.length])).toEqual([
      [0, 1],
    ]);
  });
});

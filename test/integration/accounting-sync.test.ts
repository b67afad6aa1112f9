// Documents that users ask to be sent to accounting systems: once more, or from before the connection (integrations.md §11, §17).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DocumentSync } from '../../src/modules/integration-documents/document-sync/document-sync.service.js';
import { OwnDocuments } from '../../src/modules/integration-documents/document-sync/own-documents.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { accessToFeed, accessToXero } from '../support/accounting-connections.js';
import { type AccountingSystems, startAccountingSystems } from '../support/accounting-systems.js';
import { createAddOn, createCustomer, createPlan, createWallet, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import type { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import { runJobs } from '../support/provider-jobs.js';
import { requestStatementsOf } from '../support/statements.js';
import { Story } from '../support/story.js';
import type { TestServer } from '../support/server.js';
import type { XeroStandIn } from '../support/xero-stand-in.js';

const secret = newSigningSecret();

let systems: AccountingSystems;
let server: TestServer;
let client: Client;
let xero: XeroStandIn;
let feed: HttpAccountingStandIn;
let integrationId: string;
let integrationCode: string;

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

const run = () => runJobs(server, client, ['sync_accounting', 'sync_period']);

async function connect(type: 'xero' | 'http_accounting'): Promise<void> {
  const access = type === 'xero' ? accessToXero(xero) : accessToFeed(feed, secret);
  ({ id: integrationId, code: integrationCode } = await connectSystem(server, client, access));
  const mappings = {
    fallback_item: ['SAAS', '200'],
    account: [null, '090'],
    prepaid_credit: ['SAAS', '820'],
  };
  for (const [target, [externalId, externalAccountCode]] of Object.entries(mappings)) {
    const input = { integrationId, target, externalId, externalAccountCode };
    const { errors } = await client.graphql(
      `mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }`,
      { input },
    );
    expect(errors).toBeUndefined();
  }
}

/** Links a customer, which is created there. */
async function link({ external_id }: Resource, integration_type: string): Promise<void> {
  const links = [{ integration_type, integration_code: integrationCode, sync_with_provider: true }];
  const customer = { external_id, integration_customers: links };
  const { status, body } = await client.post('/customers', { customer });
  expect([status, body]).toMatchObject([200, {}]);
  await run();
}

const sync = (resourceType: string, resourceId: string) =>
  client.graphql(
    `mutation ($input: SyncToIntegrationInput!) {
      syncToIntegration(input: $input) { integrationResource { resourceType resourceId status } }
    }`,
    { input: { integrationId, resourceType, resourceId } },
  );
const syncPeriod = async (from: string, to: string) => {
  const { errors } = await client.graphql(
    `mutation ($input: SyncPeriodToIntegrationInput!) { syncPeriodToIntegration(input: $input) { integration { id } } }`,
    { input: { integrationId, from, to } },
  );
  expect(errors).toBeUndefined();
};
const errorOf = ({ errors }: Resource) => {
  const [{ extensions }] = errors;
  return extensions.details ?? extensions.code;
};

async function invoiceOf(customer: Resource, cents = 10_000): Promise<Resource> {
  const addOn = await createAddOn(client, { name: 'Seats' });
  const fees = [{ add_on_code: addOn.code, units: '1', unit_amount_cents: cents }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  const { status, body } = await client.post('/invoices', { invoice });
  expect([status, body]).toMatchObject([200, {}]);
  return body.invoice;
}

async function pay({ svc_id, total_amount_cents }: Resource): Promise<Resource> {
  const payment = { invoice_id: svc_id, amount_cents: total_amount_cents, reference: 'TR-7' };
  const { status, body } = await client.post('/payments', { payment });
  expect([status, body]).toMatchObject([200, {}]);
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

const refund = ({ svc_id }: Resource) =>
  client.put(`/credit_notes/${svc_id}`, { credit_note: { refund_status: 'succeeded' } });

interface Books {
  readonly customer: Resource;
  /** 50.00, paid: 10.00 of it are credited, and 5.00 refunded. */
  readonly first: Resource;
  readonly credit: Resource;
  readonly refunded: Resource;
  /** 100.00, of which the credit and 20.00 of prepaid credits are deducted; paid. */
  readonly second: Resource;
  readonly payment: Resource;
}

const [APRIL, LAST] = ['2027-04-01', '2027-04-30'];

/** The documents of a customer from before its connection. It leaves the test clock on which it was billed. */
async function books(): Promise<Books> {
  const story = await Story.begin(client, `${APRIL}T00:00:00Z`, { currency: 'EUR', name: 'Acme' });
  const { customer } = story;
  const first = await invoiceOf(customer, 5_000);
  await pay(first);
  const credit = await noteOn(first, { credit_amount_cents: 1_000 }, 1_000);
  const refunded = await noteOn(first, { refund_amount_cents: 500 }, 500);
  await refund(refunded);
  await createWallet(client, customer, { granted_credits: '20' });
  await story.subscribe(await createPlan(client, { amount_cents: 10_000, pay_in_advance: true }));
  await story.advance('2027-04-02T00:00:00Z');
  const second = (await story.invoices()).find(({ invoice_type }) => invoice_type === 'subscription');
  expect(second).toMatchObject({
    credit_notes_amount_cents: 1_000,
    prepaid_credit_amount_cents: 2_000,
    total_amount_cents: 7_000,
  });
  const payment = await pay(second);
  await server.pool.sql`update customers set test_clock_id = null where id = ${customer.svc_id}`;
  return { customer, first, credit, refunded, second, payment };
}

const records = async () => {
  const rows = await server.pool.sql`
    select resource_type, status, error_code from integration_resources
    where organization_id = ${client.organizationId} order by id`;
  return rows.map(({ resource_type, status, error_code }) =>
    [resource_type, status, ...(error_code === null ? [] : [error_code])].join(' '),
  );
};

/** What one period of all documents of `books` requests, in the order of its kinds. */
const ALL_SYNCED = [
  'customer synced',
  'invoice synced',
  'invoice synced',
  'credit_note synced',
  'credit_note synced',
  'payment synced',
  'allocation synced',
  'payment synced',
  'payment synced',
  'refund synced',
];

const typesOf = (messages: readonly Resource[]) => messages.map(({ type }) => type);

describe('a document', () => {
  test('an invoice goes with its payment and the credits that it uses, once its notes are there', async () => {
    await connect('http_accounting');
    const { customer, first, credit, refunded, second } = await books();
    await link(customer, 'http_accounting');
    expect(typesOf(feed.messages)).toEqual(['customer.upserted']);
    expect((await sync('invoice', second.svc_id)).data.syncToIntegration.integrationResource).toEqual({
      resourceType: 'invoice',
      resourceId: second.svc_id,
      status: 'pending',
    });
    await run();
    expect(typesOf(feed.messages)).toEqual([
      'customer.upserted',
      'invoice.finalized',
      'credit.applied',
      'payment.succeeded',
    ]);
    expect(await records()).toContain('allocation failed invoice_missing');

    // The note brings the allocation, which it lacked.
    await sync('credit_note', credit.svc_id);
    await sync('credit_note', refunded.svc_id);
    await sync('invoice', first.svc_id);
    await run();
    expect(typesOf(feed.messages).toSorted()).toEqual([
      'credit.applied',
      'credit.applied',
      'credit_note.finalized',
      'credit_note.finalized',
      'customer.upserted',
      'invoice.finalized',
      'invoice.finalized',
      'payment.succeeded',
      'payment.succeeded',
      'refund.succeeded',
    ]);
    expect((await records()).filter((record) => !record.endsWith(' synced'))).toEqual([]);
    expect(feed.messages.map(({ is_resend }) => is_resend)).not.toContain(true);
    expect(feed.balances()).toEqual({
      '090': 11_500,
      '200': -13_500,
      granted_credit: 2_000,
    });
  });

  test('a document that the feed has had is sent again under its id, and marked; its credits are not', async () => {
    await connect('http_accounting');
    const { customer, refunded, second, payment } = await books();
    await link(customer, 'http_accounting');
    await syncPeriod(APRIL, LAST);
    await run();
    const arrived = feed.arrivals.length;
    await sync('invoice', second.svc_id);
    await sync('payment', payment.svc_id);
    await sync('credit_note', refunded.svc_id);
    await sync('refund', refunded.svc_id);
    await run();
    expect(feed.repeated.map(({ type, is_resend }) => [type, is_resend])).toEqual([
      ['invoice.finalized', true],
      ['payment.succeeded', true],
      ['credit_note.finalized', true],
      ['refund.succeeded', true],
    ]);
    expect(feed.arrivals).toHaveLength(arrived + 4);
  });

  test('a void that was sent is sent again as such; the void of what was sent again is none', async () => {
    await connect('http_accounting');
    const customer = await createCustomer(client, { currency: 'EUR' });
    await link(customer, 'http_accounting');
    const invoice = await invoiceOf(customer);
    await run();
    await sync('invoice', invoice.svc_id);
    await run();
    await client.post(`/invoices/${invoice.svc_id}/void`);
    await run();
    await sync('invoice', invoice.svc_id);
    await run();
    const marks = (messages: readonly Resource[]) => messages.map(({ type, is_resend }) => [type, is_resend]);
    expect(marks(feed.messages).slice(1)).toEqual([
      ['invoice.finalized', false],
      ['invoice.voided', false],
    ]);
    expect(marks(feed.repeated)).toEqual([
      ['invoice.finalized', true],
      ['invoice.voided', true],
    ]);
  });

  test('documents that Xero has are looked up, and created once', async () => {
    await connect('xero');
    const { customer, refunded, second, payment } = await books();
    await link(customer, 'xero');
    await syncPeriod(APRIL, LAST);
    await run();
    xero.log.length = 0;
    xero.dropKeys();
    for (const [type, { svc_id }] of [
      ['invoice', second],
      ['payment', payment],
      ['credit_note', refunded],
      ['refund', refunded],
    ] as const)
      expect((await sync(type, svc_id)).errors).toBeUndefined();
    await run();
    expect(xero.log.filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect(xero.log).toHaveLength(4);
    expect([xero.invoices.size, xero.creditNotes.size]).toEqual([2, 2]);
    expect(await records()).toEqual(ALL_SYNCED);
  });

  test('credits that have failed are sent with their invoice', async () => {
    await connect('http_accounting');
    const { customer, second } = await books();
    await link(customer, 'http_accounting');
    await syncPeriod(APRIL, LAST);
    await run();
    const { organizationId } = client;
    await server.pool.sql`
      update integration_resources set status = 'failed', synced_at = null
      where organization_id = ${organizationId} and resource_id = ${second.svc_id} and resource_type = 'payment'`;
    await sync('invoice', second.svc_id);
    await run();
    expect(typesOf(feed.repeated)).toEqual(['invoice.finalized', 'credit.applied']);
    expect(await records()).toEqual(ALL_SYNCED);
  });
});

describe('what is not sent', () => {
  const refused = async (type: string, { svc_id }: Resource) => {
    expect(errorOf(await sync(type, svc_id))).toBe('integration_not_syncable');
  };

  beforeEach(() => connect('http_accounting'));

  test('drafts, self-billed documents, what has not succeeded and allocations alone', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    await link(customer, 'http_accounting');
    const invoice = await invoiceOf(customer);
    const payment = await pay(invoice);
    const note = await noteOn(invoice, { refund_amount_cents: 1_000 }, 1_000);
    await refused('refund', note);
    await refused('allocation', note);
    await refused('subscription', note);
    await server.pool.sql`update payments set payment_status = 'failed' where id = ${payment.svc_id}`;
    await refused('payment', payment);
    await server.pool.sql`update payments set payment_status = 'succeeded' where id = ${payment.svc_id}`;
    await server.pool.sql`update invoices set self_billed = true where id = ${invoice.svc_id}`;
    for (const [type, document] of [
      ['invoice', invoice],
      ['credit_note', note],
      ['payment', payment],
    ] as const)
      await refused(type, document);

    const draft = await invoiceOf(customer);
    await server.pool.sql`update invoices set status = 'draft' where id = ${draft.svc_id}`;
    await refused('invoice', draft);
  });

  test.each([
    ['syncInvoices', 'invoice'],
    ['syncCreditNotes', 'credit_note'],
    ['syncCreditNotes', 'refund'],
    ['syncPayments', 'payment'],
  ])('a connection without %s is sent no %s', async (flag, type) => {
    const { customer, first, refunded, payment } = await books();
    await link(customer, 'http_accounting');
    const documents: Record<string, Resource> = {
      invoice: first,
      credit_note: refunded,
      refund: refunded,
      payment,
    };
    await server.pool.sql`
      update integrations set settings = jsonb_set(settings, array[${flag}], 'false')
      where id = ${integrationId}`;
    await refused(type, documents[type] ?? {});
  });

  test('documents of another organization, and unknown ones, are not found', async () => {
    const own = client;
    client = await server.organization();
    const customer = await createCustomer(client, { currency: 'EUR' });
    const invoice = await invoiceOf(customer);
    const payment = await pay(invoice);
    const note = await noteOn(invoice, { refund_amount_cents: 1_000 }, 1_000);
    await refund(note);
    client = own;
    for (const [type, id, missing] of [
      ['invoice', invoice.svc_id, 'invoice'],
      ['payment', payment.svc_id, 'payment'],
      ['credit_note', note.svc_id, 'creditNote'],
      ['refund', note.svc_id, 'creditNote'],
      ['refund', 'none', 'creditNote'],
    ] as const)
      expect(errorOf(await sync(type, id))).toEqual({ [missing]: ['not_found'] });
  });
});

describe('a period from before the connection', () => {
  const periodOf = (over: object = {}) => ({
    organizationId: client.organizationId,
    integrationId,
    from: APRIL,
    to: LAST,
    kindsDone: 0,
    after: null,
    ...over,
  });
  const syncOf = (chunk: number, over: object = {}) => {
    const services = { ...server.app.services, ...over };
    return new DocumentSync({ ...services, ownDocuments: new OwnDocuments(services) }, chunk);
  };

  test.each(['http_accounting', 'xero'] as const)(
    'all documents are there at %s, each once',
    async (type) => {
      await connect(type);
      const { customer, second } = await books();
      await link(customer, type);
      await syncPeriod('2027-01-01', '2027-03-31');
      await run();
      expect(await records()).toEqual(['customer synced']);
      await syncPeriod(APRIL, LAST);
      await run();
      expect(await records()).toEqual(ALL_SYNCED);
      const calls = [xero.log.length, feed.arrivals.length];
      await syncPeriod(APRIL, LAST);
      await run();
      expect([xero.log.length, feed.arrivals.length]).toEqual(calls);
      if (type === 'xero') expect(xero.invoice(second.number)).toMatchObject({ AmountDue: 0 });
      else expect(feed.balances()).not.toHaveProperty('receivable');
    },
  );

  test('a process that ends within a step, or between two, loses nothing', async () => {
    await connect('http_accounting');
    const { customer } = await books();
    await link(customer, 'http_accounting');
    const { jobsDb } = server.app.services;
    const dying = {
      transaction: (work: (tx: unknown) => Promise<unknown>) =>
        jobsDb.transaction(async (tx) => {
          await work(tx);
          throw new Error('The process has ended.');
        }),
    };
    const period = periodOf({ kindsDone: 1 });
    await expect(syncOf(1, { jobsDb: dying }).run(period)).rejects.toThrow('The process has ended.');
    expect(await records()).toEqual(['customer synced']);
    await syncOf(1).run(period);
    expect(await records()).toEqual(['customer synced', 'invoice pending']);
    await run();
    expect(await records()).toEqual(ALL_SYNCED);
  });

  test('the statements of a step do not grow with its documents', async () => {
    await connect('http_accounting');
    const customer = await createCustomer(client, { currency: 'EUR' });
    const day = (await invoiceOf(customer)).issuing_date;
    await link(customer, 'http_accounting');
    const count = async () => {
      const { drivers } = server.connections;
      const period = periodOf({ kindsDone: 1, from: day, to: day });
      return (await requestStatementsOf(drivers, () => syncOf(200).run(period))).length;
    };
    const forOne = await count();
    for (let more = 0; more < 5; more++) await invoiceOf(customer);
    await server.pool.sql`delete from integration_resources where resource_type = 'invoice'`;
    expect(await count()).toBe(forOne);
    expect((await records()).filter((record) => record.startsWith('invoice'))).toHaveLength(6);
  });
});

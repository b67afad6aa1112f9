// Whatever goes wrong at an accounting system, each document is there once (integrations.md §4, §5, §11, §16).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  AccountingAccounts,
  AccountingCall,
  AccountingProvider,
  AccountingRecord,
} from '../../src/modules/integrations/adapters/accounting/accounting-provider.js';
import { HttpAccountingProvider } from '../../src/modules/integrations/adapters/accounting/http-accounting-provider.js';
import { XeroProvider } from '../../src/modules/integrations/adapters/accounting/xero/xero-provider.js';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import type { SyncRecord } from '../../src/modules/integration-resources/syncing/sync-record.job.js';
import { systemActor } from '../../src/platform/actor.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { accessToFeed, accessToXero } from '../support/accounting-connections.js';
import {
  accountingContact,
  allocation,
  creditNote,
  firstTry,
  invoiceA,
  NO_ACCOUNTS,
  payment,
  placeOfInvoice,
  placeOfNote,
  prepaidCredits,
} from '../support/accounting-documents.js';
import { type AccountingSystems, startAccountingSystems } from '../support/accounting-systems.js';
import { createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import type { ScriptedCall } from '../support/scripted-answers.js';
import type { TestServer } from '../support/server.js';
import { XeroStandIn } from '../support/xero-stand-in.js';

/** How long an answer may take in these tests, in milliseconds. */
const PATIENCE_MS = 150;

class ImpatientHttp extends OutgoingHttp {
  override postAlone(...[url, request]: Parameters<OutgoingHttp['postAlone']>) {
    return super.postAlone(url, { ...request, timeoutMs: PATIENCE_MS });
  }
}

const secret = newSigningSecret();
const calls = new JsonCalls(new ImpatientHttp({ allowPrivateNetworks: true }), systemClock, {
  inTurn: (_connection, _timeoutMs, send) => send(),
});

const CODE = { externalId: 'SAAS', accountCode: '200' };
const ACCOUNTS: AccountingAccounts = {
  ...NO_ACCOUNTS,
  account: { externalId: null, accountCode: '090' },
  prepaidCredit: { externalId: 'SAAS', accountCode: '830' },
};

/** The documents of invoice A: each needs those before it. */
const KINDS = ['contact', 'invoice', 'note', 'allocation', 'prepaid credits', 'payment', 'void'] as const;
type Kind = (typeof KINDS)[number];

/** Sends documents of one customer, and keeps their ids at the system. */
class Sender {
  private contact: string | null = null;
  private invoice: string | null = null;
  private note: string | null = null;

  constructor(
    private readonly provider: AccountingProvider,
    private readonly connection: CalledConnection,
  ) {}

  async send(kind: Kind, isRepeated = false): Promise<void> {
    const call = firstTry(kind, { isRepeated });
    const record = await this.sendTo(kind, call);
    if (kind === 'contact') this.contact = record.externalId;
    if (kind === 'invoice') this.invoice = record.externalId;
    if (kind === 'note') this.note = record.externalId;
  }

  private sendTo(kind: Kind, call: AccountingCall): Promise<AccountingRecord> {
    const { provider, connection } = this;
    const document = {
      customer: { ...invoiceA().customer, providerId: this.contact },
      couponCode: CODE,
      accounts: ACCOUNTS,
    };
    const mapped = ({ lines }: { readonly lines: ReturnType<typeof invoiceA>['lines'] }) => ({
      ...document,
      lines: lines.map((line) => ({ ...line, code: CODE })),
    });
    const places = { invoice: placeOfInvoice(this.invoice), creditNote: placeOfNote(this.note) };
    switch (kind) {
      case 'contact':
        return provider.putContact(connection, accountingContact(), call);
      case 'invoice':
        return provider.putInvoice(connection, { ...invoiceA(), ...mapped(invoiceA()) }, call);
      case 'note':
        return provider.putCreditNote(connection, { ...creditNote(), ...mapped(creditNote()) }, call);
      case 'allocation':
        return provider.allocate(connection, allocation(places), call);
      case 'prepaid credits':
        return provider.putPayment(connection, prepaidCredits({ ...places, accounts: ACCOUNTS }), call);
      case 'payment':
        return provider.putPayment(connection, payment({ ...places, accounts: ACCOUNTS }), call);
      case 'void':
        return provider.voidInvoice(
          connection,
          {
            invoice: invoiceA(),
            externalId: this.invoice,
            returnedNotes: [places.creditNote],
            unpaidAmountCents: 0n,
            creditNotesAmountCents: 1_000n,
            purchasedCreditAmountCents: 0n,
            grantedCreditAmountCents: 0n,
          },
          call,
        );
    }
  }
}

const connectionTo = (
  type: 'xero' | 'http_accounting',
  over: Partial<CalledConnection>,
): CalledConnection => ({
  organizationId: 'organization',
  id: 'connection',
  type,
  externalIds: {},
  settings: {},
  secrets: {},
  signingSecrets: [secret],
  ...over,
});

/** Documents that an invoice has before it is voided: one with payments is not, at Xero. */
const needs = (kind: Kind): readonly Kind[] =>
  kind === 'void' ? ['contact', 'invoice', 'note', 'allocation'] : KINDS.slice(0, KINDS.indexOf(kind));

const listsOf = (value: unknown) =>
  Object.fromEntries(
    ['Contacts', 'Invoices', 'CreditNotes', 'Allocations', 'Payments'].map((list) => [list, value]),
  );
const OTHERS = {
  ContactID: 'other',
  ContactNumber: 'other',
  InvoiceID: 'other',
  InvoiceNumber: 'other',
  CreditNoteID: 'other',
  CreditNoteNumber: 'other',
  AllocationID: 'other',
  PaymentID: 'other',
  Total: 165.78,
  Invoice: { InvoiceID: 'other' },
};
const answering = (body: unknown): ScriptedCall => ({ status: 200, body });

/** Faults of both systems. */
const FAULTS: readonly [string, ScriptedCall][] = [
  ['is the end of the connection', 'close'],
  ['is cut off', 'cut'],
  ['is a page', 'html'],
  ['comes byte by byte', 'slow'],
  ['comes when nobody waits any more', 'late'],
  ['does not come', 'hang'],
  ['is an error of the server', { status: 503 }],
  ['is a list', answering([])],
  ['is a text', answering('done')],
];

describe.each<[string, ScriptedCall]>([
  ...FAULTS,
  ['is empty', { status: 200 }],
  ['has no lists', answering({})],
  ['has lists of other types', answering(listsOf('x'))],
  ['has empty lists', answering(listsOf([]))],
  ['has lists of texts', answering(listsOf(['x']))],
  ['is about other documents', answering(listsOf([OTHERS]))],
  ['has several documents', answering(listsOf([OTHERS, OTHERS]))],
  [
    'has ids of other types',
    answering(listsOf([{ ...OTHERS, PaymentID: 7, AllocationID: 7, InvoiceNumber: 7 }])),
  ],
])('at Xero, if an answer %s', (_, fault) => {
  let standIn: XeroStandIn;
  let sender: Sender;
  beforeEach(async () => {
    standIn = await XeroStandIn.start(() => systemClock.now());
    const provider = new XeroProvider(calls, systemClock, standIn.addresses);
    const connection = connectionTo('xero', standIn.access);
    await provider.check(connection);
    sender = new Sender(provider, connection);
  });
  afterEach(async () => {
    await standIn.stop();
    expect(standIn.faults).toEqual([]);
  });

  test.each(KINDS)('%s: it comes again, and there is one', async (kind) => {
    for (const needed of needs(kind)) await sender.send(needed);
    standIn.script.push(fault);
    await expect(sender.send(kind)).rejects.toMatchObject({ refusalClass: 'retriable', externalId: null });
    standIn.dropKeys();
    await sender.send(kind, true);
    // It comes once more as the engine of records sends it after a kill.
    await sender.send(kind, true);
    const has = (needed: Kind) => kind === needed || needs(kind).includes(needed);
    const isVoided = kind === 'void';
    const booked = {
      due: 16_578 - (has('allocation') && !isVoided ? 1_000 : 0) - (has('prepaid credits') ? 3_000 : 0),
      status: isVoided ? 'VOIDED' : 'AUTHORISED',
      allocations: has('allocation') && !isVoided ? 1 : 0,
      payments: [has('prepaid credits'), has('payment')].filter(Boolean).length,
    };
    expect([standIn.contacts.size, standIn.creditNotes.size]).toEqual([1, has('note') ? 1 : 0]);
    expect(
      [...standIn.invoices.values()].map(({ due, status, allocations, payments }) => ({
        due,
        status,
        allocations: allocations.length,
        payments: payments.length,
      })),
    ).toEqual(has('invoice') ? [{ ...booked, due: has('payment') ? 0 : booked.due }] : []);
  });
});

describe.each<[string, ScriptedCall]>([
  ...FAULTS,
  ['has an id of another type', answering({ external_id: 7 })],
  ['has an id that is too long', answering({ external_id: 'x'.repeat(256) })],
  ['has a list as id', answering({ external_id: ['x'] })],
  ['has an address that nobody opens', answering({ external_url: 'file:///etc/passwd' })],
])('in the feed, if an answer %s', (_, fault) => {
  let standIn: HttpAccountingStandIn;
  let sender: Sender;
  beforeEach(async () => {
    standIn = await HttpAccountingStandIn.start(secret);
    const connection = connectionTo('http_accounting', { settings: { url: standIn.url } });
    sender = new Sender(new HttpAccountingProvider(calls, systemClock), connection);
  });
  afterEach(async () => {
    await standIn.stop();
    expect(standIn.faults).toEqual([]);
  });

  test.each(KINDS)('%s: it comes again under its id', async (kind) => {
    standIn.script.push(fault);
    await expect(sender.send(kind)).rejects.toMatchObject({ refusalClass: 'retriable', externalId: null });
    await sender.send(kind, true);
    expect(standIn.messages.map(({ id }) => id)).toEqual([kind]);
  });
});

describe('a customer at two systems', () => {
  let systems: AccountingSystems;
  let server: TestServer;
  let client: Client;
  let xero: XeroStandIn;
  let feed: HttpAccountingStandIn;
  let customer: Resource;
  const connected: Record<string, { readonly id: string; readonly code: string }> = {};

  beforeAll(async () => {
    systems = await startAccountingSystems(secret);
    ({ server, xero, feed } = systems);
  });
  afterAll(() => systems.stop());
  beforeEach(async () => {
    systems.clear();
    client = await server.organization();
    for (const access of [accessToXero(xero), accessToFeed(feed, secret)])
      connected[access.type] = await connectSystem(server, client, access);
    for (const [target, externalId, externalAccountCode] of [
      ['fallback_item', 'SAAS', '200'],
      ['account', null, '090'],
    ] as const) {
      const input = { integrationId: connected['xero']?.id, target, externalId, externalAccountCode };
      await client.graphql(
        'mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }',
        { input },
      );
    }
    customer = await createCustomer(client, { currency: 'EUR', ...linkedTo('xero', 'http_accounting') });
    await run();
    expect([xero.contacts.size, feed.messages.length]).toEqual([1, 1]);
  });
  afterEach(() => {
    expect([...xero.faults, ...feed.faults]).toEqual([]);
  });

  const run = () => runJobs(server, client, ['sync_accounting', 'sync_period']);
  const linkedTo = (...types: readonly string[]) => ({
    integration_customers: types.map((type) => ({
      integration_type: type,
      integration_code: connected[type]?.code,
      sync_with_provider: true,
    })),
  });
  const sell = async (): Promise<Resource> => {
    const { code } = await createAddOn(client);
    const fees = [{ add_on_code: code, units: '1', unit_amount_cents: 10_000 }];
    const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
    return (await client.post('/invoices', { invoice })).body.invoice;
  };
  const pay = ({ svc_id }: Resource) =>
    client.post('/payments', {
      payment: { invoice_id: svc_id, amount_cents: 10_000, reference: 'TR-7' },
    });
  const sync = async (type: string, resourceType: string, resourceId: string) => {
    const { errors } = await client.graphql(
      'mutation ($input: SyncToIntegrationInput!) { syncToIntegration(input: $input) { integrationResource { id } } }',
      { input: { integrationId: connected[type]?.id, resourceType, resourceId } },
    );
    expect(errors).toBeUndefined();
  };
  /** The records of both systems, as `xero invoice synced`. */
  const records = async () => {
    const rows = await server.pool.sql`
      select integration_type, resource_type, status, error_code
      from integration_resources as record join integrations as integration on integration.id = integration_id
      where record.organization_id = ${client.organizationId} and resource_type <> 'customer'
      order by integration_type desc, record.id`;
    return rows.map(({ integration_type, resource_type, status, error_code }) =>
      [integration_type, resource_type, status, ...(error_code === null ? [] : [error_code])].join(' '),
    );
  };
  const errorsOf = async (type: string) =>
    (await messagesAbout(server, connected[type]?.id ?? '')).map(({ webhookType }) => webhookType);

  test('each gets every document, and the failure of one does not touch the other', async () => {
    const invoice = await sell();
    await pay(invoice);
    feed.script.push({ status: 422, body: { error: { code: 'closed', message: 'The year is closed.' } } });
    await run();
    expect(xero.invoice(invoice.number)).toMatchObject({ AmountDue: 0 });
    expect(await records()).toEqual([
      'xero invoice synced',
      'xero payment synced',
      'http_accounting invoice failed closed',
      'http_accounting payment failed invoice_missing',
    ]);
    await sync('http_accounting', 'invoice', invoice.svc_id);
    await run();
    expect(feed.balances()).toEqual({ cash: 10_000, revenue: -10_000 });
    expect((await records()).every((record) => record.endsWith('synced'))).toBe(true);
  });

  test.each([401, 403])(
    'a system that answers %d fails its documents, is reported once, and gets them later',
    async (status) => {
      const [first, second] = [await sell(), await sell()];
      feed.script.push({ status }, { status });
      await run();
      expect(await records()).toEqual([
        'xero invoice synced',
        'xero invoice synced',
        'http_accounting invoice failed unauthorized',
        'http_accounting invoice failed unauthorized',
      ]);
      expect(await errorsOf('http_accounting')).toEqual(['integration.provider_error']);
      expect(await errorsOf('xero')).toEqual([]);
      feed.script.push({ status });
      const check = `mutation ($id: ID!) { checkIntegration(input: { id: $id }) { integration { status { errorCode } } } }`;
      const { data } = await client.graphql(check, { id: connected['http_accounting']?.id });
      expect(data.checkIntegration.integration.status).toEqual({ errorCode: 'unauthorized' });
      for (const { svc_id } of [first, second]) await sync('http_accounting', 'invoice', svc_id);
      await run();
      expect(feed.balances()).toEqual({ receivable: 20_000, revenue: -20_000 });
    },
  );

  test('jobs that run twice and in the reverse order send each document once', async () => {
    const invoice = await sell();
    await pay(invoice);
    await runReversedTwice(server, client);
    await run();
    expect(xero.invoice(invoice.number)).toMatchObject({ AmountDue: 0, Payments: [{ Amount: 100 }] });
    expect(feed.balances()).toEqual({ cash: 10_000, revenue: -10_000 });
    expect((await records()).every((record) => record.endsWith('synced'))).toBe(true);
  });

  test('a connection that is deleted while documents wait drops them, and the other one has them', async () => {
    const invoice = await sell();
    const { integrations } = server.app.services;
    const actor = systemActor(client.organizationId, null);
    await server.pool.db.transaction((tx) => integrations.delete(tx, actor, connected['xero']?.id ?? ''));
    await pay(invoice);
    await run();
    expect(xero.log.filter((call) => call !== 'token')).toEqual(['PUT /Contacts']);
    expect(await records()).toEqual([
      'xero invoice failed connection_missing',
      'http_accounting invoice synced',
      'http_accounting payment synced',
    ]);
    expect(feed.balances()).toEqual({ cash: 10_000, revenue: -10_000 });
  });

  test('a customer that moves to another connection has there what is issued later, and the rest when it is asked for', async () => {
    const invoice = await sell();
    await run();
    connected['http_accounting'] = await connectSystem(server, client, accessToFeed(feed, secret));
    await client.post('/customers', {
      customer: { external_id: customer.external_id, ...linkedTo('xero', 'http_accounting') },
    });
    await pay(invoice);
    await run();
    expect(await records()).toEqual([
      'xero invoice synced',
      'xero payment synced',
      'http_accounting invoice synced',
      'http_accounting payment failed invoice_missing',
    ]);
    const former = feed.messages.length;
    await sync('http_accounting', 'invoice', invoice.svc_id);
    await run();
    expect(feed.messages.slice(former).map(({ type }) => type)).toEqual([
      'invoice.finalized',
      'payment.succeeded',
    ]);
    expect(xero.invoice(invoice.number)).toMatchObject({ AmountDue: 0 });
  });

  test('a currency with more decimals than Xero takes fails there without a call, and is in the feed', async () => {
    const { code } = await createAddOn(client, { amount_currency: 'CLF' });
    customer = await createCustomer(client, { currency: 'CLF', ...linkedTo('xero', 'http_accounting') });
    const fees = [{ add_on_code: code, units: '1', unit_amount_cents: 12_345 }];
    await client.post('/invoices', {
      invoice: { external_customer_id: customer.external_id, currency: 'CLF', fees },
    });
    await run();
    expect(xero.log).not.toContain('PUT /Invoices');
    expect(await records()).toEqual([
      'xero invoice failed currency_not_supported',
      'http_accounting invoice synced',
    ]);
  });
});

/** Runs the queued jobs about documents, the last one first and each twice, once. */
async function runReversedTwice(server: TestServer, { organizationId }: Client): Promise<void> {
  const jobs = await server.pool.sql<{ id: string; payload: SyncRecord }[]>`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = 'sync_accounting'
      and job.payload ->> 'organizationId' = ${organizationId}
    returning job.id, job.payload`;
  const { recordSync } = server.app.services;
  for (const { payload } of jobs.toSorted((one, other) => Number(other.id) - Number(one.id)))
    for (let times = 0; times < 2; times += 1) await recordSync.run(payload);
}

// Credit notes and voids at tax providers: reported to the connection that has the invoice, with one effect (integrations.md §6–10).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SYNC_JOBS } from '../../src/modules/integration-resources/syncing/sync-record.job.js';
import { NO_FAILED_TRIES } from '../../src/modules/integrations/calls/next-try.js';
import type { Integration } from '../../src/modules/integrations/records/integration.table.js';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import type { AnrokStandIn } from '../support/anrok-stand-in.js';
import type { AvalaraStandIn } from '../support/avalara-stand-in.js';
import { callerWith, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { ADDRESS_IN_COLORADO, TaxProviders, type TaxProviderType } from '../support/tax-providers.js';
import { oneOffOf, taxLink } from '../support/taxed-customers.js';

/** What the amounts of credit notes are held to. */
const CHECKS = [
  'credit_note_balances',
  'credit_note_items',
  'credit_notes_of_invoices',
  'credited_fees',
  'fee_taxes',
  'invoice_taxes',
];

let server: TestServer;
let client: Client;
let providers: TaxProviders;
let avalara: AvalaraStandIn;
let anrok: AnrokStandIn;
let http: HttpTaxStandIn;

beforeAll(async () => {
  providers = await TaxProviders.start();
  ({ avalara, anrok, http } = providers);
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    integrationUrls: providers.urls,
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await providers.stop();
});
beforeEach(async () => {
  client = await server.organization();
  anrok.rates.set('CO', [{ juris: 'Colorado', taxName: 'Tax', taxRate: '0.21' }]);
  anrok.taxableShare = '1';
});
afterEach(() => {
  expect(http.faults).toEqual([]);
  for (const list of [avalara.calls, avalara.faults, anrok.calls, anrok.faults, http.calls, http.script])
    list.length = 0;
  avalara.documents.clear();
  avalara.locked.clear();
  anrok.transactions.clear();
  anrok.frozen.clear();
  http.documents.clear();
  http.over = {};
});

const connect = (type: TaxProviderType) => providers.connect(server, client, type);

/** An invoice of one fee that is final; a connection has computed its taxes if there is one. */
async function invoiceOf(integration: Integration | null, cents = 4_000): Promise<Resource> {
  const integration_customers =
    integration === null ? [] : [taxLink({ code: integration.code, type: integration.integrationType })];
  const over = { name: 'Acme', currency: 'EUR', ...ADDRESS_IN_COLORADO, integration_customers };
  const invoice = await oneOffOf(client, await createCustomer(client, over), [cents]);
  await run();
  return invoice;
}

/** Credits a part of the fee of an invoice. */
async function noteOn({ svc_id, fees }: Resource, cents: number, credit: number): Promise<Resource> {
  const items = [{ fee_id: fees[0].svc_id, amount_cents: cents }];
  const { status, body } = await client.post('/credit_notes', {
    credit_note: { invoice_id: svc_id, credit_amount_cents: credit, items },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.credit_note;
}

const voidOf = async ({ svc_id }: Resource, over?: object) => {
  const { status } = await client.post(`/invoices/${svc_id}/void`, over);
  expect(status).toBe(200);
};
const run = () => runJobs(server, client, ['report_taxes']);
const actor = () => systemActor(client.organizationId, null);

/** The records about taxes, in their order. */
const records = async () => {
  const rows = await server.pool.sql`
    select status, error_code from integration_resources
    where organization_id = ${client.organizationId} and resource_type = 'tax' order by id`;
  return rows.map(({ status, error_code }) => (error_code === null ? status : `${status} ${error_code}`));
};

const errorsOf = async (kind: 'credit_note' | 'invoice', { svc_id }: Resource) => {
  const { body } = await client.get(`/${kind}s/${svc_id}`);
  return body[kind].error_details.map(({ error_code, details }: Resource) => ({ error_code, ...details }));
};

const retry = (input: object) =>
  client.graphql(
    `mutation ($input: RetryTaxReportInput!) {
      retryTaxReport(input: $input) { reportsCount integrationResources { resourceId status errorCode } } }`,
    { input },
  );

const customerMessages = async ({ customer }: Resource) =>
  (await messagesAbout(server, customer.svc_id))
    .filter(({ webhookType }) => webhookType === 'customer.tax_provider_error')
    .map(({ object }) => object);

describe('a credit note', () => {
  test('a note is reported under its own id, with negative amounts on the day of its invoice', async () => {
    const integration = await connect('avalara');
    const invoice = await invoiceOf(integration);
    const issuingDate = '2026-04-30';
    await server.pool.sql`update invoices set issuing_date = ${issuingDate} where id = ${invoice.svc_id}`;
    const note = await noteOn(invoice, 1_000, 1_210);
    expect(await records()).toEqual(['synced', 'pending']);
    await run();
    const { model } = avalara.documents.get(`ReturnInvoice cn_${note.svc_id}`) ?? {};
    expect(model).toMatchObject({
      date: note.issuing_date,
      referenceCode: invoice.svc_id,
      taxOverride: { type: 'TaxDate', taxDate: issuingDate },
      lines: [{ number: invoice.fees[0].svc_id, amount: -10, quantity: 1, itemCode: 'saas' }],
    });
    const { data } = await client.graphql(
      `query ($id: ID!) { creditNote(id: $id) { errorDetails { errorCode } integrationResources {
        nodes { resourceType status externalId integration { code } } } } }`,
      { id: note.svc_id },
    );
    expect(data.creditNote).toEqual({
      errorDetails: [],
      integrationResources: {
        nodes: [
          {
            resourceType: 'tax',
            status: 'synced',
            externalId: expect.any(String),
            integration: { code: integration.code },
          },
        ],
      },
    });
    expect(await errorsOf('credit_note', note)).toEqual([]);
    expect(await differencesIn(server.pool, CHECKS)).toEqual([]);
  });

  test('the notes of an invoice give back its taxes to the cent: example 3', async () => {
    const integration = await connect('anrok');
    anrok.taxableShare = '0.8';
    anrok.rates.set('CO', [
      { juris: 'Colorado', taxName: 'State', taxRate: '0.0625' },
      { juris: 'Denver', taxName: 'City', taxRate: '0.015' },
      { juris: 'Denver', taxName: 'Transit', taxRate: '0.005' },
    ]);
    const invoice = await invoiceOf(integration, 45_600);
    const estimate = await client.post('/credit_notes/estimate', {
      credit_note: {
        invoice_id: invoice.svc_id,
        items: [{ fee_id: invoice.fees[0].svc_id, amount_cents: 15_200 }],
      },
    });
    expect(estimate.body.estimated_credit_note).toMatchObject({
      taxes_amount_cents: 1_003,
      precise_taxes_amount_cents: '1003.33333',
      taxes_rate: 8.25,
      max_creditable_amount_cents: 16_203,
      applied_taxes: [
        { base_amount_cents: 12_160, amount_cents: 760, svc_tax_id: null },
        { base_amount_cents: 12_160, amount_cents: 182 },
        { base_amount_cents: 12_160, amount_cents: 61 },
      ],
    });
    const first = await noteOn(invoice, 15_200, 16_203);
    expect(first).toMatchObject({ taxes_amount_cents: 1_003, total_amount_cents: 16_203 });
    const last = await noteOn(invoice, 30_400, 32_407);
    expect(last).toMatchObject({ taxes_amount_cents: 2_007, total_amount_cents: 32_407 });
    await run();
    expect(await records()).toEqual(['synced', 'synced', 'synced']);
    // Anrok rounds each note by itself, which a unit for each line is allowed for.
    expect(anrok.netTax).toBe(1);
    expect(await messagesAbout(server, integration.id)).toEqual([]);
    expect(await differencesIn(server.pool, CHECKS)).toEqual([]);
  });

  test('a note is reported where its invoice is, whatever the customer is linked to now', async () => {
    const invoice = await invoiceOf(await connect('http_tax'));
    await connect('avalara');
    const note = await noteOn(invoice, 1_000, 1_100);
    await run();
    expect([...http.documents.keys()]).toEqual([
      `invoice ${invoice.svc_id}`,
      `credit_note cn_${note.svc_id}`,
    ]);
    const { document } = http.calls.at(-1)?.body ?? {};
    expect(document).toMatchObject({ original_id: invoice.svc_id, tax_date: invoice.issuing_date });
  });

  test('a note on an invoice without taxes of a provider is not reported', async () => {
    const invoice = await invoiceOf(null);
    await noteOn(invoice, 1_000, 1_000);
    await voidOf(invoice);
    expect(await records()).toEqual([]);
  });

  test('a note waits until its invoice is recorded, and fails with it', async () => {
    const integration = await connect('http_tax');
    const invoice = await invoiceOf(integration);
    const become = (status: string) => server.pool.sql`
      update integration_resources set status = ${status} where resource_id = ${invoice.svc_id}`;
    await become('pending');
    const note = await noteOn(invoice, 1_000, 1_100);
    await run();
    expect(await records()).toEqual(['pending', 'pending']);
    await become('failed');
    const job = await recordJob(note);
    await server.pool.db.transaction((tx) => SYNC_JOBS.tax.enqueue(tx, job));
    await run();
    expect(await records()).toEqual(['failed', 'failed invoice_missing']);
    expect(http.documents.has(`credit_note cn_${note.svc_id}`)).toBe(false);
  });

  test('a tax that differs by more than rounding is reported, and the record stays synced', async () => {
    const integration = await connect('anrok');
    const invoice = await invoiceOf(integration);
    anrok.rates.set('CO', [{ juris: 'Colorado', taxName: 'Tax', taxRate: '0.20' }]);
    const note = await noteOn(invoice, 1_000, 1_210);
    await run();
    expect(await records()).toEqual(['synced', 'synced']);
    expect((await messagesAbout(server, integration.id)).map(({ object }) => object)).toMatchObject([
      {
        provider_error: {
          error_code: 'tax_mismatch',
          message: 'The taxes of the credit note are -210 here and -200 there, in minor units.',
          resource_type: 'tax',
          svc_resource_id: note.svc_id,
        },
      },
    ]);
  });

  test('a refused note stands with its error, which a repeated report removes', async () => {
    const integration = await connect('anrok');
    const invoice = await invoiceOf(integration);
    anrok.products.delete('saas');
    const note = await noteOn(invoice, 1_000, 1_210);
    await run();
    anrok.products.add('saas');
    expect(await records()).toEqual(['synced', 'failed productExternalIdUnknown']);
    expect(await errorsOf('credit_note', note)).toEqual([
      {
        error_code: 'tax_error',
        tax_error: 'productExternalIdUnknown',
        tax_error_message: expect.any(String),
      },
    ]);
    expect(await customerMessages(invoice)).toMatchObject([
      {
        tax_provider: 'anrok',
        tax_provider_code: integration.code,
        provider_error: {
          error_code: 'productExternalIdUnknown',
          resource_type: 'tax',
          svc_resource_id: note.svc_id,
        },
      },
    ]);
    const { data } = await retry({ creditNoteId: note.svc_id });
    expect(data.retryTaxReport.integrationResources).toEqual([
      { resourceId: note.svc_id, status: 'pending', errorCode: null },
    ]);
    await run();
    expect(await records()).toEqual(['synced', 'synced']);
    expect(await errorsOf('credit_note', note)).toEqual([]);
    expect(await customerMessages(invoice)).toHaveLength(1);
  });
});

describe('a voided invoice', () => {
  test.each([
    ['avalara', () => avalara.netTax, () => avalara.locked],
    ['anrok', () => String(anrok.netTax), () => anrok.frozen],
  ] as const)(
    'an invoice in a filed return and its note are taken back at %s: example 10',
    async (type, netTax, frozen) => {
      for (const isNoteFrozen of [false, true]) {
        const invoice = await invoiceOf(await connect(type));
        const note = await noteOn(invoice, 1_000, 1_210);
        await run();
        frozen().add(invoice.svc_id);
        if (isNoteFrozen) frozen().add(`cn_${note.svc_id}`);
        await voidOf(invoice);
        await run();
        expect(Number(netTax())).toBe(0);
      }
      expect(await records()).toEqual(['voided', 'voided', 'voided', 'voided']);
      const opposites =
        type === 'avalara'
          ? [...avalara.documents.keys()].filter((key) => key.endsWith('_voided'))
          : [...anrok.transactions.keys()].filter((key) => key.endsWith('_voided'));
      expect(opposites).toHaveLength(3);
      expect(await differencesIn(server.pool, CHECKS)).toEqual([]);
    },
  );

  test('notes that the void makes are not reported', async () => {
    const invoice = await invoiceOf(await connect('http_tax'));
    await voidOf(invoice, { generate_credit_note: true, credit_amount: 1_100 });
    await run();
    expect(await records()).toEqual(['voided']);
    expect(http.calls.map(({ body }) => body.action)).toEqual(['commit', 'void']);
    expect(http.documents.size).toBe(0);
  });

  test('a note that was not reported yet is never reported', async () => {
    const invoice = await invoiceOf(await connect('http_tax'));
    await noteOn(invoice, 1_000, 1_100);
    await voidOf(invoice);
    await run();
    expect(await records()).toEqual(['voided']);
    expect(http.calls.map(({ body }) => body.action)).toEqual(['commit', 'void']);
  });

  test('a void that is refused is an error of the invoice, which the void of all its documents removes', async () => {
    const integration = await connect('http_tax');
    const invoice = await invoiceOf(integration);
    const note = await noteOn(invoice, 1_000, 1_100);
    await run();
    const refusal = { status: 422, body: { error: { code: 'closed', message: 'The period is closed.' } } };
    http.script.push(refusal, refusal);
    await voidOf(invoice);
    await run();
    expect(await records()).toEqual(['failed closed', 'failed closed']);
    const error = {
      error_code: 'tax_voiding_error',
      tax_voiding_error: 'closed',
      tax_voiding_error_message: 'The period is closed.',
    };
    expect(await errorsOf('invoice', invoice)).toEqual([error]);
    expect(await errorsOf('credit_note', note)).toEqual([]);
    expect(await customerMessages(invoice)).toHaveLength(2);
    http.script.push(refusal);
    await retry({ invoiceId: invoice.svc_id });
    await run();
    expect((await records()).toSorted()).toEqual(['failed closed', 'voided']);
    expect(await errorsOf('invoice', invoice)).toEqual([error]);
    const { data } = await retry({ invoiceId: invoice.svc_id });
    expect(data.retryTaxReport).toMatchObject({ reportsCount: 1 });
    await run();
    expect(await records()).toEqual(['voided', 'voided']);
    expect(await errorsOf('invoice', invoice)).toEqual([]);
  });

  test('a deleted connection is not called: nothing can be reported or taken back there', async () => {
    const integration = await connect('http_tax');
    const invoice = await invoiceOf(integration);
    const { integrations } = server.app.services;
    await server.pool.db.transaction((tx) => integrations.delete(tx, actor(), integration.id));
    const note = await noteOn(invoice, 1_000, 1_100);
    await run();
    expect(await errorsOf('credit_note', note)).toMatchObject([{ tax_error: 'connection_missing' }]);
    await voidOf(invoice);
    await run();
    expect(await errorsOf('invoice', invoice)).toMatchObject([{ tax_voiding_error: 'connection_missing' }]);
    expect(http.calls.map(({ body }) => body.action)).toEqual(['commit']);
  });
});

describe('retryTaxReport', () => {
  test('only a report that has failed is repeated, of one document', async () => {
    const invoice = await invoiceOf(await connect('http_tax'));
    const note = await noteOn(invoice, 1_000, 1_100);
    const codesOf = async (input: object) => {
      const { errors = [] } = await retry(input);
      return errors.map(({ extensions }) => extensions['code']);
    };
    expect(await codesOf({ invoiceId: invoice.svc_id })).toEqual(['invalid_status']);
    expect(await codesOf({ creditNoteId: note.svc_id })).toEqual(['invalid_status']);
    expect(await codesOf({ invoiceId: note.svc_id })).toEqual(['not_found']);
    expect(await codesOf({ creditNoteId: 'none' })).toEqual(['not_found']);
    expect(await codesOf({})).toEqual(['unprocessable_entity']);
    const both = { invoiceId: invoice.svc_id, creditNoteId: note.svc_id };
    expect(await codesOf(both)).toEqual(['unprocessable_entity']);
    const stranger = await server.organization();
    const { errors } = await stranger.graphql(
      'mutation ($input: RetryTaxReportInput!) { retryTaxReport(input: $input) { integrationResources { id } } }',
      { input: { creditNoteId: note.svc_id } },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'not_found' } }]);
  });
});

test('retryTaxReport requires the permission to write the document that it names', async () => {
  const invoice = await invoiceOf(await connect('http_tax'));
  const note = await noteOn(invoice, 1_000, 1_100);
  const documents = { invoice: { invoiceId: invoice.svc_id }, credit_note: { creditNoteId: note.svc_id } };
  for (const [own, other] of [
    ['invoice', 'credit_note'],
    ['credit_note', 'invoice'],
  ] as const) {
    const caller = await callerWith(server, client, { [own]: ['read', 'write'] });
    const codeOf = async (input: object) => {
      const { errors } = await caller.graphql(
        'mutation ($input: RetryTaxReportInput!) { retryTaxReport(input: $input) { reportsCount } }',
        { input },
      );
      return errors?.[0]?.extensions['code'];
    };
    expect(await codeOf(documents[own])).toBe('invalid_status');
    expect(await codeOf(documents[other])).toBe('forbidden');
    expect(await codeOf({ ...documents.invoice, ...documents.credit_note })).toBe('forbidden');
  }
});

/** The job that sends the record of a document. */
async function recordJob({ svc_id }: Resource) {
  const [record] = await server.pool.sql<{ id: string; customerId: string }[]>`
    select id, customer_id as "customerId" from integration_resources
    where resource_id = ${svc_id} and resource_type = 'tax'`;
  const { id: recordId = '', customerId = '' } = record ?? {};
  return { organizationId: client.organizationId, customerId, recordId, tried: NO_FAILED_TRIES };
}

describe('calls that fail', () => {
  test.each(['close', 'html', 'cut', 'late'] as const)(
    'a note and a void whose answers are "%s" have one effect',
    async (fault) => {
      const invoice = await invoiceOf(await connect('http_tax'));
      const note = await noteOn(invoice, 1_000, 1_100);
      http.script.push(fault);
      await run();
      expect(http.documents.get(`credit_note cn_${note.svc_id}`)).toMatchObject([{ amount_cents: -1_000 }]);
      expect(await records()).toEqual(['synced', 'synced']);
      http.script.push(fault);
      await voidOf(invoice);
      await run();
      expect(http.documents.size).toBe(0);
      expect(await records()).toEqual(['voided', 'voided']);
      expect(await customerMessages(invoice)).toEqual([]);
    },
  );

  test.each([
    ['429', { status: 429, body: {}, headers: { 'retry-after': '1' } }],
    ['500', { status: 500, body: {} }],
  ])('a note whose report is answered by %s is reported again', async (_, answer) => {
    const invoice = await invoiceOf(await connect('http_tax'));
    const note = await noteOn(invoice, 1_000, 1_100);
    http.script.push(answer);
    await run();
    expect(await records()).toEqual(['synced', 'synced']);
    expect(await errorsOf('credit_note', note)).toEqual([]);
  });

  test('a connection that does not let us in fails at once, and is announced', async () => {
    const integration = await connect('http_tax');
    const invoice = await invoiceOf(integration);
    const note = await noteOn(invoice, 1_000, 1_100);
    http.script.push({ status: 401, body: {} });
    await run();
    expect(await errorsOf('credit_note', note)).toMatchObject([{ tax_error: 'unauthorized' }]);
    const messages = await messagesAbout(server, integration.id);
    expect(messages.map(({ webhookType }) => webhookType)).toEqual(['integration.provider_error']);
    expect(JSON.stringify([messages, await customerMessages(invoice)])).not.toContain(providers.secret);
  });

  test.each(['avalara', 'anrok', 'http_tax'] as const)(
    'a process that ends between a call to %s and its record has one effect',
    async (type) => {
      const invoice = await invoiceOf(await connect(type));
      const note = await noteOn(invoice, 1_000, type === 'http_tax' ? 1_100 : 1_210);
      const again = async (document: Resource) => {
        await run();
        // As the database is then: the record is held, and its job comes again.
        await server.pool.sql`
          update integration_resources set status = 'pending', called_until = now() - interval '1 second'
          where resource_id = ${document.svc_id}`;
        const job = await recordJob(document);
        await server.pool.db.transaction((tx) => SYNC_JOBS.tax.enqueue(tx, job));
        await run();
      };
      await again(note);
      await voidOf(invoice);
      await again(invoice);
      await again(note);
      expect(await records()).toEqual(['voided', 'voided']);
      expect([Number(avalara.netTax), anrok.netTax, http.documents.size]).toEqual([0, 0, 0]);
    },
  );
});

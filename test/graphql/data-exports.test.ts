// Exports of invoices and credit notes: graphql-surface.md §4, §7; logs.md §4; documents-and-emails.md §5; docs/adr/0090.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataExportMaking } from '../../src/modules/data-exports/data-export-making.service.js';
import { EXPORT_TYPES } from '../../src/modules/data-exports/data-export.table.js';
import { ExportRows, type ExportedTable } from '../../src/modules/data-exports/rows/export-rows.js';
import { systemActor } from '../../src/platform/actor.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { createLogger } from '../../src/platform/log.js';
import { confirm } from '../support/account-calls.js';
import { createAddOn, createClock, createCustomer, type Resource, unique } from '../support/builders.js';
import { Client, type GraphqlAnswer } from '../support/client.js';
import { readFile } from '../support/documents.js';
import { HandClock } from '../support/hand-clock.js';
import { LiveConnection } from '../support/live.js';
import { Mailbox, type ReceivedMail, runMailJobs } from '../support/mails.js';
import {
  type ServedApp,
  serveApp,
  startTestServer,
  TEST_PUBLIC_URL,
  type TestServer,
} from '../support/server.js';
import { until } from '../support/until.js';

const NOW = '2027-03-01T09:30:00Z';
const PASSWORD = 'long enough 1';
const clock = new HandClock(NOW);
const mailbox = new Mailbox();
const stored = new Map<string, Uint8Array>();
const memory: FileStore = {
  put: (key, { content }) => Promise.resolve(void stored.set(key, content)),
  get: (key) => Promise.resolve(stored.get(key) ?? null),
  delete: (key) => Promise.resolve(void stored.delete(key)),
};

let server: TestServer;
/** Another process, which keeps files outside of the database, and small ones only. */
let other: ServedApp;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock, mailTransport: mailbox, limits: { organizationExports: 3 } });
  other = await serveApp(server.database, {
    clock,
    fileStore: memory,
    limits: { exportRows: 3, exportBytes: 1_200 },
  });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});
beforeEach(async () => {
  await queued();
  clock.set(NOW);
  stored.clear();
  mailbox.take();
  client = await server.organization();
});

const SHOWN = 'id exportType format status failure rowsCount fileUrl expiresAt completedAt createdAt';
type Operation = 'exportInvoices' | 'exportCreditNotes';

function send(operation: Operation, input: object, caller = client, headers = {}): Promise<GraphqlAnswer> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { dataExport { ${SHOWN} } } }`;
  return caller.graphql(query, { input }, headers);
}
async function requested(
  operation: Operation,
  input: object,
  caller = client,
  headers = {},
): Promise<Resource> {
  const { data, errors } = await send(operation, input, caller, headers);
  expect(errors).toBeUndefined();
  return data[operation].dataExport;
}
const read = (id: string, caller = client, headers = {}) =>
  caller.graphql(`query ($id: ID!) { dataExport(id: $id) { ${SHOWN} } }`, { id }, headers);
const shown = async (id: string): Promise<Resource> => (await read(id)).data.dataExport;

const refusalOf = ({ errors }: GraphqlAnswer): unknown[] => {
  const { code, status, details } = errors?.[0]?.extensions ?? {};
  return [code, status, details];
};

interface Key {
  readonly organizationId: string;
  readonly exportId: string;
}
/** Takes the jobs of exports from the queue. */
async function queued(): Promise<Key[]> {
  const jobs = await server.pool.sql<{ payload: Key }[]>`
    delete from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'make_data_export')
    returning payload`;
  return jobs.map(({ payload }) => payload);
}
async function runJobs({ app }: Pick<ServedApp, 'app'> = server): Promise<void> {
  for (const key of await queued()) await app.services.dataExportMaking.run(key);
}
async function mails({ organizationId } = client): Promise<ReceivedMail[]> {
  await runMailJobs(server, { organizationId });
  return mailbox.take();
}

/** The rows of a file, as objects. Its values have no commas. */
function rowsOf(bytes: Uint8Array): Record<string, string>[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(text).toMatch(/^\uFEFF[^]*\r\n$/);
  const [head = [], ...rows] = text
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}
/** The rows that an export has once it is written. */
async function exported(operation: Operation, input: object): Promise<Record<string, string>[]> {
  const { id } = await requested(operation, input);
  await runJobs();
  const { fileUrl } = await shown(id);
  return rowsOf((await readFile(fileUrl)).bytes);
}

/** A one-off invoice of the given amounts. */
async function bill(customer: Resource, ...cents: number[]): Promise<Resource> {
  const fees = [];
  for (const amount_cents of cents)
    fees.push({ add_on_code: (await createAddOn(client, { amount_cents })).code, units: '1.0' });
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  return (await client.post('/invoices', { invoice })).body.invoice;
}
async function credit(invoice: Resource, ...cents: number[]): Promise<Resource> {
  const items = cents.map((amount_cents, index) => ({ fee_id: invoice.fees[index].svc_id, amount_cents }));
  const total = cents.reduce((sum, amount) => sum + amount, 0);
  const note = { invoice_id: invoice.svc_id, reason: 'other', credit_amount_cents: total, items };
  return (await client.post('/credit_notes', { credit_note: note })).body.credit_note;
}

async function signUp(): Promise<{ email: string; caller: Client; headers: Record<string, string> }> {
  const email = `${randomUUID()}@example.com`;
  const { data } = await new Client(server.baseUrl, null, '').graphql(
    `mutation ($input: RegisterUserInput!) { registerUser(input: $input) { token organization { id } } }`,
    { input: { email, password: PASSWORD, organizationName: 'Hooli' } },
  );
  const { token, organization } = data.registerUser;
  await confirm(server, email);
  const caller = new Client(server.baseUrl, token, organization.id);
  return { email, caller, headers: { 'x-svc-organization': organization.id } };
}

describe('an export of invoices', () => {
  test('an export of invoices has a row for each invoice, with amounts in cents and their currency', async () => {
    const acme = await createCustomer(client, {
      name: '=1+1',
      email: 'a@acme.example',
      country: 'FR',
      currency: 'EUR',
    });
    const first = await bill(acme, 12_550);
    const second = await bill(acme, 100, 200);
    const pending = await requested('exportInvoices', {});
    expect(pending).toEqual({
      id: expect.any(String),
      exportType: 'invoices',
      format: 'csv',
      status: 'pending',
      failure: null,
      rowsCount: 0,
      fileUrl: null,
      expiresAt: '2027-03-08T09:30:00Z',
      completedAt: null,
      createdAt: NOW,
    });
    clock.set('2027-03-01T09:31:00Z');
    await runJobs();
    const done = await shown(pending.id);
    expect(done).toMatchObject({
      status: 'completed',
      failure: null,
      rowsCount: 2,
      completedAt: '2027-03-01T09:31:00Z',
      expiresAt: '2027-03-08T09:31:00Z',
    });
    const { status, headers, bytes } = await readFile(done.fileUrl);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="invoices-2027-03-01.csv"',
    ]);
    const rows = rowsOf(bytes);
    expect(rows.map(({ svc_id }) => svc_id)).toEqual([first.svc_id, second.svc_id]);
    expect(rows[0]).toEqual({
      svc_id: first.svc_id,
      number: first.number,
      billing_entity_code: first.billing_entity_code,
      external_customer_id: acme.external_id,
      customer_name: "'=1+1",
      customer_legal_name: '',
      customer_email: 'a@acme.example',
      customer_country: 'FR',
      customer_tax_identification_number: '',
      invoice_type: 'one_off',
      status: 'finalized',
      payment_status: 'pending',
      payment_overdue: 'false',
      self_billed: 'false',
      purchase_order_number: '',
      issuing_date: first.issuing_date,
      payment_due_date: first.payment_due_date,
      currency: 'EUR',
      fees_amount_cents: '12550',
      progressive_billing_credit_amount_cents: '0',
      coupons_amount_cents: '0',
      sub_total_excluding_taxes_amount_cents: '12550',
      taxes_amount_cents: '0',
      sub_total_including_taxes_amount_cents: '12550',
      credit_notes_amount_cents: '0',
      prepaid_credit_amount_cents: '0',
      total_amount_cents: '12550',
      total_paid_amount_cents: '0',
      total_due_amount_cents: '12550',
      finalized_at: NOW,
      voided_at: '',
      payment_dispute_lost_at: '',
      created_at: first.created_at,
    });
  });

  test('an export of fees has a row for each fee, in the order of its invoice', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const invoice = await bill(customer, 1_000, 50);
    const rows = await exported('exportInvoices', { kind: 'fees' });
    expect(rows.map(({ svc_id }) => svc_id)).toEqual(invoice.fees.map((fee: Resource) => fee.svc_id));
    expect(rows[0]).toMatchObject({
      svc_invoice_id: invoice.svc_id,
      invoice_number: invoice.number,
      external_customer_id: customer.external_id,
      fee_type: 'add_on',
      item_code: invoice.fees[0].item.code,
      external_subscription_id: '',
      units: '1.0',
      precise_unit_amount: '10.0',
      currency: 'EUR',
      amount_cents: '1000',
      taxes_rate: '0.0',
      total_amount_cents: '1000',
      payment_status: 'pending',
    });
  });
});

test('exports of credit notes have a row for each note, or for each of its items', async () => {
  const customer = await createCustomer(client, { currency: 'EUR' });
  const invoice = await bill(customer, 1_000, 500);
  const note = await credit(invoice, 30, 7);
  expect(await exported('exportCreditNotes', {})).toEqual([
    expect.objectContaining({
      svc_id: note.svc_id,
      number: note.number,
      invoice_number: invoice.number,
      external_customer_id: customer.external_id,
      reason: 'other',
      currency: 'EUR',
      credit_amount_cents: '37',
      refund_amount_cents: '0',
      total_amount_cents: '37',
      balance_amount_cents: '37',
    }),
  ]);
  const items = await exported('exportCreditNotes', { kind: 'items' });
  expect(items.map((item) => [item['credit_note_number'], item['svc_fee_id'], item['amount_cents']])).toEqual(
    [
      [note.number, invoice.fees[0].svc_id, '30'],
      [note.number, invoice.fees[1].svc_id, '7'],
    ],
  );
});

describe('what the list finds is exported', () => {
  const idsOf = (records: readonly Record<string, string>[], name: string) =>
    records.map((record) => record[name]).toSorted();

  test('an export of invoices has what the list finds', async () => {
    const acme = await createCustomer(client, { name: 'Acme', currency: 'EUR' });
    const bolt = await createCustomer(client, { name: 'Bolt', currency: 'EUR' });
    const invoices = [await bill(acme, 100), await bill(acme, 2_000), await bill(bolt, 300)];
    const paid = { payment_status: 'succeeded', metadata: [{ key: 'deal', value: 'big' }] };
    await client.put(`/invoices/${invoices[1]?.svc_id}`, { invoice: paid });
    const queries: object[] = [
      { filter: { externalCustomerId: acme.external_id } },
      { filter: { paymentStatuses: ['succeeded'], amountFrom: 1_000 } },
      { filter: { amountTo: 300 } },
      { filter: { totalAmountCents: { gt: 100, in: [300, 2_000] } } },
      { filter: { metadata: { deal: 'big' } } },
      {
        filter: {
          issuingDate: { gte: '2027-01-01' },
          billingEntityCodes: [invoices[0]?.billing_entity_code],
        },
      },
      { filter: null, search: 'bolt' },
      { search: 'nobody' },
    ];
    for (const query of queries) {
      const { data } = await client.graphql(
        'query ($filter: InvoiceFilter, $search: String) { invoices(filter: $filter, search: $search) { nodes { id } } }',
        { ...query },
      );
      const listed = idsOf(data.invoices.nodes, 'id');
      expect([query, idsOf(await exported('exportInvoices', query), 'svc_id')]).toEqual([query, listed]);
      const fees = idsOf(await exported('exportInvoices', { ...query, kind: 'fees' }), 'svc_invoice_id');
      expect([query, fees]).toEqual([query, listed]);
    }
  });

  test('an export of credit notes has what the list finds', async () => {
    const acme = await createCustomer(client, { name: 'Acme', currency: 'EUR' });
    const early = await credit(await bill(acme, 100), 10);
    clock.set('2027-03-01T10:30:00Z');
    const late = await credit(await bill(acme, 100), 90);
    for (const [query, ids] of [
      [{ filter: { createdAt: { gte: '2027-03-01T10:00:00Z' } } }, [late.svc_id]],
      [{ filter: { createdAt: { lt: '2027-03-01T10:00:00Z' }, types: ['credit'] } }, [early.svc_id]],
      [{ filter: { invoiceNumber: late.invoice_number } }, [late.svc_id]],
      [{ search: early.number }, [early.svc_id]],
      [{ filter: { reason: 'order_change' } }, []],
    ] as const) {
      expect(idsOf(await exported('exportCreditNotes', query), 'svc_id')).toEqual(ids);
      const items = await exported('exportCreditNotes', { ...query, kind: 'items' });
      expect(idsOf(items, 'svc_credit_note_id')).toEqual(ids);
    }
  });
});

test.each(EXPORT_TYPES)('%s are read to their end, whatever the size of a batch', async (exportType) => {
  const customer = await createCustomer(client, { currency: 'EUR' });
  for (const amount of [100, 200, 300]) await credit(await bill(customer, amount, amount, amount), 1, 2, 3);
  const read = async (batchSize: number) => {
    const rows = new ExportRows({ ...server.app.services, jobsDb: server.connections.jobs, batchSize });
    const { batches } = rows.tableOf(systemActor(client.organizationId, null), {
      exportType,
      query: { filter: {}, search: null },
    });
    const found = [];
    for await (const batch of batches) found.push(...batch);
    return found;
  };
  const all = await read(100);
  expect(all.length).toBe(exportType === 'invoices' || exportType === 'credit_notes' ? 3 : 9);
  for (const batchSize of [1, 2, 3, 4]) expect(await read(batchSize)).toEqual(all);
});

// Source: analytics.md §1.
test.each<[Operation, string]>([
  ['exportInvoices', 'number'],
  ['exportCreditNotes', 'number'],
])('%s has what belongs to customers on test clocks only on request', async (operation, column) => {
  const [one, other] = [await createClock(client), await createClock(client)];
  const prefixes = ['', 'TEST-', 'TEST-'];
  for (const clockOf of [null, one, other]) {
    const customer = await createCustomer(client, { test_clock_id: clockOf?.svc_id ?? null });
    await credit(await bill(customer, 1_000), 100);
  }
  const marks = async (input: object) =>
    (await exported(operation, input)).map((row) =>
      row[column]?.startsWith('TEST-') === true ? 'TEST-' : '',
    );
  expect(await marks({})).toEqual(prefixes.slice(0, 1));
  expect((await marks({ includeTest: true })).sort()).toEqual(prefixes);
  expect(await marks({ testClockId: one.svc_id })).toEqual(prefixes.slice(2));
  expect(await marks({ filter: { test: true } })).toEqual(prefixes.slice(1));
});

describe('the e-mail and the security log', () => {
  test('a member gets the address; the log names the member and what was exported', async () => {
    const { email, caller, headers } = await signUp();
    const filter = { amountFrom: 100, paymentStatuses: ['pending'] };
    const { id } = await requested('exportInvoices', { filter, search: 'acme' }, caller, headers);
    await runJobs();
    const [mail, ...others] = await mails(caller);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [email], subject: 'Hooli: your export is ready' });
    const [url = ''] = /https:\S+\.csv/.exec(mail?.text ?? '') ?? [];
    expect(url).toContain(`${TEST_PUBLIC_URL}/files/${caller.organizationId}/data_export/${id}/`);
    expect((await readFile(url.replace(TEST_PUBLIC_URL, server.baseUrl))).status).toBe(200);
    const { data } = await caller.graphql(
      '{ securityLogs(filter: {logEvents: ["export.created"]}) { nodes { logEvent userEmail resources } } }',
      {},
      headers,
    );
    expect(data.securityLogs.nodes).toEqual([
      {
        logEvent: 'export.created',
        userEmail: email,
        resources: {
          export_type: 'invoices',
          resource_query: { filters: { ...filter, test: false }, search: 'acme' },
        },
      },
    ]);
  });

  test('admins get the address of what a key has exported, and members who have left none', async () => {
    const { email, caller, headers } = await signUp();
    const { data } = await caller.graphql(
      'mutation { createApiKey(input: {name: "x"}) { apiKey { value } } }',
      {},
      headers,
    );
    await requested('exportCreditNotes', {}, caller.withKey(data.createApiKey.apiKey.value));
    await requested('exportCreditNotes', {}, caller, headers);
    await server.pool.sql`
      update data_exports set user_id = gen_random_uuid() where user_id is not null and organization_id = ${caller.organizationId}`;
    await runJobs();
    const finished = (await mails(caller)).filter(({ subject }) => subject.includes('export'));
    expect(finished.map(({ to }) => to)).toEqual([[email]]);
  });
});

describe('an export that is too large', () => {
  test.each([
    ['too_many_rows', 4],
    ['file_too_large', 3],
  ])('an export that is too large fails with %s', async (failure, count) => {
    const { email, caller, headers } = await signUp();
    const keyed = await caller.graphql(
      'mutation { createApiKey(input: {}) { apiKey { value } } }',
      {},
      headers,
    );
    client = caller.withKey(keyed.data.createApiKey.apiKey.value);
    const customer = await createCustomer(client, { currency: 'EUR' });
    for (let billed = 0; billed < count; billed += 1) await bill(customer, 100);
    const { id } = await requested('exportInvoices', {});
    await runJobs(other);
    expect(await shown(id)).toMatchObject({ status: 'failed', failure, fileUrl: null, completedAt: NOW });
    expect(stored.size).toBe(0);
    const sent = (await mails()).filter(({ subject }) => subject.includes('export'));
    expect(sent).toMatchObject([{ to: [email], subject: 'Hooli: your export failed' }]);
  });
});

describe('the job', () => {
  /** A making whose rows come from the test. */
  const makingOf = (batches: ExportedTable['batches']) =>
    new DataExportMaking({
      ...server.app.services,
      jobsDb: server.connections.jobs,
      clock,
      log: createLogger('silent'),
      limits: { exportRows: 100, exportBytes: 10_000 },
      changes: { announce: () => Promise.resolve() },
      exportRows: { tableOf: () => ({ names: ['n'], batches }) } as unknown as ExportRows,
    });
  // eslint-disable-next-line @typescript-eslint/require-await -- rows that cannot be read
  async function* failing(): AsyncGenerator<never> {
    throw new Error('unreadable');
  }

  test('the job of an export is tried again, and fails in the end', async () => {
    const { id } = await requested('exportInvoices', {});
    const [key] = await queued();
    if (key === undefined) throw new Error('No job is queued.');
    for (let attempt = 1; attempt < 6; attempt += 1)
      await expect(makingOf(failing()).run(key)).rejects.toThrow('unreadable');
    expect(await shown(id)).toMatchObject({ status: 'pending' });
    await makingOf(failing()).run(key);
    expect(await shown(id)).toMatchObject({ status: 'failed', failure: 'internal_error', rowsCount: 0 });
    await server.app.services.dataExportMaking.run(key);
    expect(await shown(id)).toMatchObject({ status: 'failed' });
  });

  test('the job of a process that died is begun again; only one file is kept and announced', async () => {
    await bill(await createCustomer(client, { currency: 'EUR' }), 100);
    const { id } = await requested('exportInvoices', {});
    const [key] = await queued();
    if (key === undefined) throw new Error('No job is queued.');
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    async function* dying(): AsyncGenerator<string[][]> {
      yield [['half']];
      await asleep;
      yield [['late']];
    }
    const died = makingOf(dying()).run(key);
    await until(async () => (await shown(id)).rowsCount === 1);
    await server.app.services.dataExportMaking.resumeStalled();
    expect(await queued()).toEqual([]);
    clock.set('2027-03-01T09:34:00Z');
    await server.app.services.dataExportMaking.resumeStalled();
    await server.app.services.dataExportMaking.resumeStalled();
    await runJobs();
    const done = await shown(id);
    expect(done).toMatchObject({ status: 'completed', rowsCount: 1 });
    wake();
    await died;
    expect(await shown(id)).toEqual(done);
    expect(rowsOf((await readFile(done.fileUrl)).bytes)).toMatchObject([{ total_amount_cents: '100' }]);
  });
});

describe('the file', () => {
  test('the file of an export is found by its address only, until it expires', async () => {
    const { id } = await requested('exportInvoices', {});
    await runJobs();
    const { fileUrl } = await shown(id);
    const wrong = fileUrl.replace(/.{10}\.csv$/, `${'A'.repeat(10)}.csv`);
    expect((await readFile(wrong)).status).toBe(404);
    expect((await readFile(fileUrl.replace('data_export', 'invoice'))).status).toBe(404);
    clock.set('2027-03-08T09:29:59Z');
    await server.app.services.dataExportMaking.deleteExpired();
    expect((await readFile(fileUrl)).status).toBe(200);
    clock.set('2027-03-08T09:30:00Z');
    expect((await readFile(fileUrl)).status).toBe(404);
    expect(refusalOf(await read(id))).toEqual(['not_found', 404, { dataExport: ['not_found'] }]);
    await server.app.services.dataExportMaking.deleteExpired();
    expect(await server.pool.sql`select id from data_exports where id = ${id}`).toEqual([]);
  });

  test('the file of an export lies in the storage if there is one, and is deleted with the export', async () => {
    const { id } = await requested('exportInvoices', {});
    await runJobs(other);
    expect([...stored.keys()]).toEqual([`${client.organizationId}/${id}.csv`]);
    const { fileUrl } = await shown(id);
    const { status, bytes } = await readFile(fileUrl.replace(server.baseUrl, other.baseUrl));
    expect([status, rowsOf(bytes)]).toEqual([200, []]);
    clock.set('2027-03-09T00:00:00Z');
    await other.app.services.dataExportMaking.deleteExpired();
    const jobs = await server.pool.sql<{ payload: { storageKeys: string[] } }[]>`
      delete from graphile_worker._private_jobs
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'delete_document_files')
      returning payload`;
    expect(jobs.flatMap(({ payload }) => payload.storageKeys)).toContain(
      `${client.organizationId}/${id}.csv`,
    );
  });
});

describe('access', () => {
  test('other organizations find neither exports nor their records', async () => {
    await bill(await createCustomer(client, { currency: 'EUR' }), 100);
    const stranger = await server.organization();
    const own = await requested('exportInvoices', {});
    const theirs = await requested('exportInvoices', {}, stranger);
    await runJobs();
    for (const [id, caller] of [
      [own.id, stranger],
      [theirs.id, client],
      [randomUUID(), client],
      ['x', client],
    ] as const)
      expect(refusalOf(await read(id, caller))).toEqual(['not_found', 404, { dataExport: ['not_found'] }]);
    const { data } = await read(theirs.id, stranger);
    expect(rowsOf((await readFile(data.dataExport.fileUrl)).bytes)).toEqual([]);
  });

  test('access to an export requires the permission to write the exported records, and to read them', async () => {
    const { id } = await requested('exportInvoices', {});
    const readers = await server.organization({ invoice: ['read'], credit_note: ['read'] });
    const forbidden = (code: string) => ['forbidden', 403, { base: [code] }];
    expect(refusalOf(await send('exportInvoices', {}, readers))).toEqual(
      forbidden('write_action_not_allowed_for_invoice'),
    );
    expect(refusalOf(await send('exportCreditNotes', {}, readers))).toEqual(
      forbidden('write_action_not_allowed_for_credit_note'),
    );
    const { data } = await client.graphql(
      'mutation { createApiKey(input: {permissions: {credit_note: ["read", "write"]}}) { apiKey { value } } }',
    );
    const noteKey = client.withKey(data.createApiKey.apiKey.value);
    expect(refusalOf(await read(id, noteKey))).toEqual(forbidden('read_action_not_allowed_for_invoice'));
  });

  test('members need the permission to export those records', async () => {
    const { caller, headers } = await signUp();
    const { id } = await requested('exportInvoices', {}, caller, headers);
    const admin = (query: string, variables: object) => caller.graphql(query, { ...variables }, headers);
    const code = unique('role').toLowerCase().replaceAll(/\W/g, '_');
    await admin('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
      input: { code, name: 'Exporter', permissions: ['credit_notes:export', 'invoices:view'] },
    });
    const invited = await admin(
      'mutation ($input: CreateInviteInput!) { createInvite(input: $input) { token } }',
      { input: { email: `${randomUUID()}@example.com`, roles: [code] } },
    );
    const accepted = await new Client(server.baseUrl, null, '').graphql(
      'mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { token } }',
      { input: { token: invited.data.createInvite.token, password: PASSWORD } },
    );
    const member = caller.withKey(accepted.data.acceptInvite.token);
    expect(refusalOf(await send('exportInvoices', {}, member, headers))[0]).toBe('forbidden');
    expect(refusalOf(await read(id, member, headers))[0]).toBe('forbidden');
    const note = await requested('exportCreditNotes', {}, member, headers);
    expect((await read(note.id, member, headers)).data.dataExport.id).toBe(note.id);
  });
});

describe('a request is refused, and leaves nothing,', () => {
  test.each([
    [{ filter: { billingEntityCodes: ['nowhere'] } }, ['not_found', 404, { billingEntity: ['not_found'] }]],
    [{ filter: { metadata: { a: 1 } } }, ['unprocessable_entity', 422, { metadata: ['value_is_invalid'] }]],
  ])('an export is refused for what the list refuses: %j', async (input, refusal) => {
    expect(refusalOf(await send('exportInvoices', input))).toEqual(refusal);
    expect(await queued()).toEqual([]);
    expect(
      await server.pool.sql`select id from data_exports where organization_id = ${client.organizationId}`,
    ).toEqual([]);
  });

  test('an export is refused while too many exports are pending', async () => {
    for (let pending = 0; pending < 3; pending += 1) await requested('exportInvoices', {});
    expect(refusalOf(await send('exportCreditNotes', {})).slice(0, 2)).toEqual(['too_many_requests', 429]);
    await runJobs();
    await requested('exportCreditNotes', {});
    await runJobs();
  });
});

test('exportFinished shows the export as it is, then with its file', async () => {
  const stop = await server.app.services.liveUpdates.follow(server.connections.listen);
  const connection = await LiveConnection.with(server.baseUrl, client.key);
  try {
    const { id } = await requested('exportInvoices', {});
    const query = 'subscription ($id: ID!) { exportFinished(id: $id) { id status fileUrl } }';
    const stream = connection.subscribe(query, { id: id.toUpperCase() });
    expect((await stream.next())?.data).toEqual({ exportFinished: { id, status: 'pending', fileUrl: null } });
    await runJobs();
    const { fileUrl } = await shown(id);
    expect((await stream.next())?.data).toEqual({ exportFinished: { id, status: 'completed', fileUrl } });
    const stranger = await server.organization();
    const foreign = await requested('exportInvoices', {}, stranger);
    const refused = connection.subscribe(query, { id: foreign.id });
    expect((await refused.next())?.errors?.[0]?.extensions.code).toBe('not_found');
  } finally {
    connection.socket.close();
    stop();
  }
});

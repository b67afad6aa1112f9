// `eraseCustomer`: what identifies a customer is nowhere afterwards, except where docs/personal-data.md says.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderMail } from '../../src/platform/mail/folder-mail.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import {
  createAddOn,
  createCustomer,
  createPlan,
  createWallet,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import { runDocumentJobs } from '../support/documents.js';
import { runMailJobs } from '../support/mails.js';
import { startTestServer, type TestServer } from '../support/server.js';

/** In every personal member of a customer. */
const CANARY = 'Kanarienvogel';

let server: TestServer;
let client: Client;
let folder: string;
let customer: Resource;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'erased-mail-'));
  server = await startTestServer({
    limits: { activityLogDays: 400 },
    mailTransport: folderMail({ folder, from: 'billing@localhost' }),
  });
  client = await server.organization();
  customer = await useEverything();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** A customer who goes through all that copies what it is called. */
async function useEverything(): Promise<Resource> {
  await client.put('/billing_entities/default', {
    billing_entity: {
      email: 'desk@northwind.example',
      email_settings: ['invoice.finalized', 'credit_note.created'],
    },
  });
  const webhook = { webhook_endpoint: { webhook_url: 'https://hooks.example.com/in' } };
  const { body: endpoint } = await client.post('/webhook_endpoints', webhook);
  const named = await createCustomer(client, { name: `${CANARY} before`, city: 'Rom' });
  const sent = {
    external_id: named.external_id,
    name: `${CANARY} GmbH`,
    firstname: `${CANARY} Anna`,
    lastname: `${CANARY}-Maier`,
    legal_name: `${CANARY} "legal" \\ name`,
    legal_number: `HRB ${CANARY}`,
    tax_identification_number: `T${CANARY}`,
    email: `${CANARY.toLowerCase()}@example.com`,
    phone: `+49 ${CANARY}`,
    url: `https://${CANARY.toLowerCase()}.example`,
    logo_url: `https://${CANARY.toLowerCase()}.example/logo.png`,
    address_line1: `${CANARY}weg 1`,
    address_line2: `${CANARY} Hof`,
    city: `${CANARY}stadt`,
    // A part of amounts.
    zipcode: '3000',
    state: `S${CANARY}`,
    country: 'DE',
    shipping_address: {
      address_line1: `${CANARY}gasse 2`,
      city: `${CANARY}dorf`,
      zipcode: '1',
      country: 'DE',
    },
    metadata: [{ key: 'contact', value: `${CANARY} Junior`, display_in_invoice: true }],
  };
  const { status, body } = await client.post(
    '/customers',
    { customer: sent },
    { headers: { 'idempotency-key': 'once' } },
  );
  expect([status, body.customer?.city]).toEqual([200, sent.city]);
  const plan = await createPlan(client, { amount_cents: 4_000, pay_in_advance: true });
  const subscription = await subscribe(client, named, plan);
  await createWallet(client, named, { granted_credits: '1' });
  const addOn = await createAddOn(client, { amount_cents: 3_000 });
  const { body: billed } = await client.post('/invoices', {
    invoice: {
      external_customer_id: named.external_id,
      currency: 'EUR',
      fees: [{ add_on_code: addOn.code }],
    },
  });
  await runDocumentJobs(server, billed.invoice);
  const payment = { invoice_id: billed.invoice.svc_id, amount_cents: 100, reference: 'cheque' };
  await client.post('/payments', { payment });
  const items = [{ fee_id: billed.invoice.fees[0].svc_id, amount_cents: 100 }];
  await client.post('/credit_notes', { credit_note: { invoice_id: billed.invoice.svc_id, items } });
  while ((await runMailJobs(server, client)).length > 0);
  expect((await readdir(folder)).length).toBeGreaterThan(0);
  await plantCopies(endpoint.webhook_endpoint.svc_id, named);
  await client.delete(`/subscriptions/${subscription.external_id}`);
  return named;
}

/** Copies that come from outside: the answer of an endpoint, the message of a provider, the file of an export. */
async function plantCopies(endpointId: string, { external_id: externalId }: Resource): Promise<void> {
  const { sql } = server.pool;
  const { organizationId } = client;
  const [webhookId, now] = [newId(), new Date().toISOString()];
  const answer = JSON.stringify({ got: `${CANARY} GmbH`, of: externalId });
  await sql`
    insert into webhooks (id, organization_id, endpoint_id, message_id, webhook_type, object_type, object_id, status, created_at, updated_at)
    values (${webhookId}, ${organizationId}, ${endpointId}, ${newId()}, 'customer.updated', 'customer', ${newId()}, 'succeeded', ${now}, ${now})`;
  await sql`
    insert into webhook_attempts (organization_id, webhook_id, number, url, response, started_at, duration_ms)
    values (${organizationId}, ${webhookId}, 1, 'https://hooks.example.com/in', ${answer}, ${now}, 1)`;
  await sql`
    insert into provider_messages (id, organization_id, payment_provider_id, provider_event_id, event_type, payload, received_at)
    select ${newId()}, organization_id, id, 'evt_1', 'customer.updated', ${answer}::text::jsonb, ${now}
    from payment_providers where organization_id = ${organizationId} limit 1`;
  await sql`
    insert into data_exports (id, organization_id, export_type, format, query, status, attempts, rows_count, content, completed_at, expires_at, created_at, updated_at)
    values (${newId()}, ${organizationId}, 'invoices', 'csv', '{}', 'completed', 1, 1, ${Buffer.from(`name\n${CANARY} GmbH\n`)}, ${now}, ${now}, ${now}, ${now})`;
}

/** The columns that hold a canary, of all tables. */
async function places(): Promise<string[]> {
  const { sql } = server.pool;
  const columns = await sql<{ schema: string; table: string; name: string; type: string }[]>`
    select table_schema as schema, table_name as table, column_name as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' order by 1, 2, 3`;
  const found: string[] = [];
  for (const { schema, table, name, type } of columns) {
    const text = type === 'bytea' ? sql`encode(${sql(name)}, 'escape')` : sql`${sql(name)}::text`;
    const rows =
      await sql`select from ${sql(schema)}.${sql(table)} where ${text} ilike ${`%${CANARY}%`} limit 1`;
    if (rows.length > 0) found.push(`${table}.${name}`);
  }
  return found;
}

/** Copies of the postal code, which is not replaced within texts. */
async function postalCodes(): Promise<number> {
  const { sql } = server.pool;
  const rows = await sql`
    select from activity_log_entries where activity_object::text like '%"zipcode": "3000"%'
    union all select from api_log_entries where request_body like '%"zipcode":"3000"%'
    union all select from outbox_messages where object::text like '%"zipcode": "3000"%'`;
  return rows.length;
}

async function filesWithCanary(): Promise<string[]> {
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return names.filter((_, place) => contents[place]?.toLowerCase().includes(CANARY.toLowerCase()));
}

const erase = async ({ svc_id: id }: Resource = customer) =>
  await client.graphql(
    'mutation ($input: EraseCustomerInput!) { eraseCustomer(input: $input) { customer { id name erasedAt } } }',
    { input: { id } },
  );
const run = () =>
  server.app.services.customerErasure.run({
    organizationId: client.organizationId,
    customerId: customer.svc_id,
  });

test('an erasure is refused before the customer is deleted, and while it is billed', async () => {
  expect((await erase()).errors?.[0]?.extensions).toMatchObject({ code: 'customer_not_deleted' });
  const other = await createCustomer(client);
  await subscribe(client, other, await createPlan(client));
  await client.delete(`/customers/${other.external_id}`);
  // A job ends its subscriptions soon after.
  expect((await erase(other)).errors?.[0]?.extensions).toMatchObject({ code: 'customer_is_billed' });
});

test('an erasure leaves what identifies the customer nowhere but in the documents that the law keeps', async () => {
  const before = await places();
  expect(await postalCodes()).toBeGreaterThan(0);
  for (const place of [
    ...[
      'customers.name',
      'customer_metadata.value',
      'activity_log_entries.activity_object',
      'outbox_messages.object',
    ],
    ...['api_log_entries.request_body', 'idempotency_records.body', 'webhook_attempts.response'],
    ...['provider_messages.payload', 'data_exports.content'],
  ])
    expect(before).toContain(place);
  expect((await client.delete(`/customers/${customer.external_id}`)).status).toBe(200);
  expect((await erase()).errors).toBeUndefined();
  await run();
  const documented = await readFile(path.resolve(import.meta.dirname, '../../docs/personal-data.md'), 'utf8');
  const kept = [...documented.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_]+\.[a-z_0-9]+)`/g)].map(([, place]) => place),
  );
  expect(kept).toContain('document_files.content');
  const left = await places();
  expect(left.filter((place) => !kept.includes(place))).toEqual([]);
  expect(await filesWithCanary()).toEqual([]);
  expect(await postalCodes()).toBe(0);
  // What only looks like a value stays.
  const amounts = await server.pool
    .sql`select from outbox_messages where object::text like '%"amount_cents": 3000,%'`;
  expect(amounts.length).toBeGreaterThan(0);
  const [entry] = await server.pool.sql`
    select activity_object_changes::text as text from activity_log_entries
    where resource_id = ${customer.svc_id} and activity_type = 'customer.updated'`;
  expect(entry?.['text']).not.toContain('Rom');
  // Every document has its file, which was made while the name was known.
  const [{ missing } = { missing: null }] = await server.pool.sql<{ missing: number | null }[]>`
    select count(*)::int as missing from invoices
    where status = 'finalized' and not exists (select from document_files where invoice_id = invoices.id)`;
  expect(missing).toBe(0);
});

test('a repeat changes nothing, and the books are as before', async () => {
  const { data } = await erase();
  await run();
  const { erasedAt, name } = data.eraseCustomer.customer;
  expect([typeof erasedAt, name]).toEqual(['string', expect.stringMatching(/^Erased customer TES-/)]);
  expect(await differencesIn(server.pool)).toEqual([]);
});

test('entries of logs still never change otherwise', async () => {
  const { sql } = server.pool;
  const change = sql`update activity_log_entries set activity_type = 'plan.created'`;
  await expect(change).rejects.toThrow(/never changed/);
  await expect(
    sql.begin(async (tx) => {
      await tx`select set_config('tollgate.erasure', 'on', true)`;
      await tx`update activity_log_entries set activity_type = 'plan.created'`;
    }),
  ).rejects.toThrow(/never changed/);
});

test('the files of documents are deleted when their legal term is over', async () => {
  const count = async () => (await server.pool.sql`select from document_files`).length;
  await server.app.services.customerErasure.deleteOldFiles();
  expect(await count()).toBeGreaterThan(0);
  await server.pool.sql`update document_files set created_at = created_at - interval '11 years'`;
  await server.app.services.customerErasure.deleteOldFiles();
  expect(await count()).toBe(0);
});

test('entries of the activity log are deleted after ACTIVITY_LOG_DAYS', async () => {
  const { sql } = server.pool;
  const count = async () => (await sql`select from activity_log_entries`).length;
  const before = await count();
  await sql`
    insert into activity_log_entries
    select (jsonb_populate_record(entry, jsonb_build_object('id', gen_random_uuid(), 'logged_at', now() - interval '401 days'))).*
    from activity_log_entries as entry`;
  expect(await count()).toBe(2 * before);
  await server.app.services.activityLogs.deleteExpired(server.pool.db);
  expect(await count()).toBe(before);
});

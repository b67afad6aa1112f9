// Files of documents in the S3-compatible storage of FILES_URL: documents-and-emails.md §1, extensions.md §4.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { readFile, runDocumentJobs, textOf } from '../support/documents.js';
import { S3StandIn } from '../support/s3-stand-in.js';
import { serveApp, startTestServer, type TestServer } from '../support/server.js';
import { S3FileStore } from '../../src/platform/files/s3-file-store.js';

let storage: S3StandIn;
let store: S3FileStore;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  storage = await S3StandIn.start();
  store = new S3FileStore(storage.place);
  server = await startTestServer({ fileStore: store });
  client = await server.organization();
});
afterAll(async () => {
  await server.stop();
  await storage.stop();
});
beforeEach(() => {
  storage.files.clear();
  storage.fault = null;
});

async function bill(): Promise<Resource> {
  const { external_id } = await createCustomer(client, { name: 'Blue Whale Ltd' });
  const addOn = await createAddOn(client, { amount_cents: 125_000 });
  const { body } = await client.post('/invoices', {
    invoice: { external_customer_id: external_id, currency: 'EUR', fees: [{ add_on_code: addOn.code }] },
  });
  return body.invoice;
}
const download = async (invoice: Resource): Promise<Resource> =>
  (await client.post(`/invoices/${invoice.svc_id}/download`)).body.invoice;
const rows = () =>
  server.pool.sql<{ content: Buffer | null; storage_key: string | null }[]>`
    select content, storage_key from document_files where organization_id = ${client.organizationId}
    order by created_at desc, id`;

test('a file is written to the storage and read from it', async () => {
  const { file_url: url } = await download(await bill());
  const [[key, file] = []] = storage.files;
  expect(key).toMatch(new RegExp(`^${client.organizationId}/[\\da-f-]{36}\\.pdf$`));
  expect(file?.type).toBe('application/pdf');
  expect((await rows())[0]).toEqual({ content: null, storage_key: key });
  const read = await readFile(url);
  expect(await textOf(read.bytes)).toContain('Blue Whale Ltd');
  expect(Buffer.from(read.bytes).equals(file?.content ?? Buffer.alloc(0))).toBe(true);
});

test('while the storage is out of order the job of a file is tried again, and the invoice has no file', async () => {
  storage.fault = 503;
  const invoice = await bill();
  expect((await download(invoice)).file_url).toBeNull();
  storage.fault = null;
  await runDocumentJobs(server, invoice);
  expect((await client.get(`/invoices/${invoice.svc_id}`)).body.invoice.file_url).toEqual(expect.any(String));
  expect(storage.files.size).toBe(1);
});

test('a file that the storage has lost is answered 404', async () => {
  const { file_url: url } = await download(await bill());
  storage.files.clear();
  expect((await fetch(url)).status).toBe(404);
});

test('a file in the database is still served after the setting was made', async () => {
  const before = await serveApp(server.database);
  const invoice = await bill();
  const { body } = await client.at(before.baseUrl).post(`/invoices/${invoice.svc_id}/download`);
  await before.stop();
  expect(storage.files.size).toBe(0);
  const { pathname } = new URL(body.invoice.file_url as string);
  expect((await fetch(`${server.baseUrl}${pathname}`)).status).toBe(200);
});

test('a deleted file is gone, also when it is deleted twice', async () => {
  await store.put('a.pdf', { content: Buffer.from('x'), contentType: 'application/pdf' });
  expect(await store.get('a.pdf')).toEqual(new Uint8Array(Buffer.from('x')));
  await server.app.services.documentStorage.delete(['a.pdf', 'a.pdf']);
  expect(await store.get('a.pdf')).toBeNull();
});

test('the storage that refuses is an error', async () => {
  storage.fault = 403;
  await expect(store.get('a.pdf')).rejects.toThrow('did not read a file: status 403');
  await expect(store.delete('a.pdf')).rejects.toThrow('status 403');
});

// Files of documents in the S3-compatible storage of FILES_URL: documents-and-emails.md §1, extensions.md §4.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { readFile, runDocumentJobs, textOf } from '../support/documents.js';
import { serveApp, startTestServer, type TestServer } from '../support/server.js';
import { readS3Url, S3FileStore } from '../../src/platform/files/s3-file-store.js';

/** What a storage has received, by path. */
const stored = new Map<string, { readonly content: Buffer; readonly type: string | undefined }>();
/** Set while the storage is out of order. */
let status: number | null = null;
let storage: Server;
let store: S3FileStore;
let server: TestServer;
let client: Client;

async function contentOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

beforeAll(async () => {
  storage = createServer((request, response) => {
    void contentOf(request).then((content) => {
      const { method, url = '', headers } = request;
      const isSigned = headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/') === true;
      const known = stored.get(url);
      if (method === 'PUT' && status === null) stored.set(url, { content, type: headers['content-type'] });
      if (method === 'DELETE') stored.delete(url);
      const found = method === 'GET' ? (known === undefined ? 404 : 200) : method === 'PUT' ? 200 : 204;
      response.writeHead(isSigned ? (status ?? found) : 403);
      response.end(method === 'GET' && status === null ? known?.content : undefined);
    });
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const { port } = storage.address() as AddressInfo;
  const place = readS3Url(`s3://key:secret@127.0.0.1:${port}/documents?tls=off`);
  if (place === null) throw new Error('The address of the storage is not read.');
  store = new S3FileStore(place);
  server = await startTestServer({ fileStore: store });
  client = await server.organization();
});
afterAll(async () => {
  await server.stop();
  storage.closeAllConnections();
  await new Promise((resolve) => storage.close(resolve));
});
beforeEach(() => {
  stored.clear();
  status = null;
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
  const [[path, file] = []] = stored;
  expect(path).toMatch(new RegExp(`^/documents/${client.organizationId}/[\\da-f-]{36}\\.pdf$`));
  expect(file?.type).toBe('application/pdf');
  expect((await rows())[0]).toEqual({ content: null, storage_key: path?.slice('/documents/'.length) });
  const read = await readFile(url);
  expect(await textOf(read.bytes)).toContain('Blue Whale Ltd');
  expect(Buffer.from(read.bytes).equals(file?.content ?? Buffer.alloc(0))).toBe(true);
});

test('while the storage is out of order the job of a file is tried again, and the invoice has no file', async () => {
  status = 503;
  const invoice = await bill();
  expect((await download(invoice)).file_url).toBeNull();
  status = null;
  await runDocumentJobs(server, invoice);
  expect((await client.get(`/invoices/${invoice.svc_id}`)).body.invoice.file_url).toEqual(expect.any(String));
  expect(stored.size).toBe(1);
});

test('a file that the storage has lost is answered 404', async () => {
  const { file_url: url } = await download(await bill());
  stored.clear();
  expect((await fetch(url)).status).toBe(404);
});

test('a file in the database is still served after the setting was made', async () => {
  const before = await serveApp(server.database);
  const invoice = await bill();
  const { body } = await client.at(before.baseUrl).post(`/invoices/${invoice.svc_id}/download`);
  await before.stop();
  expect(stored.size).toBe(0);
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
  status = 403;
  await expect(store.get('a.pdf')).rejects.toThrow('did not read a file: status 403');
  await expect(store.delete('a.pdf')).rejects.toThrow('status 403');
});

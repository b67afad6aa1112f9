// packages/client as its users get it: packed, installed in another folder, compiled against and run.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createCustomer, createTax } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { type ClientProject, createClientProject } from '../support/unpacked-package.js';

interface Manifest {
  readonly version: string;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}

const root = path.resolve(import.meta.dirname, '../..');
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
const own = manifestOf('.');
const packaged = manifestOf('packages/client');

let server: TestServer;
let client: Client;
let project: ClientProject;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  // What npm installs with the package: its dependencies, and what these need.
  project = await createClientProject([
    ...Object.keys(packaged.dependencies),
    'openapi-typescript-helpers',
    'graphql',
  ]);
});
afterAll(async () => {
  project.remove();
  await server.stop();
});

const PREAMBLE = `
  import { createGraphqlClient, createRestClient, TollgateError } from '@tollgate/client';
  import { CustomerOverviewDocument } from '@tollgate/client/documents';
  import type { GraphqlDocument, RestAnswer, schema } from '@tollgate/client';
  declare const process: { env: { BASE_URL: string; API_KEY: string } };
  const { BASE_URL: baseUrl, API_KEY: apiKey } = process.env;
  const rest = createRestClient({ baseUrl, apiKey });
  const graphql = createGraphqlClient({ url: baseUrl + '/graphql', apiKey });
`;

test('it has the version of the server, and the versions of its dependencies that are tested here', () => {
  expect(packaged.version).toBe(own.version);
  expect(own.devDependencies).toMatchObject(packaged.dependencies);
});

test('the package holds what its manifest names, and the schema for the codegen of its users', () => {
  expect(project.packedFiles).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'schema.graphql',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/generated/documents.js',
      'dist/generated/rest.d.ts',
    ]),
  );
  expect(project.packedFiles.filter((file) => file.startsWith('src/'))).toEqual([]);
});

test('a program compiles against it and runs: both APIs, a repeated request, refusals', async () => {
  const customer = await createCustomer(client, { name: 'Acme', currency: 'EUR' });
  await createTax(client, { code: 'taken', name: 'Taken', rate: 20 });
  const program = `${PREAMBLE}
    const order = { body: { tax: { code: 'a/b', name: 'A', rate: 5.5 } }, idempotencyKey: 'once' };
    const { tax } = await rest.post('/taxes', order);
    const repeated = await rest.post('/taxes', order);
    const read: RestAnswer<'get', '/taxes/{code}'> = await rest.get('/taxes/{code}', { path: { code: 'a/b' } });
    const rate: number = read.tax.rate;
    const description: string | null = read.tax.description;
    const listed = await rest.get('/customers', { query: { 'currencies[]': ['EUR', 'USD'], per_page: 1 } });
    const none = await rest.get('/customers', { query: { metadata: { region: 'eu' } } });
    await rest.delete('/taxes/{code}', { path: { code: 'a/b' } });
    const createTax: GraphqlDocument<{ createTax: { tax: { id: string } } | null }, { input: schema.CreateTaxInput }> =
      'mutation ($input: CreateTaxInput!) { createTax(input: $input) { tax { id } } }';
    const create = () => graphql.request(createTax, { input: { code: 'b', name: 'B', rate: 1 } }, { idempotencyKey: 'b' });
    const created = [(await create()).createTax.tax.id, (await create()).createTax.tax.id];
    const currency: schema.CurrencyCode = 'EUR';
    const { customer } = await graphql.request(CustomerOverviewDocument, { externalId: ${JSON.stringify(customer.external_id)} });
    const refusals = await Promise.all([
      rest.post('/taxes', { body: { tax: { code: 'taken', name: 'A', rate: 1 } } }),
      rest.get('/taxes/{code}', { path: { code: 'unknown' } }),
      graphql.request(CustomerOverviewDocument, { externalId: 'unknown' }),
      createRestClient({ baseUrl, apiKey: 'svc_unknown' }).get('/taxes'),
      createGraphqlClient({ url: baseUrl + '/graphql', apiKey: 'svc_unknown' }).request(CustomerOverviewDocument, { externalId: '' }),
    ].map((answer) => (answer as Promise<unknown>).catch((error: unknown) => {
      if (!(error instanceof TollgateError)) throw error;
      const { status, code, details, requestId } = error;
      return [status, code, details, typeof requestId];
    })));
    console.log(JSON.stringify({
      same: tax.svc_id === repeated.tax.svc_id, sameInGraphql: created[0] === created[1], rate, description, listed: listed.customers.length, none: none.meta.total_count,
      name: customer.name, paid: customer.currency === currency, refusals,
    }));
  `;
  const printed = await project.run(program, { BASE_URL: client.baseUrl, API_KEY: client.key ?? '' });
  expect(JSON.parse(printed)).toEqual({
    same: true,
    sameInGraphql: true,
    rate: 5.5,
    description: null,
    listed: 1,
    none: 0,
    name: 'Acme',
    paid: true,
    refusals: [
      [422, 'validation_errors', { code: ['value_already_exist'] }, 'string'],
      [404, 'tax_not_found', null, 'string'],
      [404, 'not_found', { customer: ['not_found'] }, 'string'],
      [401, null, null, 'string'],
      [401, 'unauthorized', null, 'string'],
    ],
  });
});

test('the compiler refuses wrong paths, parameters, bodies, members and variables', async () => {
  const mistakes = [
    "await rest.get('/taxs');",
    "await rest.patch('/taxes');",
    "await rest.get('/taxes/{code}');",
    "await rest.get('/taxes/{code}', { path: { id: '1' } });",
    "await rest.get('/invoices', { query: { 'payment_statuses[]': ['payed'] } });",
    "await rest.post('/taxes', { body: { tax: { code: 'a', name: 'A' } } });",
    "await rest.post('/taxes', { body: { tax: { code: 'a', name: 'A', rate: 1, ratio: 2 } } });",
    "await rest.get('/taxes', { body: {} });",
    "await rest.get('/taxes', { idempotencyKey: 'a' });",
    "(await rest.get('/taxes')).taxes[0]?.ratio;",
    "(await rest.get('/taxes/{code}', { path: { code: 'a' } })).tax.description.length;",
    'await graphql.request(CustomerOverviewDocument);',
    'await graphql.request(CustomerOverviewDocument, { external_id: "a" });',
    "(await graphql.request(CustomerOverviewDocument, { externalId: 'a' })).customer.nam;",
  ];
  const start = PREAMBLE.split('\n').length;
  const errors = await project.compile(
    `${PREAMBLE}\n${mistakes.join('\n')}\nexport type Unused = RestAnswer<'get', '/taxes'> | schema.CurrencyCode | TollgateError;`,
  );
  const refused = new Set(errors.map((line) => Number(/^program\.ts\((\d+),/.exec(line)?.[1]) - start - 1));
  expect(mistakes.filter((_, index) => !refused.has(index))).toEqual([]);
});

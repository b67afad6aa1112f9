// packages/client as its users get it: packed, installed in another folder, compiled against and run.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AccountCalls, SIGNS_IN } from '../support/account-calls.js';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  perCall,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
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

let clock: HandClock;
let server: TestServer;
let client: Client;
/** Of the organization with what the walk shows. */
let dashboard: Client;
/** Called by the walk where two hours pass. */
let later: Server;
let project: ClientProject;
/** What the compiler says of the programs below. */
let errors: readonly string[];

beforeAll(async () => {
  clock = new HandClock('2027-01-10T12:00:00Z');
  server = await startTestServer({ clock });
  client = await server.organization();
  // What npm installs with the package: its dependencies, and what these need.
  project = await createClientProject([
    ...Object.keys(packaged.dependencies),
    'openapi-typescript-helpers',
    'graphql',
    // What docs/graphql.md has installed beside it.
    'graphql-ws',
  ]);
  dashboard = await buildDashboardData();
  later = createServer((_request, response) => {
    clock.set('2027-03-15T14:00:00Z');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(later, 'listening');
  await generateDocuments();
  errors = await project.compile({ program: PROGRAM, walk: walk(), mistakes: MISTAKEN });
}, 120_000);
afterAll(async () => {
  later.close();
  project.remove();
  await server.stop();
});

const errorsIn = (program: string) => errors.filter((line) => line.startsWith(`${program}.ts(`));

const PREAMBLE = `
  import { createGraphqlClient, createRestClient, TollgateError } from '@tollgate/client';
  import { CustomerOverviewDocument } from '@tollgate/client/documents';
  import type { GraphqlDocument, RestAnswer, schema, WebhookMessage } from '@tollgate/client';
  declare const process: { env: { BASE_URL: string; API_KEY: string } };
  const { BASE_URL: baseUrl, API_KEY: apiKey } = process.env;
  const rest = createRestClient({ baseUrl, apiKey });
  const graphql = createGraphqlClient({ url: baseUrl + '/graphql', apiKey });
`;

test('the client package has the version of the server, and the versions of its dependencies that are tested here', () => {
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

const PROGRAM = `${PREAMBLE}
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
  const { customer } = await graphql.request(CustomerOverviewDocument, { externalId: 'acme' });
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
  const numberOf = (message: WebhookMessage): string | null =>
    message.webhook_type === 'invoice.created' ? message.invoice.number : null;
  console.log(JSON.stringify({
    receives: typeof numberOf,
    same: tax.svc_id === repeated.tax.svc_id, sameInGraphql: created[0] === created[1], rate, description, listed: listed.customers.length, none: none.meta.total_count,
    name: customer.name, paid: customer.currency === currency, refusals,
  }));
`;

test('a program compiles against it and runs: both APIs, a repeated request, refusals', async () => {
  await createCustomer(client, { external_id: 'acme', name: 'Acme', currency: 'EUR' });
  await createTax(client, { code: 'taken', name: 'Taken', rate: 20 });
  // Nor is there an error in what the package declares.
  expect(errors.filter((line) => !/^(?:walk|mistakes)\.ts\(/.test(line))).toEqual([]);
  const printed = await project.run('program', { BASE_URL: client.baseUrl, API_KEY: client.key ?? '' });
  expect(JSON.parse(printed)).toEqual({
    receives: 'function',
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

/** The blocks of a language in a text of Markdown. */
const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  );

/** What the walk of docs/graphql.md logs in with. */
const ADA = { email: 'ada@example.com', password: 'correct horse 1' };

/** An organization with what the walk shows. */
async function buildDashboardData(): Promise<Client> {
  const calls = new AccountCalls(() => server, {
    registerUser: `${SIGNS_IN} organization { id }`,
    createApiKey: 'apiKey { value }',
  });
  const { token, organization } = await calls.done('registerUser', { ...ADA, organizationName: 'Hooli' });
  const { apiKey } = await calls.done('createApiKey', {}, { token, organizationId: organization.id });
  const own = new Client(server.baseUrl, apiKey.value, organization.id);
  await createTax(own, { name: 'VAT', rate: 20, applied_to_organization: true });
  for (let index = 1; index <= 22; index += 1)
    await createCustomer(own, { name: `NORD ${String(index).padStart(2, '0')}` });
  const customer = await createCustomer(own, { external_id: 'nord', name: 'Nörd & Söhne', currency: 'EUR' });
  await createCustomer(own, { name: 'Süd' });
  const metric = await createMetric(own, { name: 'Calls' });
  const plan = await createPlan(own, { name: 'Pro', amount_cents: 0, charges: [perCall(metric)] });
  const { code } = await createAddOn(own, { name: 'Setup', amount_cents: 1_000 });
  for (const month of ['01', '03']) {
    clock.set(`2027-${month}-15T12:00:00Z`);
    const invoice = {
      external_customer_id: 'nord',
      currency: 'EUR',
      fees: [{ add_on_code: code, units: month }],
    };
    await own.post('/invoices', { invoice });
  }
  const subscription = await subscribe(own, customer, plan);
  await sendEvents(own, subscription, metric, [{}, {}, {}]);
  return own;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const [chapter = ''] = /^## Build a dashboard\n.*?(?=^## )/ms.exec(read('docs/graphql.md')) ?? [];

/** Generates the types of the walk's documents by the recipe of the README. */
async function generateDocuments(): Promise<void> {
  const recipe = blocksOf(read('packages/client/README.md'), 'ts').find((block) =>
    block.startsWith('// codegen.ts'),
  );
  const documents = blocksOf(chapter, 'graphql').map((block) => [/^# (\S+)/.exec(block)?.[1] ?? '', block]);
  await project.generate({ 'codegen.ts': recipe ?? '', ...Object.fromEntries(documents) });
}

/** The program of the walk, which prints what it has found. */
function walk(): string {
  const { port } = later.address() as AddressInfo;
  const program = blocksOf(chapter, 'ts')
    .join('\n')
    .replaceAll('./documents.generated.js', './app/documents.generated.js')
    .replaceAll('https://billing.example', server.baseUrl)
    .replaceAll('svc_…', dashboard.key ?? '')
    // Two hours pass before the session is used again.
    .replace(
      'const { currentUser }',
      `const before = session.token; await fetch('http://127.0.0.1:${port}');\n$&`,
    );
  const shown =
    'customers, portal: customer.portalUrl, usage, invoice, pdf, points, states, marked, saved, email: currentUser.email, theirs, renewed: session.token !== before, afterwards';
  return `${program}\nconsole.log(JSON.stringify({ ${shown} }));`;
}

test('the walk "Build a dashboard" of docs/graphql.md runs, with types that the recipe of the README generates', async () => {
  expect(errorsIn('walk')).toEqual([]);
  const stop = await server.app.services.liveUpdates.follow(server.connections.listen);
  const printed = await project.run('walk', {}).finally(stop);
  const { customers, states, pdf, ...result } = JSON.parse(printed);
  expect(customers).toHaveLength(23);
  expect(customers.at(-1)).toMatchObject({ externalId: 'nord', name: 'Nörd & Söhne' });
  expect([states.at(0), states.at(-1)]).toEqual(['pending', 'succeeded']);
  const file = await fetch(pdf);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const points = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, 3 + index, 1)));
  expect(result).toEqual({
    portal: expect.stringMatching(/\/portal#/),
    usage: [['Pro', 360]],
    invoice: {
      number: expect.any(String),
      feesAmountCents: 3_000,
      fees: [{ units: '3.0', amountCents: 3_000, item: { name: 'Setup' } }],
      appliedTaxes: [{ taxName: 'VAT', taxRate: '20.0', amountCents: 600 }],
      totalAmountCents: 3_600,
      totalDueAmountCents: 3_600,
    },
    points: points.map((month) => [
      month.toISOString().slice(0, 10),
      { '2027-01': 1_200, '2027-03': 3_600 }[month.toISOString().slice(0, 7)] ?? 0,
    ]),
    marked: {
      country: '"Germany" is not a CountryCode, such as AD or AE.',
      email: 'This is not an e-mail address.',
    },
    saved: {},
    email: ADA.email,
    theirs: expect.objectContaining({ nodes: [expect.objectContaining({ name: 'Süd' })] }),
    renewed: true,
    afterwards: 'unauthorized',
  });
}, 120_000);

const MISTAKES = [
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
  "export const kind: WebhookMessage['webhook_type'] = 'invoice.paid';",
  "export const planOf = (message: WebhookMessage<'plan.created'>) => message.invoice;",
];
const MISTAKEN = `${PREAMBLE}\n${MISTAKES.join('\n')}\nexport type Unused = RestAnswer<'get', '/taxes'> | schema.CurrencyCode | TollgateError;`;

test('the compiler refuses wrong paths, parameters, bodies, members and variables', () => {
  const start = PREAMBLE.split('\n').length;
  const refused = new Set(
    errorsIn('mistakes').map((line) => Number(/^mistakes\.ts\((\d+),/.exec(line)?.[1]) - start - 1),
  );
  expect(MISTAKES.filter((_, index) => !refused.has(index))).toEqual([]);
});

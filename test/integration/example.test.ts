import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startJobs } from '../../src/platform/jobs/jobs.js';
import { createLogger } from '../../src/platform/log.js';
import type { Client } from '../support/client.js';
import { startTestServer, TEST_PUBLIC_URL, type TestServer } from '../support/server.js';
import { CAPABILITIES } from '../../src/main/capabilities.js';

const root = path.resolve(import.meta.dirname, '../..');
const TRACE = path.resolve(root, '../shared/data/llm-trace/conversation.csv');
const ROWS = 300;
/** Of the demo's year. Its coupons end within them, and its card is declined in the last two. */
const MONTHS = Number(process.env['DEMO_MONTHS'] ?? 5);

let server: TestServer;
let client: Client;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-example-test-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the example bills a month of usage to the cent, and running it again changes nothing', async () => {
  const lines = existsSync(TRACE) ? realLines() : generatedLines();
  const file = path.join(folder, 'usage.csv');
  writeFileSync(file, ['TIMESTAMP,ContextTokens,GeneratedTokens', ...lines].join('\r\n'));
  const context = totalOf(lines, 1);
  const generated = totalOf(lines, 2);

  const printed = await runExample(file);
  const first = await theInvoice();
  expect(first.fees.map((fee: Fee) => [fee.item.code, fee.units, fee.amount_cents])).toEqual([
    ['llm_api', '1.0', 2000],
    ['context_tokens', `${context}.0`, centsOf(context, 5n)],
    ['generated_tokens', `${generated}.0`, centsOf(generated, 15n)],
  ]);
  const subtotal = 2000 + centsOf(context, 5n) + centsOf(generated, 15n);
  const taxes = Math.round(subtotal / 5);
  expect([first.status, first.taxes_amount_cents, first.total_amount_cents]).toEqual([
    'finalized',
    taxes,
    subtotal + taxes,
  ]);
  expect(printed).toContain(((subtotal + taxes) / 100).toFixed(2));

  await runExample(file);
  expect(await theInvoice()).toEqual(first);
  const { body } = await client.get('/events?per_page=1');
  expect(body.meta.total_count).toBe(2 * ROWS);
});

interface Fee {
  readonly item: { readonly code: string };
  readonly units: string;
  readonly amount_cents: number;
}

async function theInvoice() {
  const { body } = await client.get('/invoices');
  expect(body.invoices).toHaveLength(1);
  return (await client.get(`/invoices/${body.invoices[0].svc_id}`)).body.invoice;
}

async function runExample(file: string): Promise<string> {
  return run(['examples/llm-billing.ts', file]);
}

async function runDemo(env: Record<string, string>): Promise<string> {
  return run(['examples/demo.ts'], env);
}

/** Runs an example against this file's server. */
async function run(program: string[], more: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, BASE_URL: client.baseUrl, API_KEY: client.key ?? '', ...more };
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: root, env });
  return stdout;
}

function realLines(): string[] {
  return readFileSync(TRACE, 'utf8')
    .split(/\r?\n/)
    .slice(1, ROWS + 1);
}

/** Rows of the same shape, where the trace is absent; a fixed rule, so that a failure can be repeated. */
function generatedLines(): string[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const second = String(row % 60).padStart(2, '0');
    const minute = String(Math.floor(row / 60) % 60).padStart(2, '0');
    return `2023-11-16 18:${minute}:${second}.${String(row).padStart(7, '0')},${(row * 37) % 4096},${(row * 11) % 512}`;
  });
}

function totalOf(lines: readonly string[], column: number): bigint {
  return lines.reduce((sum, line) => sum + BigInt(line.split(',')[column] ?? '0'), 0n);
}

/** Tokens at `price` ten-millionths of a dollar each, rounded half up to cents, in integers only. */
function centsOf(tokens: bigint, price: bigint): number {
  return Number((tokens * price + 50_000n) / 100_000n);
}

test('a line that cannot be read, and a key that is refused, are reported in one sentence', async () => {
  const file = path.join(folder, 'garbage.csv');
  writeFileSync(file, 'TIMESTAMP,ContextTokens,GeneratedTokens\nnonsense');
  await expect(runExample(file)).rejects.toMatchObject({
    code: 1,
    stderr: `${file}, line 2: expected TIMESTAMP,ContextTokens,GeneratedTokens.\n`,
  });
  await expect(runDemo({ API_KEY: 'svc_unknown' })).rejects.toMatchObject({
    code: 1,
    stderr: `${client.baseUrl} refuses the API key (401).\n`,
  });
});

test('the demo lives the months that end today, and fills every screen of examples/dashboard', async () => {
  const demo = await server.organization();
  const jobs = await startJobs({
    connection: server.database.connection,
    // Documents are made when somebody asks for one: all of them would take most of the time.
    jobs: CAPABILITIES.jobs(server.app.services).filter(({ name }) => name !== 'make_document'),
    log: createLogger('silent'),
    count: () => undefined,
  });
  // The last month ends at a whole second.
  const startedAt = Math.floor(Date.now() / 1000) * 1000;
  const printed = await runDemo({ API_KEY: demo.key ?? '', DEMO_MONTHS: String(MONTHS) }).finally(() =>
    jobs.stop(),
  );
  expect(printed).toContain(`API key    ${demo.key ?? ''}`);
  const total = async (list: string) => (await demo.get(`${list}per_page=1`)).body.meta.total_count;
  const billed = '/invoices?invoice_type=subscription&';
  expect(await total(`${billed}status[]=finalized&status[]=draft&`)).toBe(20 * MONTHS);
  const drafts = await total('/invoices?status=draft&');
  expect([1, 2]).toContain(drafts);
  expect(await total(`${billed}payment_status=succeeded&`)).toBe(16 * MONTHS + MONTHS - 2 - drafts);
  expect(await total('/invoices?payment_status=failed&')).toBe(2);
  expect(await total('/invoices?payment_overdue=true&')).toBeGreaterThanOrEqual(3 * (MONTHS - 1));
  expect(await total(`${billed}currency=USD&`)).toBe(4 * MONTHS);
  expect(await total('/credit_notes?')).toBe(1);
  expect(await total('/applied_coupons?')).toBe(2);
  const { test_clocks: clocks } = (await demo.get('/test_clocks')).body;
  const end = Date.parse(clocks[0].frozen_time);
  expect([end >= startedAt, end <= Date.now()]).toEqual([true, true]);

  for (const [what, type] of [
    ['PDF', 'application/pdf'],
    ['E-invoice', 'application/xml'],
    ['Portal', 'text/html'],
  ] as const) {
    const [, address = ''] = new RegExp(`^ +${what} +(http\\S+)$`, 'm').exec(printed) ?? [];
    const file = await fetch(address.replace(TEST_PUBLIC_URL, server.baseUrl));
    expect([what, file.status, file.headers.get('content-type')]).toEqual([
      what,
      200,
      expect.stringContaining(type),
    ]);
  }
  const [, email, password] = /^ +Login +(\S+) +(\S+)/m.exec(printed) ?? [];
  const { errors } = await demo
    .withKey(null)
    .graphql('mutation ($input: LoginUserInput!) { loginUser(input: $input) { token } }', {
      input: { email, password },
    });
  expect(errors).toBeUndefined();

  const folder = path.join(root, 'examples/dashboard');
  const screens = [...printed.matchAll(/^ +(\S+\.graphql) +(\{.*\})$/gm)];
  expect(screens.map(([, file]) => file).toSorted()).toEqual(readdirSync(folder).toSorted());
  for (const [, file = '', variables = ''] of screens) {
    const document = readFileSync(path.join(folder, file), 'utf8');
    const answer = await demo.graphql(document, JSON.parse(variables) as Record<string, unknown>);
    expect([file, answer.errors]).toEqual([file, undefined]);
    expect([file, emptyIn(answer.data)]).toEqual([file, []]);
  }
  expect(await runDemo({ API_KEY: demo.key ?? '' })).toContain('The demo data exists already.');
}, 240_000);

/** Lists that are empty, counts of 0, and root fields that are null. */
function emptyIn(value: unknown, place = 'data'): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [place] : value.flatMap((one, index) => emptyIn(one, `${place}.${index}`));
  if (typeof value === 'object' && value !== null)
    return (
      Object.entries(value)
        // An object as the activity log shows it may have empty members.
        .filter(([name]) => name !== 'activityObjectChanges')
        .flatMap(([name, member]) => emptyIn(member, `${place}.${name}`))
    );
  return (value === 0 && place.endsWith('Count')) || (value === null && !/\..*\./.test(place)) ? [place] : [];
}

test('the walk of the README runs twice on one server, without a refusal', async () => {
  const { key } = await server.organization();
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const chapter = readme.slice(readme.indexOf('## A first invoice'));
  const [, walk = ''] = /```sh\n(.*?)```/s.exec(chapter) ?? [];
  const [, query = ''] = /```graphql\n(.*?)```/s.exec(chapter) ?? [];
  const script = walk.replace('svc_…', key ?? '').replace('$(date +%s)', '$RUN_OF_TEST');
  for (const run of ['1', '2']) {
    const env = { ...process.env, PORT: new URL(server.baseUrl).port, RUN_OF_TEST: run };
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', script], { env });
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/"status":\s*[45]\d\d/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('20640');
  }
  const { data } = await client.withKey(key).graphql(query);
  expect(data.customers.nodes[0].invoices.nodes[0].totalAmountCents).toBe(20_640);
});

// Backups of a running server: they restore as of their instant, survive kills, and never overwrite anything.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runBackupProgram } from '../../src/main/backup/backup-commands.js';
import { findRunningPostgres } from '../../src/embedded-postgres/running-postgres.js';
import { OwnBackups } from '../../src/main/backup/own-backups.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { createLogger } from '../../src/platform/log.js';
import { JOINED } from '../../src/platform/db/migrating/joined-migrations.js';
import {
  createAddOn,
  createCustomer,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import { type ChargingProvider, startGocardless, startStripe } from '../support/charging-providers.js';
import { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { Program } from '../support/program.js';
import { until } from '../support/until.js';

/** All 50 with KILL_POINTS=50. */
const KILL_POINTS = Number(process.env['KILL_POINTS'] ?? '3');
/** For a busy machine: nothing is measured. */
const LIMIT_MS = 240_000 + KILL_POINTS * 10_000;
const WRITERS = 3;
const API_KEY = 'svc_a_key_of_the_backup_test_12345678';
const PASSPHRASE = 'correct horse battery staple';

let parent: string;
let target: string;
let dataDir: string;
let server: Program;
let pool: Pool;
let client: Client;
/** Of a customer of each billing entity, each with a receipt and a credit note. */
let invoices: readonly Resource[];
/** The billing entity that numbers its invoices itself; another organization has one with its code. */
let ownEntity: Resource;
let providers: readonly ChargingProvider[];
let plan: Resource;
/** A customer of each provider. */
const payers = new Map<ChargingProvider, Resource>();

beforeAll(async () => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'backup '));
  [target, dataDir] = [path.join(parent, 'target'), path.join(parent, 'data')];
  providers = [await startStripe(), await startGocardless()];
  server = start(dataDir, { BOOTSTRAP_API_KEY: API_KEY });
  client = new Client(await server.url(), API_KEY, '');
  pool = await poolOf(dataDir);
  await pool.sql`create table load (writer int, step int, text text, primary key (writer, step))`;
  await createAddOn(client, { code: 'seat' });
  plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
  ownEntity = await createEntity(client, 'own', 'per_billing_entity');
  await createEntity(client, 'later', 'per_customer');
  await createEntity(await anotherOrganization(), 'own', 'per_billing_entity');
  for (const provider of providers) payers.set(provider, await createPayer(provider));
  invoices = await Promise.all(
    ['default', 'own', 'later'].map(async (billing_entity_code) =>
      bill(client, await createCustomer(client, { billing_entity_code })),
    ),
  );
  for (const invoice of invoices) {
    await numberOfReceipt(client, invoice);
    await numberOfCreditNote(client, invoice);
  }
  await billPayers(client, 'early', 1);
  await paid(client, 2);
  expect(await run(['backup', target])).toMatchObject({ code: 0 });
}, LIMIT_MS);
afterAll(async () => {
  await pool.close();
  await server.stop();
  for (const { standIn } of providers) await standIn.stop();
  rmSync(parent, { recursive: true });
});

/** Starts a server that charges at the stand-ins of the providers. */
function start(folder: string, more: Readonly<Record<string, string>> = {}): Program {
  const [stripe, gocardless] = providers;
  const addresses = {
    NODE_OPTIONS: `--import=${new URL('../support/provider-addresses.mjs', import.meta.url).href}`,
    STRIPE_STAND_IN: stripe?.standIn.url ?? '',
    GOCARDLESS_STAND_IN: gocardless?.standIn.url ?? '',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  };
  return new Program({ env: { DATA_DIR: folder, ...addresses, ...more } });
}

async function anotherOrganization(): Promise<Client> {
  const args = ['organizations', 'create', 'Other'];
  const admin = new Program({ env: { DATA_DIR: dataDir }, name: 'admin', args });
  expect(await admin.exit()).toBe(0);
  return new Client(client.baseUrl, /svc_\S+/.exec(admin.output)?.[0] ?? '', '');
}

async function createEntity(at: Client, code: string, document_numbering: string): Promise<Resource> {
  const billing_entity = { name: code, code, document_numbering };
  return create(at, '/billing_entities', { billing_entity });
}

const CONNECT = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id } }
}`;

/** A customer whom a provider can charge. */
async function createPayer(provider: ChargingProvider): Promise<Resource> {
  const { type, settings } = provider;
  const input = { type, name: type, code: type, ...settings };
  expect((await client.graphql(CONNECT, { input })).errors).toBeUndefined();
  const id = unique('cus');
  const payer = await createCustomer(client, {
    billing_configuration: {
      payment_provider: type,
      payment_provider_code: type,
      provider_customer_id: id,
    },
  });
  const [organization] = await pool.sql<{ id: string }[]>`
    select organization_id as id from customers where id = ${payer.svc_id}`;
  const { body, headers } = provider.methodAdded(id);
  const address = `${client.baseUrl}/webhooks/${type}/${organization?.id ?? ''}?code=${type}`;
  // A job asks the provider for the secret of its messages first.
  await until(
    async () => (await fetch(address, { method: 'POST', body, headers })).status === 200,
    LIMIT_MS,
    100,
  );
  await until(
    async () => {
      const methods = await client.get(`/customers/${payer.external_id}/payment_methods`);
      return methods.body.payment_methods.length === 1;
    },
    LIMIT_MS,
    100,
  );
  return payer;
}

/** Bills the payers of all providers: each gets two invoices. */
async function billPayers(at: Client, subscription: string, units: number): Promise<void> {
  for (const { external_id } of payers.values()) {
    await subscribe(at, { external_id }, plan, {
      external_id: `${external_id} ${subscription}`,
      billing_time: 'anniversary',
    });
    const fees = [{ add_on_code: 'seat', units }];
    await create(at, '/invoices', {
      invoice: { external_customer_id: external_id, currency: 'EUR', fees },
    });
  }
}

/** The numbers of all invoices of the payers. */
async function numbersOfPayers(at: Client): Promise<string[]> {
  const numbers: string[] = [];
  for (const { external_id } of payers.values()) {
    const { body } = await at.get(`/invoices?external_customer_id=${external_id}`);
    numbers.push(...body.invoices.map((each: Resource) => each.number));
  }
  return numbers;
}

/** Waits until the payers have paid this many invoices each. */
async function paid(at: Client, count: number): Promise<void> {
  await until(
    async () => {
      for (const { external_id } of payers.values()) {
        const { body } = await at.get(`/invoices?external_customer_id=${external_id}`);
        const done = body.invoices.filter((each: Resource) => each.payment_status === 'succeeded');
        if (done.length !== count || body.invoices.length !== count) return false;
      }
      return true;
    },
    LIMIT_MS,
    100,
  );
}

const charges = () => providers.map((provider) => provider.charges().length);

async function poolOf(folder: string): Promise<Pool> {
  const connection = await findRunningPostgres({ name: 'tollgate', dataDir: folder });
  if (connection === null) throw new Error(`No Postgres runs on ${folder}.`);
  return connect(connection, { max: WRITERS });
}

const environment = (folder: string) => ({
  DATA_DIR: folder,
  BACKUP_PASSPHRASE: PASSPHRASE,
  TMPDIR: os.tmpdir(),
});

/** Runs the program `backup` in this process: a process of its own would take most of its time to load. */
async function run(args: string[], folder = dataDir): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const write = (line: string) => lines.push(`${line}\n`);
  const code = await runBackupProgram(args, environment(folder), { print: write, say: write });
  return { code, output: lines.join('') };
}

async function create(at: Client, path: string, body: object): Promise<Resource> {
  const answer = await at.post(path, body);
  expect([path, answer]).toMatchObject([path, { status: 200 }]);
  return answer.body;
}

async function bill(at: Client, { external_id }: Resource): Promise<Resource> {
  const invoice = { external_customer_id: external_id, fees: [{ add_on_code: 'seat' }] };
  return (await create(at, '/invoices', { invoice })).invoice;
}

async function numberOfReceipt(at: Client, { svc_id }: Resource): Promise<string> {
  const payment = { invoice_id: svc_id, amount_cents: 100, reference: 'cheque' };
  return (await create(at, '/payments', { payment })).payment.payment_receipt.number;
}

async function numberOfCreditNote(at: Client, { svc_id, fees }: Resource): Promise<string> {
  const items = [{ fee_id: fees[0].svc_id, amount_cents: 10 }];
  const body = { credit_note: { invoice_id: svc_id, items, credit_amount_cents: 10 } };
  return (await create(at, '/credit_notes', body)).credit_note.number;
}

/** Makes one of all that is numbered, for old and new customers, invoices and billing entities. @returns the numbers. */
async function takeNumbers(at: Client): Promise<string[]> {
  const numbers: string[] = [];
  for (const billing_entity_code of ['default', 'own', 'later']) {
    const customer = await createCustomer(at, { billing_entity_code });
    numbers.push(customer.slug, (await bill(at, customer)).number);
  }
  for (const old of invoices) {
    const invoice = await bill(at, old.customer);
    numbers.push(invoice.number);
    for (const each of [old, invoice])
      numbers.push(await numberOfReceipt(at, each), await numberOfCreditNote(at, each));
  }
  expect(
    await at.put('/billing_entities/later', { billing_entity: { document_numbering: 'per_billing_entity' } }),
  ).toMatchObject({ status: 200 });
  for (const { customer } of invoices) numbers.push((await bill(at, customer)).number);
  return numbers;
}

const wholeBackups = (folder = target) =>
  readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'manifest.json')));

test(
  'a backup under load restores to the source as of its instant, row by row; no number is given and nobody charged again; work waits',
  async () => {
    const load = startLoad();
    await load.reached(20);
    const before = load.committed();
    expect(await run(['backup', target])).toMatchObject({ code: 0 });
    const after = load.committed();
    await load.stop();
    await billPayers(client, 'lost', 2);
    const lost = [...(await takeNumbers(client)), ...(await numbersOfPayers(client))];
    await paid(client, 4);
    expect(charges()).toEqual([4, 4]);

    const restored = path.join(parent, 'restored');
    const done = await run(['restore', target], restored);
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('holds the data as of')]);
    const second = start(restored);
    const url = await second.url();
    const copy = await poolOf(restored);
    try {
      const rows = await copy.sql<{ writer: number; step: number; text: string }[]>`
      select writer, step, text from load order by writer, step`;
      for (let writer = 0; writer < WRITERS; writer += 1) {
        const steps = rows.filter((row) => row.writer === writer).map(({ step, text }) => [step, text]);
        // Each transaction inserts a row and changes the one before it.
        const last = steps.length;
        expect(last).toBeGreaterThanOrEqual(before[writer] ?? 0);
        expect(last).toBeLessThanOrEqual((after[writer] ?? 0) + 1);
        expect(steps).toEqual(
          Array.from({ length: last }, (_, index) => [index + 1, index + 1 === last ? 'new' : 'changed']),
        );
      }
      expect(readFileSync(path.join(restored, 'encryption.key'))).toEqual(
        readFileSync(path.join(dataDir, 'encryption.key')),
      );
      const ready = async () => (await (await fetch(`${url}/ready`)).json()) as object;
      expect(await ready()).toHaveProperty('restore');
      const at = client.at(url);
      const former = await numbersOfPayers(at);
      await billPayers(at, 'lost', 2);
      const again = (await numbersOfPayers(at)).filter((number) => !former.includes(number));
      expect(again).toHaveLength(4);
      const numbers = [...lost, ...(await takeNumbers(at)), ...again];
      expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
      expect(charges()).toEqual([4, 4]);
      const verify = new Program({ env: { DATA_DIR: restored }, name: 'verify' });
      expect([await verify.exit(), verify.output]).toEqual([0, expect.stringMatching(/Every counter/)]);
      const workers = () => copy.sql`
      select 1 from pg_stat_activity where query ilike '%graphile_worker%' and pid <> pg_backend_pid()`;
      expect(await workers()).toHaveLength(0);
      expect(await run(['restore', 'go'], restored)).toMatchObject({ code: 0 });
      expect(await ready()).not.toHaveProperty('restore');
      while ((await workers()).length === 0) await sleep(20);
      await paid(at, 4);
      expect(charges()).toEqual([4, 4]);
      // What nobody has paid yet is charged.
      await billPayers(at, 'new', 3);
      await paid(at, 6);
      expect(charges()).toEqual([6, 6]);
    } finally {
      await copy.close();
      await second.stop();
    }
    const again = await run(['restore', target], restored);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('is not empty')]);
  },
  LIMIT_MS,
);

/** Runs a restore and kills it once its record shows this. */
async function killRestore(args: string[], folder: string, shows: RegExp): Promise<void> {
  const program = new Program({ env: environment(folder), name: 'backup', args });
  const file = path.join(folder, 'restored.json');
  while (!existsSync(file) || !shows.test(readFileSync(file, 'utf8'))) await sleep(5);
  program.process.kill('SIGKILL');
  expect(await program.exit()).toBeNull();
}

/** What a server says that refuses to start. */
async function refusal(folder: string): Promise<string> {
  const program = new Program({ env: { DATA_DIR: folder } });
  expect(await program.exit()).toBe(1);
  return program.output;
}

test('a restore that is killed before all files are there leaves a folder that nothing uses', async () => {
  const folder = path.join(parent, 'killed');
  await killRestore(['restore', target], folder, /"step": "files"/);
  expect(await refusal(folder)).toMatch(/empty the folder and restore again/);
  const commands = [
    ['restore', target],
    ['restore', 'finish'],
    ['restore', 'go'],
    ['backup', target],
  ];
  for (const { code, output } of await Promise.all(commands.map((args) => run(args, folder))))
    expect([code, output]).toEqual([1, expect.stringMatching(/empty the folder and restore again/)]);
});

test('a restore with wrong numbers, or killed before it sets them, is finished later, also by a server', async () => {
  const folder = path.join(parent, 'wrong numbers');
  const finish = (...numbers: string[]) => run(['restore', 'finish', '--numbers-from', ...numbers], folder);
  const wrong = await run(['restore', target, '--numbers-from', 'later=9'], folder);
  expect(wrong).toEqual({
    code: 1,
    output: expect.stringMatching(/names no billing entity .*restore finish/),
  });
  expect(await refusal(folder)).toMatch(/wrong numbers.*restore finish/);
  expect(await finish('own=7000')).toEqual({
    code: 1,
    output: expect.stringMatching(/several; give its id/),
  });
  const { svc_id: id } = ownEntity;
  expect(await finish(`${id}=1`)).toEqual({ code: 1, output: expect.stringMatching(/has invoices up to/) });
  await killRestore(['restore', 'finish', '--numbers-from', `${id}=7000`], folder, /": 7000/);
  const restored = start(folder);
  const at = new Client(await restored.url(), API_KEY, '');
  try {
    const customer = await createCustomer(at, { billing_entity_code: 'own' });
    expect((await bill(at, customer)).number).toMatch(/-7000$/);
    expect(customer.sequential_id).toBeGreaterThan(1_000);
  } finally {
    await restored.stop();
  }
});

test('verify restores a backup aside, and finds a damaged part', async () => {
  // It starts another program.
  const args = ['backup', 'verify', target];
  const verify = new Program({ env: environment(dataDir), name: 'backup', args });
  expect([await verify.exit(), verify.output]).toEqual([0, expect.stringContaining('is whole')]);
  const damaged = path.join(parent, 'damaged');
  cpSync(target, damaged, { recursive: true });
  const name = wholeBackups().at(-1) ?? '';
  const part = path.join(damaged, name, 'part-000001.tar.zst');
  const content = readFileSync(part);
  content.writeUInt8(content.readUInt8(5_000) ^ 1, 5_000);
  writeFileSync(part, content);
  const found = await run(['backup', 'verify', damaged]);
  expect([found.code, found.output]).toEqual([1, expect.stringContaining('another checksum')]);
  rmSync(part);
  const missing = await run(['backup', 'verify', damaged]);
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('is missing')]);
});

test.each([
  ['a newer format', { format: 2 }, 'made by a newer version'],
  ['a newer schema', { schema: '9999_later' }, 'made by a newer version'],
  ['another Postgres', { postgresMajor: 17 }, 'is of Postgres 17'],
  [
    'a schema from before the baseline',
    { program: 'Tollgate 0.1.0', schema: '0115_adjusted_day_of_end' },
    `Restore and start it with the program of commit ${JOINED.commit}`,
  ],
])('a backup of %s is refused, and nothing is written', async (_, changes, message) => {
  const foreign = path.join(parent, `foreign ${message}`);
  const [name = ''] = wholeBackups();
  cpSync(path.join(target, name), path.join(foreign, name), { recursive: true });
  const file = path.join(foreign, name, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, ...changes }));
  const folder = path.join(parent, 'not made');
  const refused = await run(['restore', foreign, '--backup', name], folder);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(message)]);
  expect(existsSync(folder)).toBe(false);
  rmSync(foreign, { recursive: true });
});

test('a target that cannot be written to is named', async () => {
  const file = path.join(parent, 'a file');
  writeFileSync(file, '');
  for (const place of [path.join(file, 'target'), '/sys/read only', '/proc/tollgate']) {
    const refused = await run(['backup', place]);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`The backup to ${place}`)]);
  }
});

test(
  'a backup that is killed leaves the older ones whole, and nothing behind after the next',
  async () => {
    const older = wholeBackups();
    const startedAt = performance.now();
    const program = () =>
      new Program({ env: environment(dataDir), name: 'backup', args: ['backup', target] });
    // Nor is it kept from succeeding by those that were refused before it.
    expect(await program().exit()).toBe(0);
    const durationMs = performance.now() - startedAt;
    const whole = wholeBackups().slice(older.length);
    for (let point = 1; point <= KILL_POINTS; point += 1) {
      const killed = program();
      // The points of the backup are spread over its duration; every outcome is right that is whole or no backup.
      await Promise.race([sleep((durationMs * point) / (KILL_POINTS + 1)), killed.exit()]);
      killed.process.kill('SIGKILL');
      await killed.exit();
      expect(wholeBackups()).toEqual(expect.arrayContaining([...older, ...whole]));
    }
    // Postgres notices that the client is gone, and drops the slot of the backup.
    while ((await pool.sql`select 1 from pg_replication_slots`).length > 0) await sleep(20);
    expect(await run(['backup', target])).toMatchObject({ code: 0 });
    expect(readdirSync(target)).toEqual(wholeBackups());
    const nowhere = await run(['backup', 'list', path.dirname(target)]);
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringMatching(/ has no backup\./) });
    const unnamed = await run(['backup']);
    expect(unnamed).toMatchObject({ code: 1, output: expect.stringMatching(/Name a folder or a bucket/) });
    const listed = await run(['backup', 'list', target]);
    expect(listed.output.trim().split('\n')).toHaveLength(wholeBackups().length);
  },
  LIMIT_MS,
);

test('a nightly backup lies in DATA_DIR, supersedes older ones once it is whole, and its age is known', async () => {
  const folder = path.join(dataDir, 'backups');
  rmSync(path.join(dataDir, 'backup.json'), { force: true });
  const state = async () =>
    ((await (await fetch(`${await server.url()}/ready`)).json()) as { backup: object }).backup;
  expect(await state()).toEqual({ newest_at: null, problem: null });
  expect(await run(['backup', 'nightly'])).toMatchObject({ code: 0 });
  const [first = ''] = readdirSync(folder);
  for (let sequence = 2; sequence <= 9; sequence += 1) {
    const copy = path.join(folder, first.replace(/^\d{6}/, String(sequence).padStart(6, '0')));
    cpSync(path.join(folder, first), copy, { recursive: true });
  }
  expect(await run(['backup', 'nightly'])).toMatchObject({ code: 0 });
  expect(readdirSync(folder).map((name) => Number.parseInt(name, 10))).toEqual([4, 5, 6, 7, 8, 9, 10]);
  expect(await state()).toEqual({ newest_at: expect.any(String), problem: null });
  const metrics = await (await fetch(`${await server.url()}/metrics`)).text();
  expect(metrics).toMatch(/^tollgate_backup_age_seconds \d/m);
});

/** The environment of a program that cannot write a file, or is killed when it does. */
const faultAt = (file: string, how: string, pidFile?: string) => ({
  NODE_OPTIONS: `--import=${new URL('../support/failing-files.mjs', import.meta.url).href}`,
  FILE_FAULT: JSON.stringify({ file, how, pidFile }),
});

test.each([
  ['nightly', 'ENOSPC', 'part-000001'],
  ['target', 'EROFS', 'manifest.json'],
])(
  'a backup (%s) that fails with %s at its %s leaves the older ones whole, and no other',
  async (where, how, file) => {
    const folder = where === 'nightly' ? path.join(dataDir, 'backups') : target;
    const args = ['backup', where === 'nightly' ? 'nightly' : target];
    const older = wholeBackups(folder);
    const program = new Program({
      env: { ...environment(dataDir), ...faultAt(file, how) },
      name: 'backup',
      args,
    });
    expect([await program.exit(), program.output]).toEqual([1, expect.stringContaining(how)]);
    expect(readdirSync(folder)).toEqual(older);
  },
);

test('where the folder of nightly backups cannot be used, the start and /ready say so', async () => {
  const folder = path.join(dataDir, 'backups');
  const aside = path.join(parent, 'aside');
  renameSync(folder, aside);
  symlinkSync('/sys/read only', folder);
  const backups = new OwnBackups({ dataDir, backupHour: 3 }, createLogger('silent'));
  expect(await backups.warnings(pool.db)).toEqual([expect.stringMatching(/nightly backups cannot be made/)]);
  expect(backups.state().problem).toBe('failed');
  // A sentence, and no stack.
  expect(await run(['backup', 'nightly'])).toEqual({
    code: 1,
    output: expect.stringMatching(/^[^\n]*backups[^\n]*\n$/),
  });
  rmSync(folder);
  renameSync(aside, folder);
});

test(
  'the timer makes backups, again an hour after one was killed, and ends with the server',
  async () => {
    const folder = path.join(dataDir, 'backups');
    const pidFile = path.join(parent, 'nightly.pid');
    let steadyMs = 0;
    let check: () => Promise<void> = () => Promise.reject(new Error('The timer was not started.'));
    const backups = new OwnBackups({ dataDir, backupHour: 3 }, createLogger('silent'), {
      // Tomorrow: no backup is of that day.
      clock: new HandClock(new Date(Date.now() + 86_400_000).toISOString()),
      steadyMs: () => steadyMs,
      repeat: (each) => {
        check = each;
        return () => undefined;
      },
      program: new URL('../../dist/main/backup.js', import.meta.url),
      // At the lowest, other tests would keep it from the processors for minutes.
      priority: 0,
    });
    const later = (minutes: number): Promise<void> => {
      steadyMs += minutes * 60_000;
      return check();
    };
    const newest = () => readdirSync(folder).at(-1) ?? '';
    const end = await backups.start(pool.db);
    const first = newest();
    await later(9);
    expect(newest()).toBe(first);
    await later(1);
    const second = newest();
    expect(second > first).toBe(true);

    const older = wholeBackups(folder);
    Object.assign(process.env, faultAt('manifest.json', 'SIGKILL'));
    await later(60);
    expect(backups.state().problem).toBe('failed');
    const killed = newest();
    expect(existsSync(path.join(folder, killed, 'part-000001.tar.zst'))).toBe(true);
    expect(wholeBackups(folder)).toEqual(older);
    await later(59);
    expect(newest()).toBe(killed);
    for (const name of ['NODE_OPTIONS', 'FILE_FAULT']) Reflect.deleteProperty(process.env, name);
    await later(1);
    expect(backups.state().problem).toBeNull();
    expect(readdirSync(folder)).toEqual(wholeBackups(folder));
    expect(newest() > killed).toBe(true);

    Object.assign(process.env, faultAt('part-000001', 'HANG', pidFile));
    void later(60);
    await until(() => Promise.resolve(existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== ''));
    for (const name of ['NODE_OPTIONS', 'FILE_FAULT']) Reflect.deleteProperty(process.env, name);
    await later(1);
    expect(backups.state().problem).toBeNull();
    await end();
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH');
  },
  LIMIT_MS,
);

/** Several writers, each of which inserts a row and changes its last one in every transaction. */
function startLoad() {
  const steps = Array.from({ length: WRITERS }, () => 0);
  let isRunning = true;
  const writers = steps.map(async (_, writer) => {
    while (isRunning) {
      const step = (steps[writer] ?? 0) + 1;
      await pool.sql.begin(async (tx) => {
        await tx`insert into load values (${writer}, ${step}, 'new')`;
        await tx`update load set text = 'changed' where writer = ${writer} and step = ${step - 1}`;
      });
      steps[writer] = step;
      await sleep(5);
    }
  });
  return {
    committed: () => [...steps],
    reached: async (count: number) => {
      while (steps.some((step) => step < count)) await sleep(10);
    },
    stop: async () => {
      isRunning = false;
      await Promise.all(writers);
    },
  };
}

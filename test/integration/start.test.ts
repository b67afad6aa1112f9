import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const KEY = /API key\s+(svc_\S+)/;
const PASTABLE = /Try it:\s+(curl .+)/;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate start '));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What processes that share a database must share, too. */
const LASTING = {
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_URL: 'https://billing.test',
};

const started: Program[] = [];
const start = (env: Record<string, string>, args: string[] = []) => {
  const program = new Program({ env, args });
  started.push(program);
  return program;
};
// A test that fails half-way must not leave a server behind.
afterAll(() => Promise.all(started.map((program) => program.stop())));

const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);

/** Runs a line as a shell does. */
const paste = (line: string) =>
  execFileSync('/bin/sh', ['-c', line.replace('curl', 'curl -s')], { encoding: 'utf8' });

describe('on a data folder of its own', () => {
  const dataDir = () => path.join(folder, 'data');
  let key: string;

  test('the first start shows the key once, with a line that works when pasted', async () => {
    const program = start({ DATA_DIR: dataDir() });
    const url = await program.url();
    [, key = ''] = await program.says(KEY);
    const [, line = ''] = await program.says(PASTABLE);
    expect(JSON.parse(paste(line))).toMatchObject({ taxes: [] });
    expect(program.output.split(key)).toHaveLength(3);
    expect(program.output).toContain(`Database  embedded, ${dataDir()} (Postgres 18`);
    const health = await fetch(`${url}/health`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), database: 'ok' },
    ]);
    expect(await program.stop()).toBe(0);
    expect(program.output).toMatch(/Stopping\.\n$/);
  });

  test('the next start shows no key, and knows the old one; a second one beside it is refused; when its Postgres dies, it says so and ends', async () => {
    const program = start({ DATA_DIR: dataDir() });
    const url = await program.url();
    const [, line = ''] = await program.says(PASTABLE);
    expect(JSON.parse(paste(line))).toMatchObject({ status: 'ok' });
    const taxes = await fetch(`${url}/api/v1/taxes`, { headers: { authorization: `Bearer ${key}` } });
    expect(taxes.status).toBe(200);
    expect(program.output).not.toMatch(/svc_/);
    expect(program.output).toMatch(
      /API key\s+shown only when it was created; .*npm run admin -- keys create/,
    );

    const second = start({ DATA_DIR: dataDir() });
    expect(await second.exit()).toBe(1);
    expect(second.output).toContain(`(pid ${program.process.pid ?? 0}) runs on DATA_DIR ${dataDir()}`);

    process.kill(postmasterOf(dataDir()), 'SIGKILL');
    expect(await program.exit()).toBe(1);
    expect(program.output).toMatch(/Postgres \(pid \d+\) ended with signal SIGKILL/);
  });

  test('a stop that takes too long is given up: it says what still ran, and ends with its Postgres', async () => {
    const program = start({ DATA_DIR: dataDir(), STOP_TIMEOUT_MS: '500' });
    await program.url();
    const postmaster = postmasterOf(dataDir());
    process.kill(postmaster, 'SIGSTOP');
    expect(await program.stop()).toBe(1);
    expect(program.output).toContain('The server did not stop within 500 milliseconds: database still ran.');
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  });

  test('a stop that comes while it still starts is a clean one', async () => {
    const program = start({ DATA_DIR: path.join(folder, 'called off') });
    await program.says(/Creating the database/);
    expect(await program.stop()).toBe(0);
    expect(program.output).not.toMatch(/error/i);
  });
});

test('a port that is in use stops the start before a key is made', async () => {
  const dataDir = path.join(folder, 'port');
  const holder = createServer();
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, '127.0.0.1', () => {
      resolve((holder.address() as { port: number }).port);
    });
  });
  const program = start({ DATA_DIR: dataDir, PORT: String(port) });
  expect(await program.exit()).toBe(1);
  expect(program.output).toBe(`PORT ${port} is in use on 127.0.0.1. Set PORT to another one.\n`);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  holder.close();
});

// What configuration can say wrong is a table in src/main/settings/config.test.ts.
describe('what cannot be used stops the start with the name of its variable', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ LOG_LEVEL: 'loud', PORT: 'x' }, /^PORT must be .*\nLOG_LEVEL must be one of .*\n$/],
    [{ HOST: 'nowhere.invalid' }, /^HOST nowhere\.invalid cannot be listened on: .*\n$/],
    [
      { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' },
      /^DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/,
    ],
    [{ DATA_DIR: '/dev/null/x' }, /^DATA_DIR \/dev\/null\/x cannot be used: .*\n$/],
  ])('the setting %j stops the start', async (env, message) => {
    const program = start({ DATA_DIR: path.join(folder, 'unused'), ...env });
    expect(await program.exit()).toBe(1);
    expect(program.output).toMatch(message);
    expect(program.output).not.toContain('secret');
  });
});

/** The environment of a server on a database. It is faster to make than one of its own in a folder. */
function environmentOf({ connection: { host, port, user, password, database } }: TestDatabase) {
  return {
    DATABASE_URL: `postgres:///${database}`,
    // A URL cannot name a Unix socket; these variables of Postgres' own can.
    ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password },
  };
}

describe('on a given database', () => {
  let database: TestDatabase;
  let key: string;
  const chosen = 'chosen_0123456789_0123456789_0123456789';
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  test('ADMIN_KEY_FILE gets the generated key, readable by its owner only, in place of the terminal', async () => {
    const file = path.join(folder, 'admin key');
    const env = { ...environmentOf(database), ADMIN_KEY_FILE: file };
    const program = start(env);
    const url = await program.url();
    key = readFileSync(file, 'utf8').trim();
    expect([key.startsWith('svc_'), statSync(file).mode & 0o777]).toEqual([true, 0o600]);
    const taxes = await fetch(`${url}/api/v1/taxes`, { headers: { authorization: `Bearer ${key}` } });
    expect(taxes.status).toBe(200);
    await program.says(/Try it/);
    expect(program.output).toContain(`API key   in ${file}\n`);
    expect(program.output).not.toContain(key);
    await program.stop();
    const other = await createDatabase();
    const occupied = start({ ...env, ...environmentOf(other) });
    expect(await occupied.exit()).toBe(1);
    expect(occupied.output).toMatch(/ADMIN_KEY_FILE .* cannot be written: .*EEXIST/);
    await other.drop();
  });

  test('BOOTSTRAP_API_KEY becomes the admin key of a server that has one, which is announced, but never shown', async () => {
    const env = { ...environmentOf(database), BOOTSTRAP_API_KEY: chosen, LOG_LEVEL: 'trace' };
    const replaced = new RegExp(`^BOOTSTRAP_API_KEY has replaced the admin API key …${key.slice(-4)}`, 'm');
    const program = start(env);
    const url = await program.url();
    const status = async (value: string) =>
      (await fetch(`${url}/api/v1/taxes`, { headers: { authorization: `Bearer ${value}` } })).status;
    expect([await status(chosen), await status(key)]).toEqual([200, 401]);
    expect(program.output).toMatch(replaced);
    expect(program.output).toMatch(/"level":40.*has replaced the admin API key/);
    await program.stop();
    expect(program.output).not.toContain(chosen);
  });

  test('API and worker are processes of their own; they replace no key again, nor by one that was replaced', async () => {
    const env = { ...environmentOf(database), ...LASTING };
    const api = start({ ...env, BOOTSTRAP_API_KEY: chosen }, ['--role=api']);
    const worker = start({ ...env, BOOTSTRAP_API_KEY: key }, ['--role=worker']);
    const [apiUrl, workerUrl] = [await api.url(), await worker.url()];
    const statuses = async (url: string) =>
      Promise.all(
        ['/health', '/metrics', '/api/v1/taxes', '/docs/'].map(async (at) => (await fetch(url + at)).status),
      );
    expect(await statuses(apiUrl)).toEqual([200, 200, 401, 200]);
    expect(await statuses(workerUrl)).toEqual([200, 200, 404, 404]);
    await worker.says(/^BOOTSTRAP_API_KEY is not used: its value belongs to a key that has expired/m);
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
    for (const { output } of [api, worker]) {
      expect(output).not.toMatch(/has replaced/);
      expect(output).not.toContain(chosen);
    }
  });
});

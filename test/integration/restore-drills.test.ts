// The manuals for backups in docs/operating.md, carried out: a restored server opens the secrets that it has stored.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { connect as connectTo } from '../../src/platform/db/pool.js';
import { createDatabase, socketUrl } from '../support/database.js';
import { Program } from '../support/program.js';

const API_KEY = 'svc_a_key_of_the_deployment_test_1234';
const ENCRYPTION_KEY = `${'A'.repeat(43)}=`;

let folder: string;
const started: Program[] = [];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-deploy-'));
});
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  rmSync(folder, { recursive: true, force: true });
});

function start(options: ConstructorParameters<typeof Program>[0]): Program {
  const program = new Program(options);
  started.push(program);
  return program;
}

async function run(env: Record<string, string>, ...args: string[]) {
  const program = new Program({ name: 'tollgate', env, args });
  return { code: await program.exit(), output: program.output };
}

async function graphql(url: string, query: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as { data?: unknown; errors?: { message: string }[] };
}

const connect = (code: string) =>
  `mutation { createPaymentProvider(input: { type: "gocardless", name: "${code}", code: "${code}",
    gocardless: { accessToken: "sandbox_${code}", webhookSecret: "s" } }) { paymentProvider { id } } }`;

describe('a server is restored', () => {
  const keyed = { BOOTSTRAP_API_KEY: API_KEY };

  const hasConnection = async (url: string) =>
    JSON.stringify(await graphql(url, '{ paymentProviders { edges { node { code } } } }')).includes('"kept"');

  /** What a start says that cannot open all stored secrets. */
  const CLOSED = /secrets forget/;

  test('a server is restored from a copy of DATA_DIR, made while it was stopped', async () => {
    const source = path.join(folder, 'source');
    const first = start({ env: { ...keyed, DATA_DIR: source } });
    expect(await graphql(await first.url(), connect('kept'))).not.toHaveProperty('errors');
    await first.stop();
    const copy = path.join(folder, 'copy');
    await promisify(execFile)('cp', ['-a', source, copy]);
    rmSync(source, { recursive: true });
    const restored = start({ env: { DATA_DIR: copy } });
    expect(await hasConnection(await restored.url())).toBe(true);
    expect(restored.output).not.toMatch(CLOSED);
    const verified = await run({ DATA_DIR: copy }, 'verify');
    expect(verified).toMatchObject({ code: 0, output: expect.stringMatching(/Every counter/) });
    expect(await restored.stop()).toBe(0);
  }, 240_000);

  test('a server is restored from a copy of its database, with ENCRYPTION_KEY', async () => {
    const shared = { ...keyed, ENCRYPTION_KEY };
    const source = await createDatabase();
    const first = start({
      env: { ...shared, DATA_DIR: path.join(folder, 'one'), DATABASE_URL: socketUrl(source) },
    });
    expect(await graphql(await first.url(), connect('kept'))).not.toHaveProperty('errors');
    await first.stop();
    // The embedded Postgres has no pg_dump; a template copies the same content.
    const name = `${source.connection.database}_restored`;
    const admin = connectTo({ ...source.connection, database: 'postgres' }, { max: 1 });
    try {
      await admin.sql.unsafe(`create database "${name}" template "${source.connection.database}"`);
      const DATABASE_URL = socketUrl({ ...source, connection: { ...source.connection, database: name } });
      const env = { ...shared, DATA_DIR: path.join(folder, 'other'), DATABASE_URL };
      const restored = start({ env });
      expect(await hasConnection(await restored.url())).toBe(true);
      expect(restored.output).not.toMatch(CLOSED);
      expect(await restored.stop()).toBe(0);
      const keyless = start({ env: { DATABASE_URL, DATA_DIR: env.DATA_DIR } });
      await keyless.url();
      expect(keyless.output).toMatch(CLOSED);
      expect(await keyless.stop()).toBe(0);
    } finally {
      await admin.sql.unsafe(`drop database if exists "${name}" with (force)`);
      await admin.close();
      await source.drop();
    }
  }, 240_000);
});

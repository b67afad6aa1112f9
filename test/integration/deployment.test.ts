// What deploy/compose.yml describes, without containers: its processes with its settings on one database, started again and again.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readConfig, requireLastingSettings } from '../../src/main/settings/config.js';
import { createDatabase, socketUrl, type TestDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

interface Service {
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string | null>>;
  readonly volumes: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
}

const root = path.resolve(import.meta.dirname, '../..');
const compose = parse(readFileSync(path.join(root, 'deploy/compose.yml'), 'utf8'), {
  merge: true,
}) as Compose;

const newKey = () => randomBytes(32).toString('base64');
/** What an operator sets. */
const OPERATOR = {
  POSTGRES_PASSWORD: 'secret',
  BOOTSTRAP_API_KEY: 'svc_an_admin_key_of_forty_characters_00',
  ENCRYPTION_KEY: newKey(),
  PUBLIC_URL: 'https://billing.example',
};

let database: TestDatabase;
/** The volume that is mounted as DATA_DIR. */
let data: string;
const started: Program[] = [];

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  data = mkdtempSync(path.join(os.tmpdir(), 'volume '));
});
afterAll(async () => {
  await Promise.all(started.map((program) => program.stop()));
  await database.drop();
  rmSync(data, { recursive: true, force: true });
});

/** The environment of a service, as compose makes it from that of the operator. The image adds its own variables. */
function environmentOf({ environment }: Service, operator: Readonly<Record<string, string>>) {
  const set = Object.entries(environment).flatMap(([name, value]) => {
    if (value === null) return operator[name] === undefined ? [] : [[name, operator[name]]];
    const filled = value.replace(
      /\$\{(\w+)(:\?|:-([^}]*))\}/g,
      (_, variable: string, kind: string, fallback?: string) => {
        const given = operator[variable];
        if (given === undefined && kind === ':?')
          throw new Error(`compose refuses to start without ${variable}`);
        return given ?? fallback ?? '';
      },
    );
    return [[name, filled]];
  });
  return { ...(Object.fromEntries(set) as Record<string, string>), TOLLGATE_IMAGE: 'true', DATA_DIR: data };
}

/** Starts a service. The test's Postgres takes the place of that of compose. */
function up(name: 'api' | 'worker', over: Readonly<Record<string, string>> = {}): Program {
  const service = compose.services[name];
  if (service === undefined) throw new Error(`compose.yml has no service ${name}`);
  const [, ...args] = service.command ?? [];
  const env = { ...environmentOf(service, { ...OPERATOR, ...over }), DATABASE_URL: socketUrl(database) };
  const program = new Program({ name: 'tollgate', args, env });
  started.push(program);
  return program;
}

const urls = new WeakMap<Program, Promise<string>>();

async function ask(program: Program, query: string) {
  const url = urls.get(program) ?? program.url();
  urls.set(program, url);
  const response = await fetch(`${await url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR.BOOTSTRAP_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as {
    data: Record<string, unknown> | null;
    errors?: { message: string; extensions: { code: string } }[];
  };
}

const CONNECT = (code: string, token = 'sandbox_1') => `mutation { createPaymentProvider(input: {
  type: "gocardless", name: "GoCardless", code: "${code}", gocardless: { accessToken: "${token}", webhookSecret: "w" }
}) { paymentProvider { id } } }`;

test('both processes have the settings that must be the same in all', () => {
  const [api, worker] = [compose.services['api'], compose.services['worker']];
  for (const name of [
    'DATABASE_URL',
    'ENCRYPTION_KEY',
    'PUBLIC_URL',
    'SIGNUP_ENABLED',
    'SMTP_URL',
    'MAIL_FROM',
  ])
    expect([name, api?.environment[name]]).toEqual([name, worker?.environment[name]]);
  expect([api?.volumes, worker?.volumes]).toEqual([['data:/data'], ['data:/data']]);
  expect(Object.keys(compose.volumes)).toEqual(['data', 'postgres']);
  expect(() => environmentOf(api as Service, { ...OPERATOR, ENCRYPTION_KEY: undefined as never })).toThrow(
    'ENCRYPTION_KEY',
  );
  expect(environmentOf(api as Service, OPERATOR)).toMatchObject({ SIGNUP_ENABLED: 'false' });
});

test.each([
  ['--role=api', /^With --role=api, ENCRYPTION_KEY and PUBLIC_URL must be set/],
  ['--role=worker', /^With --role=worker, ENCRYPTION_KEY and PUBLIC_URL must be set/],
  ['--role=all', /^In the container image, ENCRYPTION_KEY and PUBLIC_URL must be set/],
])(
  // `image.test.ts` starts one.
  'a process of the image with %s refuses to start with a key that the next one would not have',
  (role, message) => {
    const env = { TOLLGATE_IMAGE: 'true', DATABASE_URL: 'postgres://nobody@localhost/none' };
    expect(() => {
      requireLastingSettings(readConfig(env, [role]));
    }).toThrow(message);
  },
);

/** Starts of several programs, one after the other, on a busy machine. */
const STARTS_MS = 300_000;

describe('what is stored stays readable', () => {
  let currentKey = OPERATOR.ENCRYPTION_KEY;

  test(
    'stored data stays readable in each process, after each has been started again, and after down and up',
    async () => {
      for (let round = 0; round < 2; round += 1) {
        // A volume that is lost with the containers costs nothing but e-mails that were not sent.
        if (round === 1) rmSync(data, { recursive: true });
        const [api, worker] = [up('api'), up('worker')];
        const { data: made } = await ask(api, CONNECT(`gc${round}`));
        expect(made).toMatchObject({
          createPaymentProvider: { paymentProvider: { id: expect.any(String) } },
        });
        await worker.url();
        expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);
        for (const { output } of [api, worker]) expect(output).not.toMatch(/cannot be opened|is not the key/);
      }
    },
    STARTS_MS,
  );

  test(
    'a process with another key works without the connections that it cannot open, and says how to go on',
    async () => {
      const other = { ENCRYPTION_KEY: newKey() };
      currentKey = other.ENCRYPTION_KEY;
      const api = up('api', other);
      await api.url();
      await api.says(/ENCRYPTION_KEY is not the key that encrypts the secrets of this database/);
      expect(api.output.match(/^ {2}[\w-]{36} {2}gocardless {2}GoCardless \(gc\d\)$/gm)).toHaveLength(2);
      await api.says(/tollgate admin secrets forget deletes these secrets/);
      expect((await ask(api, '{ organization { name } }')).errors).toBeUndefined();
      expect((await ask(api, CONNECT('gc9'))).errors?.[0]?.message).toMatch(
        /its encryption key was replaced/,
      );

      // The former key beside the new one: everything works, and the new one encrypts from now on.
      expect(await api.stop()).toBe(0);
      const both = up('api', { ENCRYPTION_KEY: `${other.ENCRYPTION_KEY},${OPERATOR.ENCRYPTION_KEY}` });
      expect((await ask(both, CONNECT('gc9'))).errors).toBeUndefined();
      expect(both.output).not.toMatch(/cannot be opened|is not the key/);
      expect(await both.stop()).toBe(0);

      // Without the former key, what only that one opens can be given up; one connection of three is left.
      const deletion = admin(['secrets', 'forget'], other);
      expect(await deletion.exit()).toBe(0);
      expect(deletion.output).toMatch(/Deleted the secrets of 2 connections/);
      const alone = up('api', other);
      await alone.url();
      expect(alone.output).not.toMatch(/cannot be opened|is not the key/);
      const { data: found } = await ask(alone, '{ paymentProviders { nodes { id code } } }');
      const nodes = (found?.['paymentProviders'] as { nodes: { id: string; code: string }[] }).nodes;
      const emptied = nodes.find(({ code }) => code === 'gc0');
      const enter = (token: string) => `mutation { updatePaymentProvider(input: {
      id: "${emptied?.id ?? ''}", gocardless: { ${token} webhookSecret: "w" } }) { paymentProvider { code } } }`;
      expect((await ask(alone, enter(''))).errors?.[0]?.extensions.code).toBe('unprocessable_entity');
      expect((await ask(alone, enter('accessToken: "sandbox_2",'))).errors).toBeUndefined();
      expect(await alone.stop()).toBe(0);
    },
    STARTS_MS,
  );

  test(
    'all of it can be encrypted again with the first of several keys, and only then the others can go',
    async () => {
      const [former, next] = [currentKey, newKey()];
      const refused = admin(['secrets', 'reseal'], { ENCRYPTION_KEY: next });
      expect(await refused.exit()).toBe(1);
      expect(refused.output).toMatch(/secrets_unavailable/);
      const resealed = admin(['secrets', 'reseal'], { ENCRYPTION_KEY: `${next},${former}` });
      expect(await resealed.exit()).toBe(0);
      expect(resealed.output).toMatch(/Encrypted the secrets of 2 connections/);
      const repetition = admin(['secrets', 'forget'], { ENCRYPTION_KEY: next });
      expect(await repetition.exit()).toBe(0);
      expect(repetition.output).toMatch(/Deleted the secrets of 0 connections/);
    },
    STARTS_MS,
  );
});

function admin(args: readonly string[], over: Readonly<Record<string, string>> = {}): Program {
  const env = {
    ...OPERATOR,
    ...over,
    DATABASE_URL: socketUrl(database),
    DATA_DIR: data,
    TOLLGATE_IMAGE: 'true',
  };
  const program = new Program({ name: 'tollgate', args: ['admin', ...args], env });
  started.push(program);
  return program;
}

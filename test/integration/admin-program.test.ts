// `npm run admin`: API keys and organizations from the command line.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCommand } from '../../src/main/admin/command-line.js';
import { type Printed, runCommand } from '../../src/main/admin/commands.js';
import { bootstrap } from '../../src/main/bootstrap.js';
import { Program } from '../support/program.js';
import { FIRST_START, startTestServer, type TestServer, TEST_ENCRYPTION } from '../support/server.js';
import { until } from '../support/until.js';

const taxes = async (baseUrl: string, key: string | undefined) =>
  (await fetch(`${baseUrl}/api/v1/taxes`, { headers: { authorization: `Bearer ${key ?? ''}` } })).status;

describe('commands', () => {
  let server: TestServer;
  let unfollow: () => void;

  beforeAll(async () => {
    server = await startTestServer();
    unfollow = await server.app.services.apiKeyAuthenticator.follow(server.connections.listen);
  });
  afterAll(async () => {
    unfollow();
    await server.stop();
  });

  const run = (...args: string[]): Promise<Printed> =>
    runCommand(server.app.services, server.pool.db, readCommand(args));
  const idIn = ({ remark = '' }: Printed, before: string) =>
    new RegExp(`${before} ([\\w-]{36})`).exec(remark)?.[1] ?? '';

  test('commands of the admin program need an organization', async () => {
    await expect(run('keys', 'list')).rejects.toThrow('No organization exists yet. Start the server once.');
  });

  test('commands of the admin program create, list, limit, rotate and delete, beside a running server', async () => {
    await bootstrap(server.pool.db, server.app.services, FIRST_START);
    const made = await run('organizations', 'create', 'Acme Ltd');
    expect(await taxes(server.baseUrl, made.result[0])).toBe(200);
    const acme = idIn(made, 'organization');
    expect((await run('organizations', 'list')).result).toEqual([
      `${acme}\tAcme Ltd`,
      expect.stringMatching(/^\S+\tDefault\toperator$/),
    ]);

    const keys = (...args: string[]) => run('keys', ...args, '--organization', acme);
    const created = await keys('create', '--name', 'ci', '--permissions', 'tax:read,event:read,event:write');
    const id = idIn(created, 'key');
    const status = () => taxes(server.baseUrl, created.result[0]);
    expect(await status()).toBe(200);
    expect((await keys('list')).result[0]).toMatch(
      new RegExp(
        `^${id}\\t•{8}\\S{4}\\tci\\texpires: never\\tlast used: \\S+\\ttax:read,event:read,event:write$`,
      ),
    );
    expect((await run('keys', 'list')).result.join()).not.toContain(id);

    await keys('update', id, '--permissions', 'event:write');
    await until(async () => (await status()) === 403);
    await keys('update', id, '--permissions', 'all', '--name', 'all');
    await until(async () => (await status()) === 200);
    const rotated = await keys('rotate', id);
    await until(async () => (await status()) === 401);
    expect(await taxes(server.baseUrl, rotated.result[0])).toBe(200);
    await keys('delete', idIn(rotated, 'by'));
    await until(async () => (await taxes(server.baseUrl, rotated.result[0])) === 401);
  });

  test('commands of the admin program name the keys that encrypt secrets', async () => {
    const { result, remark } = await run('secrets', 'keys');
    expect(result).toEqual([`${String(TEST_ENCRYPTION.keyIds[0])}\tencrypts what is stored`]);
    expect(remark).toBeUndefined();
  });

  test.each<[string[], object]>([
    [['keys', 'create', '--permissions', 'tax:burn'], { details: { permissions: ['forbidden_values'] } }],
    [['keys', 'delete', 'x'], { code: 'api_key_not_found' }],
    [['keys', 'list', '--organization', 'x'], { message: 'There is no organization x.' }],
    [['organizations', 'create', ' '], { details: { name: ['value_is_mandatory'] } }],
  ])('%j is refused', async (args, refusal) => {
    await expect(run(...args)).rejects.toMatchObject(refusal);
  });
});

test('the program works beside the server of a DATA_DIR, and without one', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-admin-'));
  const env = { DATA_DIR: path.join(folder, 'data') };
  const admin = async (over: Record<string, string>, ...args: string[]) => {
    const program = new Program({ env: { ...env, ...over }, args, name: 'admin' });
    return { code: await program.exit(), output: program.output };
  };
  try {
    const help = await admin({}, '--help');
    expect([help.code, help.output]).toEqual([0, expect.stringMatching(/keys rotate KEY_ID/)]);
    const empty = await admin({}, 'keys', 'list');
    expect([empty.code, empty.output]).toEqual([1, expect.stringMatching(/holds no database/)]);

    const server = new Program({ env });
    try {
      const url = await server.url();
      // Where the server's socket lies does not depend on the temporary folder of this program.
      const beside = await admin({ TMPDIR: folder }, 'keys', 'create', '--name', 'beside');
      const [value] = /^svc_\S+$/m.exec(beside.output) ?? [];
      expect([beside.code, await taxes(url, value)]).toEqual([0, 200]);
    } finally {
      await server.stop();
    }
    const alone = await admin({}, 'keys', 'list');
    expect([alone.code, alone.output]).toEqual([0, expect.stringMatching(/\tbeside\t[^]*\tAdmin\t/)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);

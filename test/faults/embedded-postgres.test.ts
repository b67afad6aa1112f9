import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type Postgres from 'postgres';
import { postgres } from '../../src/platform/db/postgres/driver.js';
import type { PostgresConnection } from '../../src/embedded-postgres/connection.js';

const SERVER = path.join(import.meta.dirname, 'embedded-postgres-server.mjs');
const DEADLINE_MS = 30_000;

/** Nobody but us may pass it, root's Postgres included, and its path has a space. */
let parent = '';
/** A folder in `parent` that has been started on before. */
let data = '';
let servers: ChildProcess[] = [];
/** A data folder as a first start and a clean stop leave it, to save the tests the first start. */
let template = '';

beforeAll(async () => {
  template = mkdtempSync(path.join(os.tmpdir(), 'embedded postgres template '));
  const { server } = await start(template);
  await stop(server);
});

afterAll(() => {
  rmSync(template, { recursive: true });
});

beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'embedded postgres '));
  data = inParent('data');
  cpSync(template, data, { recursive: true });
  chmodSync(path.join(data, 'postgres/cluster'), 0o700); // the copy loses it, and Postgres insists
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => stop(server)));
  rmSync(parent, { recursive: true });
});

test('committed data survives kill -9 of Postgres, and the server reports its end', async () => {
  const first = await start(data);
  await write(first.connection, 'kept');
  process.kill(first.pid, 'SIGKILL');
  await ended(first.server);
  expect(await first.stderr).toContain(`Postgres (pid ${first.pid}) ended with signal SIGKILL.`);

  const second = await start(data);
  expect(await read(second.connection)).toEqual(['kept']);
});

test('a start replaces the Postgres of a server that died by kill -9', async () => {
  const first = await start(data);
  await write(first.connection, 'kept');
  first.server.kill('SIGKILL');
  await ended(first.server);
  expect(isAlive(first.pid)).toBe(true);

  const second = await start(data);
  expect(second.pid).not.toBe(first.pid);
  await until(() => !isAlive(first.pid));
  expect(await read(second.connection)).toEqual(['kept']);
});

test('both killed at once, the next start finds what lingers and starts', async () => {
  const first = await start(data);
  await write(first.connection, 'kept');
  process.kill(first.pid, 'SIGKILL');
  first.server.kill('SIGKILL');
  await ended(first.server);

  const second = await start(data);
  expect(await read(second.connection)).toEqual(['kept']);
});

test('a lock file that names another living process does not keep Postgres from starting', async () => {
  const first = await start(data);
  await stop(first.server);
  writeFileSync(path.join(data, 'postgres/cluster/postmaster.pid'), `${process.pid}\n`);

  const second = await start(data);
  expect(isAlive(second.pid)).toBe(true);
});

test('two servers run side by side in different folders', async () => {
  const [one, two] = await Promise.all([start(data), start(inParent('other'))]);
  await write(one.connection, 'one');
  await write(two.connection, 'two');
  expect(await read(one.connection)).toEqual(['one']);
  expect(await read(two.connection)).toEqual(['two']);
});

test('a second server on the same folder says who has it and stops; the first does not notice', async () => {
  const first = await start(data);
  const second = spawnServer(data);
  await ended(second.server);
  expect(second.server.exitCode).toBe(1);
  expect(await second.stderr).toContain(`Another Tollgate (pid ${first.server.pid ?? 0}) runs on DATA_DIR`);
  await write(first.connection, 'kept');
  expect(await read(first.connection)).toEqual(['kept']);
});

test('Ctrl-C in the terminal does not reach Postgres', async () => {
  const { server, connection } = await start(data);
  process.kill(-(server.pid ?? 0), 'SIGINT');
  await write(connection, 'while draining');
  expect(await read(connection)).toEqual(['while draining']);
});

test('a clean stop leaves no process, no socket and no lock', async () => {
  const { server, pid, connection } = await start(data);
  await stop(server);
  expect(server.exitCode).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(connection.host)).toBe(false);
  expect(existsSync(path.join(data, 'postgres/cluster/postmaster.pid'))).toBe(false);
});

test('only the password opens the database', async () => {
  const { connection } = await start(data);
  await expect(read({ ...connection, password: 'wrong' })).rejects.toThrow('password authentication failed');
});

test('a first start that ends half-way is made good by the next', async () => {
  const fresh = inParent('fresh');
  const draft = path.join(fresh, 'postgres/cluster.draft');
  mkdirSync(draft, { recursive: true });
  writeFileSync(path.join(draft, 'PG_VERSION'), '18\n');

  const { connection } = await start(fresh);
  await write(connection, 'kept');
  expect(existsSync(draft)).toBe(false);
});

function inParent(name: string): string {
  return path.join(parent, name);
}

/** In a process group of its own, as a terminal would start it. */
function spawnServer(dataDir: string): {
  server: ChildProcess;
  stdout: AsyncIterable<Buffer>;
  stderr: Promise<string>;
} {
  const server = spawn(process.execPath, [SERVER, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  servers.push(server);
  return { server, stdout: server.stdout, stderr: text(server.stderr) };
}

interface Started {
  readonly server: ChildProcess;
  /** Of the postmaster. */
  readonly pid: number;
  readonly connection: PostgresConnection;
  /** Settles when the server has ended. */
  readonly stderr: Promise<string>;
}

async function start(dataDir: string): Promise<Started> {
  const { server, stdout, stderr } = spawnServer(dataDir);
  for await (const line of stdout) {
    return { server, stderr, ...(JSON.parse(String(line)) as Pick<Started, 'pid' | 'connection'>) };
  }
  throw new Error(`The server did not start: ${await stderr}`);
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  await ended(server);
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    await once(server, 'exit', { signal: AbortSignal.timeout(DEADLINE_MS) });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('The condition did not come true in time');
    await sleep(10);
  }
}

async function write(connection: PostgresConnection, word: string): Promise<void> {
  await withClient(connection, async (sql) => {
    await sql`create table words (word text not null)`;
    await sql`insert into words values (${word})`;
  });
}

async function read(connection: PostgresConnection): Promise<string[]> {
  return withClient(connection, async (sql) => {
    const rows = await sql<{ word: string }[]>`select word from words`;
    return rows.map(({ word }) => word);
  });
}

async function withClient<T>(
  connection: PostgresConnection,
  work: (sql: Postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres({ ...connection, max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

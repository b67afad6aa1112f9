// The WAL archive: a lost disk takes a moment with it, and every instant since the first backup can be restored.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { findRunningPostgres } from '../../src/embedded-postgres/running-postgres.js';
import { runBackupProgram } from '../../src/main/backup/backup-commands.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { Program } from '../support/program.js';
import { S3StandIn } from '../support/s3-stand-in.js';
import { until } from '../support/until.js';

/** All ten with RESTORED_INSTANTS=10. */
const INSTANTS = Number(process.env['RESTORED_INSTANTS'] ?? '1');
const LIMIT_MS = 240_000 + INSTANTS * 20_000;

let parent: string;
let storage: S3StandIn;
/** Where the archive lies: first in a bucket, later in a folder. */
let place: string;
/** That folder. */
let shelf: string;
let dataDir: string;
let server: Program;
let pool: Pool;
/** Instants between two commits, by the number of rows that were there. */
const instants = new Map<number, Date>();
let rows = 0;

beforeAll(async () => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'wal '));
  dataDir = path.join(parent, 'data');
  shelf = path.join(parent, 'shelf');
  storage = await S3StandIn.start();
  place = storage.url;
  await start();
  await pool.sql`create table load (step int primary key)`;
  await until(() => Promise.resolve(manifests().length === 1));
});
afterAll(async () => {
  await stop();
  await storage.stop();
  rmSync(parent, { recursive: true });
});

const environment = (folder = dataDir) => ({
  DATA_DIR: folder,
  BACKUP_URL: place,
  WAL_ARCHIVE_MS: '200',
  TMPDIR: os.tmpdir(),
});
const keys = () =>
  place === shelf ? readdirSync(shelf, { recursive: true, encoding: 'utf8' }) : [...storage.files.keys()];
const manifests = () => keys().filter((key) => key.endsWith('/manifest.json'));
const segments = () =>
  keys()
    .filter((key) => /^wal-\w+\/[\dA-F]{16}\/./.test(key))
    .toSorted();

/** Moves all backups and WAL from the bucket into the folder. */
function moveToShelf(): void {
  for (const [key, { content }] of storage.files) {
    mkdirSync(path.join(shelf, path.dirname(key)), { recursive: true });
    writeFileSync(path.join(shelf, key), content);
  }
  storage.files.clear();
  place = shelf;
}

async function start(): Promise<void> {
  server = new Program({ env: environment() });
  await server.url();
  const connection = await findRunningPostgres({ name: 'tollgate', dataDir });
  if (connection === null) throw new Error('No Postgres runs.');
  pool = connect(connection, { max: 2 });
}

async function stop(signal?: NodeJS.Signals): Promise<void> {
  await pool.close();
  if (signal === undefined) {
    await server.stop();
    return;
  }
  server.process.kill(signal);
  await server.exit();
}

/** Commits rows one after another, and notes an instant after each. */
async function write(count: number): Promise<void> {
  for (let step = 1; step <= count; step += 1) {
    await pool.sql`insert into load values (${rows + 1})`;
    rows += 1;
    await sleep(15);
    instants.set(rows, new Date());
    await sleep(15);
  }
}

/** Commits a row that was written before another one, after the archive has that. */
async function writeOverlapping(): Promise<void> {
  await pool.sql.begin(async (sql) => {
    await sql`insert into load values (${rows + 1})`;
    await pool.sql`insert into load values (${rows + 2})`;
    await archived();
  });
  rows += 2;
  await archived();
}

/** Waits until what is written now is archived. */
async function archived(): Promise<void> {
  const at = Date.now();
  await until(
    async () => {
      // Before the age is computed, so that a slow answer makes the archive no younger.
      const asked = Date.now();
      const text = await (await fetch(`${await server.url()}/metrics`)).text();
      const age = Number(/^tollgate_wal_archive_age_seconds (\S+)$/m.exec(text)?.[1]);
      return asked - age * 1_000 > at;
    },
    LIMIT_MS,
    100,
  );
}

const ready = async () => (await (await fetch(`${await server.url()}/ready`)).json()) as object;

/** Runs the program `backup` in this process. */
async function run(args: string[], folder: string): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const write = (line: string) => lines.push(`${line}\n`);
  const code = await runBackupProgram(args, environment(folder), { print: write, say: write });
  return { code, output: lines.join('') };
}

/** Restores into a new folder. @returns the steps that are there, in order, and the instant that is said. */
async function restore(name: string, ...args: string[]) {
  const folder = path.join(parent, name);
  const { code, output } = await run(['restore', ...args], folder);
  if (code !== 0) throw new Error(output);
  const record = JSON.parse(readFileSync(path.join(folder, 'restored.json'), 'utf8')) as {
    restoredTo: string;
  };
  const copy = await startEmbeddedPostgres({ name: 'tollgate', dataDir: folder, log: () => undefined });
  const copied = connect(copy.connection, { max: 1 });
  const found = await copied.sql<{ step: number }[]>`select step from load order by step`;
  await copied.close();
  await copy.stop();
  rmSync(folder, { recursive: true });
  return { steps: found.map(({ step }) => step), restoredTo: new Date(record.restoredTo) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test(
  'instants before and after a kill, and while the target was away, are restored exactly',
  async () => {
    await write(10);
    await archived();
    await write(5);
    await stop('SIGKILL');
    await start();
    await write(10);
    storage.fault = 403;
    await until(async () => 'wal_archive' in (await ready()), LIMIT_MS, 50);
    await write(5);
    storage.fault = null;
    await write(5);
    await archived();
    expect(await ready()).not.toHaveProperty('wal_archive');
    expect(manifests()).toHaveLength(1);

    for (let count = 1; count <= INSTANTS; count += 1) {
      const step = 1 + Math.floor(Math.random() * (rows - 1));
      const instant = instants.get(step) ?? new Date();
      const restored = await restore(`to ${count}`, '--to', instant.toISOString());
      expect(restored).toEqual({ steps: upTo(step), restoredTo: instant });
    }
    const late = await run(['restore', '--to', '2999-01-01T00:00:00Z'], path.join(parent, 'late'));
    expect([late.code, late.output]).toEqual([1, expect.stringContaining('reaches to 20')]);
    const early = await run(['restore', '--to', '2001-01-01T00:00:00Z'], path.join(parent, 'early'));
    expect([early.code, early.output]).toEqual([1, expect.stringContaining('no backup from which')]);
  },
  LIMIT_MS,
);

test(
  'a lost disk takes only what was not archived; the restored server goes on on its own timeline, in a folder',
  async () => {
    await writeOverlapping();
    await stop('SIGKILL');
    rmSync(dataDir, { recursive: true });
    const before = rows;
    moveToShelf();
    expect(await run(['restore'], dataDir)).toMatchObject({ code: 0 });
    await start();
    expect(await pool.sql`select 1 from load`).toHaveLength(before);
    await write(5);
    await archived();
    expect(segments().some((key) => key.includes('/00000002'))).toBe(true);
    expect((await restore('second')).steps).toEqual(upTo(rows));
    const instant = instants.get(before - 2) ?? new Date();
    expect((await restore('first', '--to', instant.toISOString())).steps).toEqual(upTo(before - 2));
  },
  LIMIT_MS,
);

test(
  'a gap is said, begins a new chain, and no instant in it is restored',
  async () => {
    await write(2);
    await archived();
    await write(3);
    const lost = instants.get(rows) ?? new Date();
    await archived();
    await stop();
    for (const key of segments().slice(-3)) rmSync(path.join(shelf, key));
    await start();
    await write(3);
    await server.says(/the WAL archive has a gap/);
    await until(() => Promise.resolve(manifests().length === 2));
    await write(1);
    await archived();
    const refused = await run(['restore', '--to', lost.toISOString()], path.join(parent, 'gap'));
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('the WAL has a gap')]);
    expect((await restore('after')).steps).toEqual(upTo(rows));
  },
  LIMIT_MS,
);

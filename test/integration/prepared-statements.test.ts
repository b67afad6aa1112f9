// Statements that Postgres parses and plans once for each connection, and what becomes of them (ADR 0041).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/db/database.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { databaseFailure } from '../../src/platform/db/postgres/postgres-error.js';
import { queryRows } from '../../src/platform/db/statements/query-rows.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
/** One connection. */
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
});
beforeEach(() => {
  pool = connect(database.connection, { max: 1 });
});
afterEach(() => pool.close());
afterAll(() => database.drop());

const preparedTexts = async () => {
  const rows = await queryRows<{ statement: string }>(
    pool.db,
    sql`select statement from pg_prepared_statements`,
  );
  return rows.map(({ statement }) => statement);
};

const times = async (count: number, work: () => Promise<unknown>) => {
  for (let time = 0; time < count; time += 1) await work();
};

const createNotes = () =>
  pool.sql.unsafe(`
    drop table if exists notes;
    create table notes (size int not null);
    insert into notes values (1);`);

test('a statement that comes again is prepared, in and outside transactions', async () => {
  const ask = (db: Db) => db.execute(sql`select ${'a'}::text as asked`);
  await ask(pool.db);
  const asked = async () => (await preparedTexts()).filter((text) => text.includes('asked'));
  expect(await asked()).toEqual([]);
  await times(3, () => ask(pool.db));
  await times(3, () => pool.db.transaction(ask));
  expect(await asked()).toHaveLength(1);
});

test('a connection keeps a bounded number of statements, whatever it is sent', async () => {
  const asking = Array.from({ length: 500 }, (_, number) => sql.raw(`as number_${number}`));
  for (const name of asking) await times(2, () => pool.db.execute(sql`select ${1}::int ${name}`));
  const texts = await preparedTexts();
  expect(texts.filter((text) => text.includes('number_'))).toHaveLength(300);
});

test('a connection full of statements that are no longer sent is replaced by one that prepares those of today', async () => {
  const ask = (name: string) => pool.db.execute(sql`select ${1}::int ${sql.raw(`as ${name}`)}`);
  for (let number = 0; number < 300; number += 1) await times(2, () => ask(`former_${number}`));
  await times(5_010, () => ask('today'));
  const texts = await preparedTexts();
  expect(texts.filter((text) => /former|today/.test(text))).toEqual([expect.stringContaining('today')]);
});

test.each<[string, (work: (db: Db) => Promise<unknown>) => Promise<unknown>, string | null]>([
  ['a statement', (work) => work(pool.db), null],
  ['a transaction', (work) => pool.db.transaction(work), 'locked'],
])('a migration beneath %s changes the type of what is read', async (_, run, refused) => {
  await createNotes();
  const read = (db: Db) => queryRows(db, sql`select size from notes where size::text <> ${'2'}`);
  await times(3, () => run(read));
  await pool.sql.unsafe('alter table notes alter column size type text');
  const first = await run(read).catch((error: unknown) => databaseFailure(error)?.kind);
  expect(first).toEqual(refused ?? [{ size: '1' }]);
  // Whoever tries again succeeds.
  expect(await run(read)).toEqual([{ size: '1' }]);
});

test('a migration that only adds is not noticed', async () => {
  await createNotes();
  const read = (db: Db) => queryRows(db, sql`select size from notes where size = ${1}`);
  await times(3, () => read(pool.db));
  await pool.sql.unsafe('alter table notes add column text text; create index on notes (size)');
  expect(await pool.db.transaction(read)).toEqual([{ size: 1 }]);
  expect((await preparedTexts()).filter((text) => text.includes('notes'))).toHaveLength(1);
});

test('rows come with their number and their columns, and without the result of the driver', async () => {
  await createNotes();
  const run = (text: string) => pool.db.execute(sql.raw(text));
  expect(await run('insert into notes values (2), (3)')).toMatchObject({ count: 2 });
  const rows = await run('select size from notes order by size');
  expect(rows).toEqual([{ size: 1 }, { size: 2 }, { size: 3 }]);
  expect(rows).toMatchObject({ count: 3, columns: [{ name: 'size' }] });
  expect(Object.getPrototypeOf(rows)).toBe(Array.prototype);
});

// How foreign keys to a table that grows fast are checked: by the key, and not by reading all rows of the organization.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { refreshStatistics } from '../../src/platform/db/statements/refresh-statistics.js';
import { createLogger } from '../../src/platform/log.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

const ORGANIZATION = randomUUID();
const ROWS = 3_000;
const CHECKS = 10;
const log = createLogger('silent');

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.connection, { max: 2 });
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

/** Documents with a key and a list, as every tenant's table has them, and lines that refer to them. */
beforeEach(async () => {
  const { sql } = pool;
  await sql`drop table if exists lines, documents`;
  await sql`create table documents (
    organization_id uuid not null, id uuid primary key, listed_on date not null, unique (organization_id, id)) with (autovacuum_enabled = off)`;
  await sql`create index documents_list on documents (organization_id, listed_on)`;
  await sql`create table lines (
    organization_id uuid not null, document_id uuid not null,
    foreign key (organization_id, document_id) references documents (organization_id, id))`;
});

const addDocuments = (sql: postgres.ISql, count: number) => sql`
  insert into documents select ${ORGANIZATION}, gen_random_uuid(), '2027-01-01' from generate_series(1, ${count}::int)`;

/** On another connection, as autovacuum does. */
const takeStatistics = () => pool.sql`analyze documents`;

/** How many documents are read to check the keys of some new lines, on one connection. */
async function readByChecks(connection: postgres.ReservedSql): Promise<number> {
  await connection`begin`;
  const seen = () => connection<{ count: number }[]>`
    select seq_tup_read::int + idx_tup_fetch::int as count from pg_stat_xact_user_tables where relname = 'documents'`;
  const documents = await connection`select id from documents order by random() limit ${CHECKS}`;
  const [before] = await seen();
  for (const { id } of documents) await connection`insert into lines values (${ORGANIZATION}, ${id})`;
  const [after] = await seen();
  await connection`rollback`;
  return (after?.count ?? 0) - (before?.count ?? 0);
}

const statisticsOf = async (table: string) => {
  const [row] = await pool.sql<{ rows: number; pages: number }[]>`
    select reltuples::int as rows, relpages as pages from pg_class where relname = ${table}`;
  return row;
};

test.each<[string, (sql: postgres.Sql) => Promise<unknown>]>([
  ['there was one document', (sql) => addDocuments(sql, 1).then(takeStatistics)],
  [
    'none was committed',
    (sql) => sql.begin((transaction) => addDocuments(transaction, 50).then(takeStatistics)),
  ],
])('statistics of when %s: each check reads all documents, until they are taken anew', async (_, start) => {
  await start(pool.sql);
  const connection = await pool.sql.reserve();
  try {
    await addDocuments(connection, ROWS);
    // What is to be mended. The plan is kept from here on.
    expect(await readByChecks(connection)).toBeGreaterThan((CHECKS * ROWS) / 10);
    await refreshStatistics(pool.db, log);
    expect(await readByChecks(connection)).toBe(CHECKS);
  } finally {
    connection.release();
  }
});

test('a table whose statistics are of its size is left alone, and so is a small one', async () => {
  await addDocuments(pool.sql, ROWS);
  await pool.sql`insert into lines select organization_id, id from documents limit 10`;
  await refreshStatistics(pool.db, log);
  const first = await statisticsOf('documents');
  expect(first).toMatchObject({ rows: ROWS });
  expect(await statisticsOf('lines')).toMatchObject({ rows: -1 });

  await addDocuments(pool.sql, ROWS / 2);
  await refreshStatistics(pool.db, log);
  expect(await statisticsOf('documents')).toEqual(first);
  await addDocuments(pool.sql, ROWS);
  await refreshStatistics(pool.db, log);
  expect(await statisticsOf('documents')).toMatchObject({ rows: 2.5 * ROWS });
});

test('a table that another process analyzes is skipped, and a failure is no reason to stop', async () => {
  await addDocuments(pool.sql, ROWS);
  await pool.sql.begin(async (sql) => {
    await sql`lock table documents in share update exclusive mode`;
    await refreshStatistics(pool.db, log);
  });
  expect(await statisticsOf('documents')).toMatchObject({ rows: -1 });

  const gone = connect(database.connection, { max: 1 });
  await gone.close();
  await expect(refreshStatistics(gone.db, log)).resolves.toBeUndefined();
});

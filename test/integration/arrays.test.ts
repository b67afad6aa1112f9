// Arrays are sent and read without a query of the driver that learns their types (src/platform/db/postgres/arrays.ts).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { bigint, pgTable, timestamp } from 'drizzle-orm/pg-core';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { isOneOf } from '../../src/platform/db/statements/is-one-of.js';
import { queryRows } from '../../src/platform/db/statements/query-rows.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

const things = pgTable('things', {
  number: bigint('number', { mode: 'bigint' }),
  at: timestamp('at', { withTimezone: true }),
});

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
});
beforeEach(() => {
  pool = connect(database.connection, { max: 1 });
});
afterEach(() => pool.close());
afterAll(() => database.drop());

test('a list of texts arrives as it was sent', async () => {
  const texts = ['a', 'b, c', 'd"e', 'f\\g', '{h}', 'null', ''];
  expect(
    await queryRows(
      pool.db,
      sql`
        select
          ${sql.param(texts)}::text[] as texts,
          (${sql.param(texts)}::text[])[4] as fourth,
          ${sql.param([])}::text[] as empty`,
    ),
  ).toEqual([{ texts, fourth: 'f\\g', empty: [] }]);
});

test('a list of ids arrives as it was sent', async () => {
  const ids = ['0190a1b2-0000-7000-8000-000000000001', '0190a1b2-0000-7000-8000-000000000002'];
  expect(
    await queryRows(
      pool.db,
      sql`select ${sql.param(ids)}::uuid[] as ids, cardinality(${sql.param(ids)}::uuid[])`,
    ),
  ).toEqual([{ ids, cardinality: 2 }]);
});

test('lists of other types are compared with columns of these types', async () => {
  const at = new Date('2027-01-01T00:00:00Z');
  const found = await pool.db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table things (number bigint, at timestamptz) on commit drop`);
    await tx.execute(sql`insert into things values (1, '2026-01-01'), (2, ${at.toISOString()}), (3, null)`);
    return queryRows(
      tx,
      sql`select number::text from things where ${isOneOf(things.number, [2n, 3n])} and ${isOneOf(things.at, [at])}`,
    );
  });
  expect(found).toEqual([{ number: '2' }]);
});

test('a new connection sends only the requested statements', async () => {
  const sent: string[] = [];
  pool.sql.options.debug = (_, text) => sent.push(text);
  await queryRows(pool.db, sql`select 1`);
  expect(sent).toEqual(['select 1']);
});

// Search ignores case and accents, and finds whatever it would find without that (docs/adr/0064).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { containsText } from '../../src/platform/paging/search.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

const names = pgTable('names', { name: text('name') });

const NAMES = [
  'Acme',
  'Ácme',
  'ACMÉ',
  'Straße',
  'Ærø',
  'ΟΔΟΣ',
  'Łódź',
  '100 %',
  'a_b',
  'e\u0301clair',
  'Đà Nẵng',
];

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ empty: true });
  pool = connect(database.connection, { max: 1 });
  await pool.sql`create table names (name text)`;
  await pool.sql`insert into names select unnest(${NAMES}::text[])`;
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

async function found(term: string): Promise<string[]> {
  const rows = await pool.db
    .select()
    .from(names)
    .where(containsText([names.name], term));
  return rows.flatMap(({ name }) => name ?? []).sort();
}

test.each([
  ['acme', ['ACMÉ', 'Acme', 'Ácme']],
  [' ÁCME ', ['ACMÉ', 'Acme', 'Ácme']],
  ['acmé', ['ACMÉ', 'Acme', 'Ácme']],
  ['éclair', ['e\u0301clair']],
  ['ECLAIR', ['e\u0301clair']],
  ['straße', ['Straße']],
  ['strasse', []],
  ['ærø', ['Ærø']],
  ['ΟΔΟΣ', ['ΟΔΟΣ']],
  ['łodz', ['Łódź']],
  ['nang', ['Đà Nẵng']],
  ['0 %', ['100 %']],
  ['_b', ['a_b']],
  ['x', []],
])('"%s" finds %j', async (term, expected) => {
  expect(await found(term)).toEqual([...expected].sort());
});

test('everything is found by its own text, and an empty term finds all', async () => {
  for (const name of NAMES) expect(await found(name)).toContain(name);
  expect(await found('')).toHaveLength(NAMES.length);
});

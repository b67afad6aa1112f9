// Databases from before the baseline of migrations: one that has all that it replaced goes on, an older one is refused (ADR 0172).
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { schemaSql } from '../../scripts/schema-sql.js';
import { JOINED } from '../../src/platform/db/migrating/joined-migrations.js';
import { migrateDatabase } from '../../src/platform/db/migrating/migrate.js';
import { type Migration, readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { raiseWall } from '../../src/platform/db/migrating/raise-wall.js';
import { schemaAge } from '../../src/platform/db/migrating/schema-version.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { extractCommit } from '../support/previous-version.js';

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  database = await createDatabase({ empty: true });
  pool = connect(database.connection, { max: 1 });
});
afterEach(async () => {
  await pool.close();
  await database.drop();
});

/** Null without the git history that holds them. */
function joinedMigrations(): Migration[] | null {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-joined-'));
  try {
    extractCommit(JOINED.commit, folder, ['schema/migrations']);
    return readMigrations(path.join(folder, 'schema/migrations'));
  } catch {
    console.log(`Skipped the migrations before the baseline: the git history that holds them is not here.`);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const purposes = ({ sql }: Pool) =>
  sql`select purpose, length(secret) from signing_secrets order by purpose`.values();

test('a database with all migrations that the baseline replaced has its schema, and goes on', async () => {
  const joined = joinedMigrations();
  if (joined === null) return;
  await migrateDatabase(database.connection, { migrations: joined });
  expect(await schemaAge(pool)).toBe('older');
  const secrets = await pool.sql`select purpose, secret from signing_secrets order by purpose`.values();
  await migrateDatabase(database.connection);
  await migrateDatabase(database.connection);
  await raiseWall(database.connection);
  expect(await schemaAge(pool)).toBe('current');
  expect(await pool.sql`select purpose, secret from signing_secrets order by purpose`.values()).toEqual(
    secrets,
  );
  const committed = readFileSync(path.resolve(import.meta.dirname, '../../schema/schema.sql'), 'utf8');
  expect(await schemaSql((statement) => pool.sql.unsafe(statement))).toBe(committed);
  const fresh = await createDatabase();
  const other = connect(fresh.connection, { max: 1 });
  expect(await purposes(pool)).toEqual(await purposes(other));
  await other.close();
  await fresh.drop();
});

test.each([
  ['of an earlier one', JOINED.number - 1, '0115_adjusted_day_of_end'],
  ['of early versions, which recorded no names', JOINED.number - 1, null],
  ['of a branch that lacked some', JOINED.number - 2, JOINED.last],
])('a database %s is refused with the commit to go through, and unchanged', async (_, number, tag) => {
  // The migrations table is made, and no migration of this program is applied.
  await migrateDatabase(database.connection, { migrations: [] });
  const newestAt = JOINED.lastGeneratedAtMs - (tag === JOINED.last ? 0 : 1);
  await pool.sql`
    insert into drizzle.__drizzle_migrations (hash, created_at, tag)
    select '', ${newestAt}::float8 - distance, case distance when 0 then ${tag}::text end
    from generate_series(0, ${number}::int - 1) as distance`;
  const schema = tag ?? 'of 2026-11-29T08:11:11.040Z';
  await expect(migrateDatabase(database.connection)).rejects.toThrow(
    `The database is of a commit before version 0.9.0: its schema is ${schema}, and this program continues from ${JOINED.last} only. ` +
      `Start once the program of commit ${JOINED.commit}, then start this one.`,
  );
  expect(await schemaAge(pool)).toBe('older');
  expect(await pool.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
});

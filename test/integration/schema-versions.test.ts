// Migrations, and programs that meet a schema they do not know (ADR 0029).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { schemaSql } from '../../scripts/schema-sql.js';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { migrateDatabase } from '../../src/platform/db/migrating/migrate.js';
import { type Migration, readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { schemaAge, watchSchema } from '../../src/platform/db/migrating/schema-version.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let pool: Pool;

const migration = (number: number, statements: string[], over: Partial<Migration> = {}): Migration => ({
  tag: `${String(number).padStart(4, '0')}_test`,
  generatedAtMs: number,
  hash: '',
  statements,
  isTransactional: true,
  needsProgramsSince: null,
  ...over,
});
const tables = async () =>
  (
    await pool.sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename`
  ).map(({ name }) => name);

describe('migrations', () => {
  beforeEach(async () => {
    database = await createDatabase({ empty: true });
    pool = connect(database.connection, { max: 3 });
  });
  afterEach(async () => {
    await pool.close();
    await database.drop();
  });

  test('migrations are transactions of their own: those before a failure stay, and the rest is repeated later', async () => {
    const first = migration(1, ['create table one ()', 'create table two ()']);
    const failing = migration(2, ['create table three ()', 'select 1 / 0']);
    await expect(migrateDatabase(database.connection, { migrations: [first, failing] })).rejects.toThrow(
      'division by zero',
    );
    expect(await tables()).toEqual(['one', 'two']);
    const mended = migration(2, ['create table three ()']);
    await migrateDatabase(database.connection, { migrations: [first, mended], program: 'Tollgate 9' });
    await migrateDatabase(database.connection, { migrations: [first, mended] });
    expect(await tables()).toEqual(['one', 'three', 'two']);
    expect(
      await pool.sql`select tag, program from drizzle.__drizzle_migrations order by created_at`.values(),
    ).toEqual([
      ['0001_test', 'this program'],
      ['0002_test', 'Tollgate 9'],
    ]);
  });

  test('migrations let others pass when a table is in use, and try again', async () => {
    const first = migration(1, ['create table busy ()']);
    await migrateDatabase(database.connection, { migrations: [first] });
    const retried: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const locked = Promise.withResolvers<boolean>();
    const held = pool.sql.begin(async (tx) => {
      await tx`select from busy`;
      locked.resolve(true);
      await released;
    });
    await locked.promise;
    await migrateDatabase(database.connection, {
      migrations: [first, migration(2, ['alter table busy add column name text'])],
      lockTimeoutMs: 50,
      onRetry: (tag) => {
        retried.push(tag);
        release();
      },
    });
    await held;
    expect(retried).toEqual(['0002_test']);
  });

  test('migrations that build an index beside writers run outside of a transaction, with several starts at once', async () => {
    const migrations = [
      migration(1, ['create table grown (id int)']),
      migration(
        2,
        ['drop index concurrently if exists grown_id', 'create index concurrently grown_id on grown (id)'],
        { isTransactional: false },
      ),
    ];
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.connection, { migrations })));
    const indexes =
      await pool.sql`select indisvalid from pg_index where indrelid = 'grown'::regclass`.values();
    expect(indexes).toEqual([[true]]);
  });

  test('migrations leave a schema that is printed with all that it has, or refused', async () => {
    await migrateDatabase(database.connection, {
      migrations: [
        migration(1, [
          'create table owners (id bigserial primary key)',
          `create table pets (name text not null check (name <> ''), owner bigint references owners, age int default 1)`,
          'create index pets_age on pets (age) where age > 1',
          `create function keep() returns trigger language plpgsql as 'begin return null; end'`,
          'create trigger pets_kept before delete on pets for each row execute function keep()',
        ]),
      ],
    });
    const print = () => schemaSql((statement) => pool.sql.unsafe(statement));
    const printed = await print();
    for (const line of [
      `  id bigserial NOT NULL,\n  CONSTRAINT owners_pkey PRIMARY KEY (id)\n);`,
      `  name text NOT NULL,\n  owner bigint,\n  age integer DEFAULT 1,\n  CONSTRAINT pets_name_check CHECK (name <> ''::text),`,
      `  CONSTRAINT pets_owner_fkey FOREIGN KEY (owner) REFERENCES owners(id)\n);`,
      'CREATE INDEX pets_age ON pets (age) WHERE age > 1;',
      'CREATE OR REPLACE FUNCTION keep()',
      'CREATE TRIGGER pets_kept BEFORE DELETE ON pets FOR EACH ROW EXECUTE FUNCTION keep();',
    ]) {
      expect(printed).toContain(line);
    }
    await pool.sql`create view old_pets as select from pets where age > 10`;
    await expect(print()).rejects.toThrow('schema.sql lacks: relation old_pets');
  });
});

describe('the migrations of this program', () => {
  test('the migrations of this program build no index concurrently without dropping what a broken build has left', () => {
    for (const { tag, isTransactional, statements } of readMigrations()) {
      const text = statements.join();
      expect([tag, /concurrently/i.test(text)]).toEqual([tag, !isTransactional]);
      if (!isTransactional) expect(text).toMatch(/drop index concurrently if exists/i);
    }
  });

  test('the migrations of this program name programs that exist where they need newer ones', () => {
    const tags = readMigrations().map(({ tag }) => tag);
    for (const { needsProgramsSince } of readMigrations())
      if (needsProgramsSince !== null) expect(tags).toContain(needsProgramsSince);
  });
});

describe('a newer schema', () => {
  let env: Record<string, string>;
  const newest = readMigrations().at(-1)?.tag ?? '';
  const addMigration = (row: { tag?: string; program?: string; needs?: string }) => pool.sql`
    insert into drizzle.__drizzle_migrations (hash, created_at, tag, program, needs_programs_since)
    values ('', 9999999999999, ${row.tag ?? null}, ${row.program ?? null}, ${row.needs ?? null})`;
  const removeMigration = () =>
    pool.sql`delete from drizzle.__drizzle_migrations where created_at = 9999999999999`;

  beforeAll(async () => {
    database = await createDatabase();
    pool = connect(database.connection, { max: 2 });
    const { host, port, user, password } = database.connection;
    env = {
      DATABASE_URL: `postgres:///${database.connection.database}`,
      // A URL cannot name a Unix socket; these variables of Postgres' own can.
      ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password },
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      PUBLIC_URL: 'https://billing.test',
    };
  });
  afterAll(async () => {
    await pool.close();
    await database.drop();
  });

  test('a newer schema is refused at the start, naming both versions; one that is met later ends the program', async () => {
    const running = new Program({ env, args: ['--role=api'] });
    await running.url();
    await addMigration({ tag: '9999_future', program: 'Tollgate 9.9.9', needs: '9998_before' });
    expect(await running.exit()).toBe(1);
    const message = new RegExp(
      String.raw`^The database is of a newer version than this program: its schema is 9999_future, which Tollgate 9\.9\.9 has made; ` +
        String.raw`Tollgate \d+\.\d+\.\d+ knows schemas up to ${newest}\.`,
      'm',
    );
    expect(running.output).toMatch(message);
    const late = new Program({ env, args: ['--role=api'] });
    expect(await late.exit()).toBe(1);
    expect(late.output).toMatch(message);
    expect(await schemaAge(pool)).toBe('newer');
    await removeMigration();
    expect(await schemaAge(pool)).toBe('current');
  }, 240_000);

  test.each([
    ['adds only', { tag: '9999_future' }, false],
    ['needs this program', { tag: '9999_future', needs: newest }, false],
    ['needs a newer program', { tag: '9999_future', needs: '9998_before' }, true],
    ['does not say', {}, true],
  ])('a newer schema that %s is met while running', async (_what, row, stops) => {
    const met: string[] = [];
    let looks = 0;
    const db = new Proxy(pool.db, {
      get: (target, name) => {
        if (name === 'execute') looks += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    const end = watchSchema(db, {
      program: 'Tollgate 1.0.0',
      onIncompatible: ({ message }) => met.push(message),
      intervalMs: 1,
    });
    await addMigration(row);
    const before = looks;
    // A look that begins after the change is two statements.
    await until(() => Promise.resolve(stops ? met.length > 0 : looks > before + 4));
    await end();
    await removeMigration();
    expect(met).toHaveLength(stops ? 1 : 0);
  });
});

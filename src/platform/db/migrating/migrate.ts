import { setTimeout as sleep } from 'node:timers/promises';
import { checkDriver } from '../postgres/check-driver.js';
import type { Driver, DriverTransaction } from '../postgres/driver.js';
import { connect, type Connection, type Pool } from '../pool.js';
import { hasJoinedSchema } from './joined-migrations.js';
import { type Migration, readMigrations } from './migrations.js';
import { postgresError } from '../postgres/postgres-error.js';
import { appliedMigrations, refuseNewer } from './schema-version.js';
import { takeSessionLock } from './session-lock.js';

/** An arbitrary advisory lock number, the same in all processes, so that servers that start at once migrate in turn. */
const MIGRATION_LOCK = 7_201_455;

/**
 * A migration waits this long for a table lock. All other statements on the table queue behind it, so it then gives up.
 */
const LOCK_TIMEOUT_MS = 5_000;
const RETRY_AFTER_MS = 1_000;
/** About six minutes in all. */
const MAX_TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

interface MigrationOptions {
  /** Name and version of this program; stored with each migration that it applies. */
  readonly program?: string;
  readonly migrations?: readonly Migration[];
  readonly lockTimeoutMs?: number;
  /** Called after each try that could not lock a table. */
  readonly onRetry?: (tag: string) => void;
}

/**
 * Migrates the database to the schema of this program, each migration in its own transaction (ADR 0029). Safe to call
 * from any number of processes at once.
 * @throws NewerSchemaError when a newer program has migrated the database.
 * @throws OlderSchemaError when it lacks some of the migrations that the baseline replaced.
 * @throws Error when the driver of this program mixes up rows.
 */
export async function migrateDatabase(connection: Connection, options: MigrationOptions = {}): Promise<void> {
  const { program = 'this program', migrations = readMigrations() } = options;
  await checkDriver(connection);
  // A single connection, since the advisory lock belongs to its session.
  const pool = connect(connection, { max: 1 });
  try {
    await pool.sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
    await takeSessionLock(pool, MIGRATION_LOCK);
    await prepareTable(pool, migrations);
    const applied = await appliedMigrations(pool.db);
    refuseNewer(applied, migrations, program);
    const known = new Set(applied.map(({ generatedAtMs }) => generatedAtMs));
    for (const migration of migrations.filter(({ generatedAtMs }) => !known.has(generatedAtMs))) {
      const isThere = migration === migrations[0] && hasJoinedSchema(applied);
      if (isThere) await record(pool.sql, migration, program);
      else await apply(pool, migration, { ...options, program });
    }
  } finally {
    await pool.close();
  }
}

/**
 * Creates drizzle's migrations table, with further columns that an older program reads when it finds a newer schema.
 */
async function prepareTable({ sql }: Pool, migrations: readonly Migration[]): Promise<void> {
  await sql.unsafe(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint);
    alter table drizzle.__drizzle_migrations
      add column if not exists tag text,
      add column if not exists program text,
      add column if not exists needs_programs_since text;`);
  const tags = JSON.stringify(migrations.map(({ tag, generatedAtMs }) => ({ tag, at: generatedAtMs })));
  await sql`
    update drizzle.__drizzle_migrations as applied set tag = known.tag
    from json_to_recordset(${tags}::text::json) as known(tag text, at bigint)
    where applied.created_at = known.at and applied.tag is null`;
}

async function apply(
  { sql }: Pool,
  migration: Migration,
  { program, lockTimeoutMs = LOCK_TIMEOUT_MS, onRetry }: MigrationOptions & { readonly program: string },
): Promise<void> {
  if (!migration.isTransactional) {
    for (const statement of migration.statements) await sql.unsafe(statement);
    await record(sql, migration, program);
    return;
  }
  for (let tries = 1; ; tries++) {
    try {
      await sql.begin(async (tx) => {
        await requireLock(tx);
        await tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
        for (const statement of migration.statements) await tx.unsafe(statement);
        await record(tx, migration, program);
      });
      return;
    } catch (error) {
      if (postgresError(error)?.code !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
      onRetry?.(migration.tag);
      await sleep(RETRY_AFTER_MS);
    }
  }
}

/** Checks that this session still has the lock: after a reconnect, another program may have taken it. */
async function requireLock(tx: DriverTransaction): Promise<void> {
  const [row] = await tx<{ own: boolean }[]>`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as own`;
  if (row?.own !== true) throw new Error('Another program migrates the database.');
}

async function record(sql: Driver | DriverTransaction, migration: Migration, program: string): Promise<void> {
  const { hash, generatedAtMs, tag, needsProgramsSince } = migration;
  await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at, tag, program, needs_programs_since)
    values (${hash}, ${generatedAtMs}, ${tag}, ${program}, ${needsProgramsSince})`;
}

import { randomUUID } from 'node:crypto';
import { connect, type Connection, type Pool } from '../../src/platform/db/pool.js';

type Parameters = Exclude<Connection, { url: string }>;

export interface TestDatabase {
  readonly connection: Parameters;
  drop(): Promise<void>;
}

/** Creates a database for one test file: cloned from the migrated template in some 30 ms, or without a schema. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  return databaseFrom(empty ? 'template0' : 'template_tollgate');
}

/** Copies a database that nobody uses, as a backup and its restore do. */
export function copyDatabase({ connection }: TestDatabase): Promise<TestDatabase> {
  return databaseFrom(connection.database);
}

/** The database as an operator writes it who reaches it by its socket. */
export function socketUrl({ connection: { host, port, user, password, database } }: TestDatabase): string {
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const server = JSON.parse(process.env['TEST_POSTGRES'] ?? 'null') as Parameters | null;
  if (server === null) throw new Error('TEST_POSTGRES is set by test/support/global-setup.mjs.');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, `create database "${database}" template "${template}"`);
  return {
    connection: { ...server, database },
    drop: () => asAdmin(server, `drop database if exists "${database}" with (force)`),
  };
}

async function asAdmin(server: Parameters, statement: string): Promise<void> {
  const pool = connect({ ...server, database: 'postgres' }, { max: 1 });
  try {
    await pool.sql.unsafe(statement);
  } finally {
    await pool.close();
  }
}

/** True if a session of the database waits for a lock of others; a table that grows is locked only for a moment. */
export async function someoneWaits({ sql }: Pool): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and wait_event <> 'extend'`;
  return waiting.length > 0;
}

/** Counts an organization's rows in a table: proof that a refusal wrote nothing. */
export async function countRows({ sql }: Pool, table: string, organizationId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${sql(table)} where organization_id = ${organizationId}`;
  return row?.count ?? 0;
}

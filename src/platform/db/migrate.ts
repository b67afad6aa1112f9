import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import path from 'node:path';
import { connect, type Connection, type Pool } from './database.js';

/** Any number, the same in every process: servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_201_455;

const folder = path.resolve(import.meta.dirname, '../../../schema/migrations');

/** Brings the database to the current schema. Twenty starts at once are safe. */
export async function migrateDatabase(connection: Connection): Promise<void> {
  // One connection: the lock belongs to it, and the migrations run on it.
  const pool = connect(connection, { max: 1 });
  try {
    const db = drizzle({ client: pool.sql });
    await db.execute(sql`set lock_timeout = 0`);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(db, { migrationsFolder: folder });
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    await pool.close();
  }
}

/** What schema a database has, next to the one of this program. */
export type SchemaAge = 'missing' | 'older' | 'current' | 'newer';

/** Reads, and changes nothing. */
export async function schemaAge({ sql: query }: Pool): Promise<SchemaAge> {
  const [known] = await query<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (known?.exists !== true) return 'missing';
  const [last] = await query<{ at: string | null }[]>`
    select max(created_at) as at from drizzle.__drizzle_migrations`;
  if (last === undefined || last.at === null) return 'missing';
  const ownAt = Math.max(
    ...readMigrationFiles({ migrationsFolder: folder }).map((file) => file.folderMillis),
  );
  if (Number(last.at) === ownAt) return 'current';
  return Number(last.at) < ownAt ? 'older' : 'newer';
}

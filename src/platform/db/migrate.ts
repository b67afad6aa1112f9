import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import path from 'node:path';
import { connect, type Connection } from './database.js';

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

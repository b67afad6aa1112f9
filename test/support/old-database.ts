import { randomUUID } from 'node:crypto';
import { connect, type Pool } from '../../src/platform/db/pool.js';
import { migrateDatabase } from '../../src/platform/db/migrating/migrate.js';
import { type Migration, readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { createDatabase, type TestDatabase } from './database.js';

/** Values for required columns by type; they may violate the check constraints of a table. */
const FILLERS: Readonly<Record<string, () => unknown>> = {
  ARRAY: () => '{}',
  bigint: () => 0,
  boolean: () => false,
  date: () => '2027-01-01',
  integer: () => 0,
  jsonb: () => '{}',
  numeric: () => 0,
  smallint: () => 0,
  text: () => randomUUID(),
  'timestamp with time zone': () => '2027-01-01T00:00:00Z',
  uuid: () => randomUUID(),
};

type Row = Readonly<Record<string, unknown>>;

/** A database with the schema before one migration. */
export class OldDatabase {
  private constructor(
    private readonly database: TestDatabase,
    private readonly pool: Pool,
    /** The applied migrations and the next one. */
    private readonly migrations: readonly Migration[],
  ) {}

  /** @param tag the first migration that is not applied. */
  static async before(tag: string): Promise<OldDatabase> {
    const database = await createDatabase({ empty: true });
    const all = readMigrations();
    const migrations = all.slice(0, all.findIndex((migration) => migration.tag === tag) + 1);
    await migrateDatabase(database.connection, { migrations: migrations.slice(0, -1) });
    const pool = connect(database.connection, { max: 1 });
    // Disables foreign keys and triggers, so that a test inserts only the rows that the migration reads.
    await pool.sql`set session_replication_role = replica`;
    return new OldDatabase(database, pool, migrations);
  }

  /** Inserts a row, filling in required columns that it omits. @returns its id, if it has one. */
  async insert(table: string, row: Row): Promise<string> {
    const required = await this.pool.sql<{ column_name: string; data_type: string }[]>`
      select column_name, data_type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO'
        and column_default is null and is_generated = 'NEVER'`;
    const fillers = required.map(({ column_name: name, data_type: type }) => [name, FILLERS[type]?.()]);
    const whole: Row = { ...Object.fromEntries(fillers), ...row };
    await this.pool.sql`insert into ${this.pool.sql(table)} ${this.pool.sql(whole)}`;
    return String(whole['id']);
  }

  /** Applies the migration. */
  async migrate(): Promise<void> {
    await migrateDatabase(this.database.connection, { migrations: this.migrations });
  }

  get sql(): Pool['sql'] {
    return this.pool.sql;
  }

  async drop(): Promise<void> {
    await this.pool.close();
    await this.database.drop();
  }
}

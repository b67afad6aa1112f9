import type { Pool } from '../../src/platform/db/pool.js';
import type { TestServer } from './server.js';

/** Tables that any request may write: the last use of keys, the API log, and responses kept for repeats. */
const BESIDE = ['api_keys', 'api_log_entries', 'idempotency_records'];

/** Reports tables with committed writes: proof that a refusal changed nothing. */
export class WrittenTables {
  private constructor(private readonly pool: Pool) {}

  /** Starts watching all other tables of a server that the test file does not share. */
  static async of({ pool }: TestServer): Promise<WrittenTables> {
    const { sql } = pool;
    await sql.unsafe(`
      create table journal (written text not null);
      create function note() returns trigger language plpgsql as $$
        begin insert into journal values (tg_table_name); return null; end $$;`);
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where (schemaname = 'public' and tablename not in ${sql(['journal', ...BESIDE])} or tablename = '_private_jobs')
        and not exists (select from pg_inherits where inhrelid = format('%I.%I', schemaname, tablename)::regclass)`;
    for (const { name } of tables)
      await sql.unsafe(
        `create trigger note after insert or update or delete on ${name} execute function note()`,
      );
    return new WrittenTables(pool);
  }

  /** The tables written to since the last call. */
  async take(): Promise<string[]> {
    const rows = await this.pool.sql<{ written: string }[]>`delete from journal returning written`;
    return [...new Set(rows.map(({ written }) => written))];
  }
}

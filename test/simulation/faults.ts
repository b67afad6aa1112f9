import type { Pool } from '../../src/platform/db/database.js';

/**
 * Makes a write of the application fail in the database, after a given number of successful writes. A sequence counts
 * them, because a rollback does not reset it.
 */
export class Faults {
  private constructor(private readonly pool: Pool) {}

  static async install(pool: Pool): Promise<Faults> {
    await pool.sql.unsafe(`
      create schema faults;
      create sequence faults.countdown minvalue -1000000 start 1;
      create function faults.strike() returns trigger language plpgsql as $$
      begin
        if nextval('faults.countdown') = 0 then raise exception 'simulated fault'; end if;
        return null;
      end $$;
      do $$
      declare written regclass;
      begin
        for written in select oid from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        loop
          execute format('create trigger fault after insert or update or delete on %s
            for each statement execute function faults.strike()', written);
        end loop;
      end $$;`);
    return new Faults(pool);
  }

  async arm(writesBefore: number): Promise<void> {
    await this.pool.sql`select setval('faults.countdown', ${-writesBefore - 1})`;
  }

  async disarm(): Promise<void> {
    await this.pool.sql`select setval('faults.countdown', 1)`;
  }
}

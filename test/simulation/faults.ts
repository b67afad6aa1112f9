import type { Pool } from '../../src/platform/db/pool.js';
import type { FailingProxy } from '../support/failing-proxy.js';

/** How a statement fails on its way: cancelled, out of memory, or, null, as if nothing were missing. */
const ERRORS = ['57014', '53200', null];

/**
 * Makes a statement of the application fail: a write in the database, or any statement after one of its rows has arrived
 * (docs/adr/0116). A sequence counts the writes, because a rollback does not reset it.
 */
export class Faults {
  private constructor(
    private readonly pool: Pool,
    private readonly proxy: FailingProxy,
  ) {}

  /** @param proxy through which the application is connected. */
  static async install(pool: Pool, proxy: FailingProxy): Promise<Faults> {
    await pool.sql.unsafe(`
      create schema faults;
      grant usage on schema faults to public;
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
    return new Faults(pool, proxy);
  }

  /** @param fault chooses the kind of the fault, and the statement. */
  async arm(fault: number): Promise<void> {
    const [before, isOnItsWay] = [Math.floor(fault / 2), fault % 2 === 1];
    if (isOnItsWay)
      this.proxy.failNext({
        code: ERRORS[before % ERRORS.length] ?? null,
        afterRows: 1,
        afterStatements: fault,
      });
    else await this.pool.sql`select setval('faults.countdown', ${-before - 1})`;
  }

  async disarm(): Promise<void> {
    this.proxy.failNext(null);
    await this.pool.sql`select setval('faults.countdown', 1)`;
  }
}

// Boots one Postgres for the whole run and migrates the template that every test file's database is cloned from.
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export default async function globalSetup() {
  const { claimDataDir } = await import('../../dist/main/settings/data-dir.js');
  await import('../../dist/main/process/resolve-once.js');
  const { startOwnPostgres } = await import('../../dist/main/database/own-postgres.js');
  const { migrateDatabase } = await import('../../dist/platform/db/migrating/migrate.js');
  const { connect } = await import('../../dist/platform/db/pool.js');
  const { raiseWall } = await import('../../dist/platform/db/migrating/raise-wall.js');
  const { migrateJobs } = await import('../../dist/platform/jobs/jobs.js');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-test-'));
  const dataDir = await claimDataDir(folder);
  const postgres = await startOwnPostgres({
    dataDir,
    log: () => undefined,
    // The servers of four workers have more connections than the hundred that Postgres takes by default.
    settings: { max_connections: '300' },
  });
  const { connection } = postgres;
  await forgoDurability(connection, connect);
  await migrateDatabase(connection);
  await migrateJobs(connection);
  await raiseWall(connection);
  await openTablesOfTests(connection, connect);
  const admin = connect({ ...connection, database: 'postgres' }, { max: 1 });
  await admin.sql.unsafe(`alter database "${connection.database}" rename to "template_tollgate"`);
  await admin.close();
  process.env.TEST_POSTGRES = JSON.stringify(connection);
  // Programs that tests start find what those before them have compiled.
  process.env.TEST_COMPILE_CACHE = path.join(folder, 'compile-cache');
  globalThis.testPostgres = { postgres, dataDir, folder };
}

/** Requests may use the tables and sequences that tests make, such as those of their triggers. */
async function openTablesOfTests(connection, connect) {
  const admin = connect(connection, { max: 1 });
  await admin.sql.unsafe(`
    create function open_table_of_test() returns event_trigger language plpgsql as $$
    declare
      made oid;
    begin
      for made in
        select objid from pg_event_trigger_ddl_commands() join pg_class on pg_class.oid = objid
        where command_tag in ('CREATE TABLE', 'CREATE SEQUENCE', 'CREATE TABLE AS') and relkind in ('r', 'S') and not relispartition
      loop
        execute format('grant all on %s to tollgate_requests', made::regclass);
      end loop;
    end $$;
    create event trigger open_table_of_test on ddl_command_end execute function open_table_of_test()`);
  await admin.close();
}

/** Nothing of a test run outlives its Postgres, so that no commit has to wait for the disk. */
async function forgoDurability(connection, connect) {
  const admin = connect(connection, { max: 1 });
  // Vacuuming the catalogs of hundreds of databases that live for seconds takes a tenth of the run.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']) {
    await admin.sql.unsafe(`alter system set ${setting} = off`);
  }
  await admin.sql`select pg_reload_conf()`;
  await admin.close();
}

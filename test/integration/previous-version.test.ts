// The program before the newest migration runs on while a newer one migrates its database: expand, migrate, contract (ADR
// 0029).
import { expect, test } from '@jest/globals';
import { migrateDatabase } from '../../src/platform/db/migrating/migrate.js';
import { readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { createDatabase } from '../support/database.js';
import { buildPreviousVersion } from '../support/previous-version.js';
import { Program } from '../support/program.js';
import { smokeTest } from '../support/smoke.js';

const KEY = 'key_of_the_previous_version_0123456789';

test('the previous program serves on the schema that the newest migration leaves', async () => {
  const newest = readMigrations().at(-1)?.tag ?? '';
  const previous = buildPreviousVersion(newest);
  if (previous === null) {
    console.log(`Skipped the previous version on ${newest}: the git history that holds it is not here.`);
    return;
  }
  const database = await createDatabase({ empty: true });
  const { host, port, user, password } = database.connection;
  const program = new Program({
    folder: previous.programs,
    env: {
      DATABASE_URL: `postgres:///${database.connection.database}`,
      // A URL cannot name a Unix socket; these variables of Postgres' own can.
      ...{ PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password },
      BOOTSTRAP_API_KEY: KEY,
    },
  });
  try {
    const url = await program.url();
    await smokeTest(url, KEY);
    await migrateDatabase(database.connection);
    await smokeTest(url, KEY);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
  } finally {
    await program.stop();
    await database.drop();
  }
}, 240_000);

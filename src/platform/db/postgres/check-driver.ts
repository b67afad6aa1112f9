import { type Connection, openDriver } from './open-driver.js';

/** Fails in its third row. */
const FAILING = 'select 1 / (3 - n) from generate_series(1, 5) n';

/**
 * Checks, with the two statements by which the fault was found, that the driver gives no statement the rows of another one: the
 * correction of the package is in force, and no new version of it has the fault again (docs/adr/0116).
 * @throws Error otherwise: a program with that driver must not start.
 */
export async function checkDriver(connection: Connection): Promise<void> {
  const driver = openDriver(connection, { max: 1 });
  try {
    await driver.unsafe(FAILING).catch(() => undefined);
    const rows = await driver.unsafe(`select 'whole' as result`);
    if (rows.length === 1 && rows[0]?.['result'] === 'whole') return;
    throw new Error(
      'The Postgres driver mixes up the rows of statements. Install the packages of package-lock.json again: npm ci',
    );
  } finally {
    await driver.end({ timeout: 5 });
  }
}

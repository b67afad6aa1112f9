// Recounts every counter of a database from its events: `npm run verify`. It finds the database as the server does,
// changes nothing, and ends with 1 when something differs or cannot be read.
import { MetricCatalogService } from '../modules/billable-metrics/metric-catalog.service.js';
import { UsageVerification } from '../modules/usage/usage-verification.service.js';
import { connect, type Db } from '../platform/db/database.js';
import { schemaAge, type SchemaAge } from '../platform/db/migrate.js';
import { readConfig } from './config.js';
import { claimDatabase } from './database.js';
import { StartError } from './start-error.js';

/** Why a database is not recounted. */
const REFUSALS = {
  missing: 'The database is empty: there is nothing to recount. The server fills it when it starts.',
  older: 'The database is that of an older version. The server brings it up to date when it starts.',
  newer: 'The database is that of a newer version than this program.',
  current: null,
} as const satisfies Record<SchemaAge, string | null>;

try {
  process.exitCode = (await verifyDatabase()) === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

/** @returns how many differences it has printed. */
async function verifyDatabase(): Promise<number> {
  const database = claimDatabase(readConfig(process.env, process.argv.slice(2)), {
    say: console.error,
    onFailure: (error) => {
      console.error(error);
    },
  });
  try {
    const pool = connect(await database.start(), { max: 1 });
    try {
      const refusal = REFUSALS[await schemaAge(pool)];
      if (refusal !== null) throw new StartError(refusal);
      return await printDifferences(pool.db);
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}

async function printDifferences(db: Db): Promise<number> {
  let found = 0;
  for await (const difference of new UsageVerification(new MetricCatalogService()).everywhere(db)) {
    console.log(JSON.stringify(difference));
    found += 1;
  }
  const verdict = found === 1 ? 'One counter differs.' : `${found} counters differ.`;
  console.error(found === 0 ? 'Every counter is what its events add up to.' : verdict);
  return found;
}

// Recounts every counter of a database from its events: `npm run verify`. It finds the database as the server does, and
// ends with 1 when something differs.
import { MetricCatalogService } from '../modules/billable-metrics/metric-catalog.service.js';
import { UsageVerification } from '../modules/usage/usage-verification.service.js';
import { connect, type Db } from '../platform/db/database.js';
import { readConfig } from './config.js';
import { claimDatabase } from './database.js';
import { StartError } from './start-error.js';

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
    return await printDifferences(pool.db).finally(() => pool.close());
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
  console.error(found === 0 ? 'Every counter is what its events add up to.' : `${found} counters differ.`);
  return found;
}

// Recounts every counter of a database from its events, adds up the ledger of every wallet, and computes the reports from their
// documents: `npm run verify`. It finds the database as the server does, changes nothing, and ends with 1 when something differs or cannot be read.
import { MetricCatalogService } from '../modules/billable-metrics/metric-catalog.service.js';
import { UsageVerification } from '../modules/usage/verification/usage-verification.service.js';
import { differingReports } from '../modules/analytics/report-verification.js';
import { differingWallets } from '../modules/wallets/wallet-verification.js';
import type { Db } from '../platform/db/database.js';
import { readConfig } from './config.js';
import { withCurrentDatabase } from './current-database.js';
import { joinDatabase } from './join-database.js';
import { StartError } from './start-error.js';

const HELP = `tollgate verify, or npm run verify

Recounts every counter from its events, every wallet from its transactions and every report from its documents, in the
database of DATABASE_URL or DATA_DIR. A server may be running on it. Prints each difference as a line of JSON, and ends with 1
if there is one.`;

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit();
}
try {
  process.exitCode = (await verifyDatabase()) === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

/** @returns how many differences it has printed. */
async function verifyDatabase(): Promise<number> {
  const database = await joinDatabase(readConfig(process.env, process.argv.slice(2)), {
    say: console.error,
    onFailure: (error) => {
      console.error(error);
    },
  });
  return withCurrentDatabase(database, ({ db }) => printDifferences(db));
}

async function printDifferences(db: Db): Promise<number> {
  let found = 0;
  for await (const difference of new UsageVerification(new MetricCatalogService()).ofAllOrganizations(db)) {
    console.log(JSON.stringify(difference));
    found += 1;
  }
  const verdict = found === 1 ? 'One counter differs.' : `${found} counters differ.`;
  console.error(found === 0 ? 'Every counter is what its events add up to.' : verdict);
  const wallets = await differingWallets(db);
  for (const difference of wallets) console.log(JSON.stringify(difference));
  const ofWallets = wallets.length === 1 ? 'One wallet differs.' : `${wallets.length} wallets differ.`;
  console.error(wallets.length === 0 ? 'Every wallet is what its transactions add up to.' : ofWallets);
  const reports = await differingReports(db);
  for (const difference of reports) console.log(JSON.stringify(difference));
  const ofReports = reports.length === 1 ? 'One row differs.' : `${reports.length} rows differ.`;
  console.error(
    reports.length === 0 ? 'Every report is what its documents add up to.' : `Reports: ${ofReports}`,
  );
  return found + wallets.length + reports.length;
}

// Compares everything in a database that follows from something else (docs/adr/0111): `npm run verify`. It finds the database as
// the server does, changes nothing, and ends with 1 when something differs or cannot be read.
import { S3FileStore } from '../platform/files/s3-file-store.js';
import { readConfig } from './settings/config.js';
import { withCurrentDatabase } from './database/current-database.js';
import { joinDatabase } from './database/join-database.js';
import { printDifferences } from './print-differences.js';
import { StartError } from './settings/start-error.js';

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
  const config = readConfig(process.env, process.argv.slice(2));
  const fileStore = config.filesPlace === null ? null : new S3FileStore(config.filesPlace);
  const database = await joinDatabase(config, {
    say: console.error,
    onFailure: (error) => {
      console.error(error);
    },
  });
  return withCurrentDatabase(database, ({ db }) => printDifferences({ db, fileStore, organizationId: null }));
}

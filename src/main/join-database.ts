import type { Config } from './config.js';
import { claimDatabase, type Database, type DatabaseEvents } from './database.js';
import { DataDirInUse } from './data-dir.js';
import { findOwnPostgres, hasOwnPostgres } from './own-postgres.js';
import { StartError } from './start-error.js';

/**
 * The database for a program that may run beside a server: DATABASE_URL, the embedded Postgres of the server that runs on
 * DATA_DIR, or, when none runs there, that Postgres started for this program.
 * @throws StartError when DATA_DIR holds no database.
 */
export async function joinDatabase(config: Config, events: DatabaseEvents): Promise<Database> {
  if (config.databaseUrl === null && !(await hasOwnPostgres(config.dataDir))) {
    throw new StartError(`DATA_DIR ${config.dataDir} holds no database. Start the server there first.`);
  }
  try {
    return claimDatabase(config, events);
  } catch (error) {
    if (error instanceof DataDirInUse) return runningDatabase(config.dataDir);
    throw error;
  }
}

/** The embedded Postgres of a server that runs; it stays as it is. */
function runningDatabase(dataDir: string): Database {
  return {
    async start() {
      const connection = await findOwnPostgres(dataDir);
      if (connection !== null) return connection;
      throw new StartError(`The server on DATA_DIR ${dataDir} is starting or stopping. Try again.`);
    },
    stop: () => Promise.resolve(),
    stopImmediately: () => Promise.resolve(),
  };
}

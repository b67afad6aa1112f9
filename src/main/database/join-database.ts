import { requireFinished } from './restore-record.js';
import type { Config } from '../settings/config.js';
import { claimDatabase, type Database, type DatabaseEvents } from './database.js';
import { DataDirInUse } from '../settings/data-dir.js';
import { findOwnPostgres, hasOwnPostgres } from './own-postgres.js';
import { StartError } from '../settings/start-error.js';

/**
 * The database for a program that may run beside a server: the one at DATABASE_URL, or the embedded Postgres in
 * DATA_DIR, which is started for this program unless a server has it running.
 * @throws StartError when DATA_DIR contains no database.
 */
export async function joinDatabase(config: Config, events: DatabaseEvents): Promise<Database> {
  if (config.databaseUrl === null) requireFinished(config.dataDir);
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

/** The embedded Postgres of a running server; it is neither started nor stopped here. */
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

import type { Config } from './config.js';
import { claimDatabase, type Database, type DatabaseEvents } from './database.js';
import { DataDirInUse } from './data-dir.js';
import { readClusterRecord } from './postgres/cluster-record.js';
import { embeddedConnection, openDatabase } from './postgres/connection.js';
import { StartError } from './start-error.js';

/**
 * The database for a program that may run beside a server: DATABASE_URL, the embedded Postgres of the server that runs on
 * DATA_DIR, or, when none runs there, that Postgres started for this program.
 * @throws StartError when DATA_DIR holds no database.
 */
export function joinDatabase(config: Config, events: DatabaseEvents): Database {
  if (config.databaseUrl === null && readClusterRecord(config.dataDir) === null) {
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
      const { socketFolder, password } = readClusterRecord(dataDir) ?? {};
      const connection = socketFolder && password ? embeddedConnection(socketFolder, password) : null;
      if (connection !== null && (await openDatabase(connection))) return connection;
      throw new StartError(`The server on DATA_DIR ${dataDir} is starting or stopping. Try again.`);
    },
    stop: () => Promise.resolve(),
    stopImmediately: () => Promise.resolve(),
  };
}

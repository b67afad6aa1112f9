import { readClusterRecord } from './cluster-record.js';
import { embeddedConnection, openDatabase } from './connection.js';
import type { PostgresConnection } from './connection.js';
import type { Installation } from './socket-folder.js';

/** True if an embedded Postgres has ever been started on this folder. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return readClusterRecord(dataDir) !== null;
}

/**
 * Finds the Postgres that another process has started on this folder.
 * @returns its connection options; `null` when none accepts connections.
 */
export async function findRunningPostgres({
  name,
  dataDir,
}: Installation): Promise<PostgresConnection | null> {
  const { socketFolder, password } = readClusterRecord(dataDir) ?? {};
  if (socketFolder === undefined || password === undefined) return null;
  const connection = embeddedConnection(socketFolder, name, password);
  return (await openDatabase(connection)) ? connection : null;
}

import { clusterFolder } from './cluster.js';
import { readClusterRecord, writeClusterRecord } from './cluster-record.js';
import { embeddedConnection, openDatabase } from './connection.js';
import type { PostgresConnection } from './connection.js';
import { homeFolder } from './postgres-folders.js';
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

/** The files of the cluster, and the password of its superuser. */
export interface ClusterFiles {
  /** The folder that Postgres calls its data directory. */
  readonly folder: string;
  readonly password: string;
}

/** Finds the files of the embedded Postgres of this folder; null before its first start. */
export function findClusterFiles(dataDir: string): ClusterFiles | null {
  const record = readClusterRecord(dataDir);
  if (record === null) return null;
  return { folder: clusterFolder(homeFolder(dataDir, record.movedTo)), password: record.password };
}

/** Where the next start on this folder expects the files of a cluster that is put there. */
export function newClusterFolder(dataDir: string): string {
  return clusterFolder(homeFolder(dataDir, undefined));
}

/** Lets the next start on this folder use the cluster that was put there. */
export function adoptCluster(dataDir: string, password: string): void {
  writeClusterRecord(dataDir, { password });
}

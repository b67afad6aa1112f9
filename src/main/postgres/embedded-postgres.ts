import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DataDir } from '../data-dir.js';
import { StartError } from '../start-error.js';
import { findBinaries } from './binaries.js';
import { clusterFolder, createCluster } from './cluster.js';
import { readClusterRecord, writeClusterRecord } from './cluster-record.js';
import type { ClusterRecord } from './cluster-record.js';
import { embeddedConnection, openDatabase } from './connection.js';
import type { PostgresConnection } from './connection.js';
import { stopOrphan } from './orphan.js';
import { choosePlacement } from './placement.js';
import { startPostmaster } from './postmaster.js';
import type { Postmaster } from './postmaster.js';
import { homeFolder } from './quarters.js';

/** A Postgres of our own, running. */
export interface EmbeddedPostgres {
  readonly connection: PostgresConnection;
  /** Of the postmaster. */
  readonly pid: number;
  /** Stops it cleanly; open sessions are cut. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends it without a checkpoint, also while it stops cleanly. It recovers at its next start. */
  stopImmediately(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Claimed: whatever else runs on the folder's cluster is an orphan and will be stopped. */
  readonly dataDir: DataDir;
  /** One line for humans about what takes time or is unusual. */
  readonly log: (line: string) => void;
  /** Called once when Postgres ends without having been asked to. */
  readonly onExit?: (error: StartError) => void;
  /** Aborted when the start is interrupted. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the Postgres that npm brought, on the cluster below `dataDir` (made by the first start), and comes back
 * when it answers. It listens on a Unix socket in a private folder and nowhere else.
 * @throws StartError when it cannot run here.
 * Source: ADR 0006.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, onExit, signal = new AbortController().signal } = options;
  const binaries = await findBinaries();
  const { password, ...last } = openRecord(dataDir.path);
  await stopOrphan(clusterFolder(homeFolder(dataDir.path, last.movedTo)), log);

  const placement = await choosePlacement(dataDir.path, binaries, last);
  const { identity, quarters, movedTo } = placement;
  writeClusterRecord(dataDir.path, {
    password,
    runAs: identity.kind,
    ...(movedTo && { movedTo }),
    socketFolder: quarters.socketFolder,
  });
  if (movedTo !== undefined) log(`Postgres cannot reach DATA_DIR; its files lie in ${movedTo}.`);

  await createCluster(placement, password, { log, signal });
  const connection = embeddedConnection(quarters.socketFolder, password);
  const logFile = path.join(dataDir.path, 'postgres.log');
  const postmaster = await startPostmaster({
    placement,
    logFile,
    log,
    answers: () => openDatabase(connection),
  });
  return supervise(postmaster, connection, (how) => {
    onExit?.(new StartError(`Postgres (pid ${postmaster.pid}) ended with ${how}. Its log: ${logFile}`));
  });
}

/** Tells of an end that nobody asked for. */
function supervise(
  postmaster: Postmaster,
  connection: PostgresConnection,
  onExit: (how: string) => void,
): EmbeddedPostgres {
  let stopping = false;
  void postmaster.ended.then((how) => {
    if (!stopping) onExit(how);
  });
  return {
    connection,
    pid: postmaster.pid,
    stop: async () => {
      stopping = true;
      await postmaster.stop();
      rmSync(connection.host, { recursive: true, force: true });
    },
    stopImmediately: async () => {
      stopping = true;
      await postmaster.stopImmediately();
    },
  };
}

/** The record of the last start; before the first, a new one with a new password. */
function openRecord(dataDir: string): ClusterRecord {
  const last = readClusterRecord(dataDir);
  if (last !== null) return last;
  if (existsSync(clusterFolder(homeFolder(dataDir, undefined)))) {
    throw new StartError(
      `${dataDir} holds a Postgres cluster, but postgres.json with its password is missing.`,
    );
  }
  const first = { password: randomBytes(24).toString('base64url') };
  writeClusterRecord(dataDir, first);
  return first;
}

import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from './binaries.js';
import { clusterFolder, createCluster } from './cluster.js';
import { readClusterRecord, writeClusterRecord } from './cluster-record.js';
import type { ClusterRecord } from './cluster-record.js';
import { embeddedConnection, openDatabase } from './connection.js';
import type { PostgresConnection } from './connection.js';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';
import { stopOrphan } from './orphan.js';
import { choosePlacement } from './placement.js';
import { startPostmaster } from './postmaster.js';
import type { Postmaster } from './postmaster.js';
import { homeFolder } from './postgres-folders.js';
import type { Installation } from './socket-folder.js';

/** The longest start by default: crash recovery may have to replay the whole `max_wal_size`. */
const READY_MS = 300_000;

/** A Postgres that this process has started. */
export interface EmbeddedPostgres {
  readonly connection: PostgresConnection;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Stops the server cleanly and disconnects open sessions. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends the server without a checkpoint, even during a clean stop. Postgres recovers at its next start. */
  stopImmediately(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends Installation {
  /** The caller ensures that no other process uses this folder: a Postgres running on it is an orphan and is stopped. */
  readonly dataDir: string;
  /** Server settings in addition to those that the start itself needs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives one line of text for operators about anything slow or unusual. */
  readonly log: (line: string) => void;
  /** Called once if Postgres ends without a call to `stop` or `stopImmediately`. */
  readonly onExit?: (error: EmbeddedPostgresError) => void;
  /** The longest start, for one that has more WAL to replay than a crash leaves. */
  readonly readyMs?: number;
  /** Interrupts the start when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the Postgres installed by npm, on the cluster below `dataDir` (created by the first start), and returns once it
 * accepts connections. It listens only on a Unix socket in a private folder.
 * @throws EmbeddedPostgresError when it does not start; CannotRunHereError when no start on this machine can succeed.
 * Source: ADR 0006.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { name, dataDir, settings = {}, log, onExit, readyMs = READY_MS } = options;
  const { signal = new AbortController().signal } = options;
  const binaries = await findBinaries();
  const { password, ...last } = openRecord(dataDir);
  await stopOrphan(clusterFolder(homeFolder(dataDir, last.movedTo)), log);

  const placement = await choosePlacement({ name, dataDir }, binaries, last);
  const { identity, folders, movedTo } = placement;
  writeClusterRecord(dataDir, {
    password,
    runAs: identity.kind,
    ...(movedTo && { movedTo }),
    socketFolder: folders.socketFolder,
  });
  if (movedTo !== undefined) log(`Postgres cannot reach ${dataDir}; its files lie in ${movedTo}.`);

  await createCluster(placement, { user: name, password }, { log, signal });
  const connection = embeddedConnection(folders.socketFolder, name, password);
  const logFile = path.join(dataDir, 'postgres.log');
  const postmaster = await startPostmaster({
    placement,
    settings,
    logFile,
    log,
    readyMs,
    isReady: () => openDatabase(connection),
  });
  return supervise(postmaster, connection, (how) => {
    onExit?.(
      new EmbeddedPostgresError(`Postgres (pid ${postmaster.pid}) ended with ${how}. Its log: ${logFile}`),
    );
  });
}

/** Calls `onExit` if the postmaster ends without a request to stop. */
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

/** Reads the record of the last start; before the first start, creates one with a new password. */
function openRecord(dataDir: string): ClusterRecord {
  const last = readClusterRecord(dataDir);
  if (last !== null) return last;
  if (existsSync(clusterFolder(homeFolder(dataDir, undefined)))) {
    throw new EmbeddedPostgresError(
      `${dataDir} contains a Postgres cluster, but postgres.json with its password is missing.`,
    );
  }
  const first = { password: randomBytes(24).toString('base64url') };
  writeClusterRecord(dataDir, first);
  return first;
}

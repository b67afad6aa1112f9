import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from './binaries.js';
import { clusterFolder, createCluster } from './cluster.js';
import { readClusterRecord, writeClusterRecord } from './cluster-record.js';
import type { ClusterRecord } from './cluster-record.js';
import { embeddedConnection, openDatabase } from './connection.js';
import type { PostgresConnection } from './connection.js';
import { EmbeddedPostgresError } from './errors.js';
import { stopOrphan } from './orphan.js';
import { choosePlacement } from './placement.js';
import { startPostmaster } from './postmaster.js';
import type { Postmaster } from './postmaster.js';
import { homeFolder } from './quarters.js';
import type { Installation } from './socket-folder.js';

/** A Postgres that this process has started. */
export interface EmbeddedPostgres {
  readonly connection: PostgresConnection;
  /** Of the postmaster. */
  readonly pid: number;
  /** Stops it cleanly; open sessions are cut. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends it without a checkpoint, also while it stops cleanly. It recovers at its next start. */
  stopImmediately(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends Installation {
  /** The caller keeps all other processes off this folder: a Postgres that runs on it is an orphan and will be stopped. */
  readonly dataDir: string;
  /** Server settings besides those that this folder relies on. */
  readonly settings?: Readonly<Record<string, string>>;
  /** One line for humans about what takes time or is unusual. */
  readonly log: (line: string) => void;
  /** Called once when Postgres ends without having been asked to. */
  readonly onExit?: (error: EmbeddedPostgresError) => void;
  /** Aborted when the start is interrupted. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the Postgres that npm brought, on the cluster below `dataDir` (made by the first start), and comes back
 * when it answers. It listens on a Unix socket in a private folder and nowhere else.
 * @throws EmbeddedPostgresError when it does not start; CannotRunHereError when no start on this machine can succeed.
 * Source: ADR 0006.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { name, dataDir, settings = {}, log, onExit, signal = new AbortController().signal } = options;
  const binaries = await findBinaries();
  const { password, ...last } = openRecord(dataDir);
  await stopOrphan(clusterFolder(homeFolder(dataDir, last.movedTo)), log);

  const placement = await choosePlacement({ name, dataDir }, binaries, last);
  const { identity, quarters, movedTo } = placement;
  writeClusterRecord(dataDir, {
    password,
    runAs: identity.kind,
    ...(movedTo && { movedTo }),
    socketFolder: quarters.socketFolder,
  });
  if (movedTo !== undefined) log(`Postgres cannot reach ${dataDir}; its files lie in ${movedTo}.`);

  await createCluster(placement, { user: name, password }, { log, signal });
  const connection = embeddedConnection(quarters.socketFolder, name, password);
  const logFile = path.join(dataDir, 'postgres.log');
  const postmaster = await startPostmaster({
    placement,
    settings,
    logFile,
    log,
    answers: () => openDatabase(connection),
  });
  return supervise(postmaster, connection, (how) => {
    onExit?.(
      new EmbeddedPostgresError(`Postgres (pid ${postmaster.pid}) ended with ${how}. Its log: ${logFile}`),
    );
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
    throw new EmbeddedPostgresError(
      `${dataDir} holds a Postgres cluster, but postgres.json with its password is missing.`,
    );
  }
  const first = { password: randomBytes(24).toString('base64url') };
  writeClusterRecord(dataDir, first);
  return first;
}

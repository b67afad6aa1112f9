import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';
import { clusterFolder } from './cluster.js';
import { commandAs } from './identity.js';
import { IMMEDIATE_STOP_STEPS, removeForeignPidFile, STOP_STEPS, type StopStep } from './orphan.js';
import type { Placement } from './placement.js';
import { childEnvironment } from './run.js';
import { SOCKET_PORT } from './socket-folder.js';

/** How long to retry: after `kill -9` of a postmaster, its lock file and its child processes remain for a moment. */
const LINGERING_MS = 3_000;
const RETRY_MS = 100;
const POLL_MS = 20;
/** After this time, a log line explains to the operator why the start takes long. */
const SLOW_MS = 5_000;

/** Errors of a start that finds remains of the previous postmaster. Source: Postgres, miscinit.c `CreateLockFile`. */
const LINGERING = /lock file ".*" already exists|pre-existing shared memory block/;

/** A running postmaster, a child of this process. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process ends, to the reason: `signal SIGKILL` or `code 1`. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends sessions, writes a checkpoint and waits for the end of the process. Further calls wait for the same end. */
  stop(): Promise<void>;
  /** Ends the process at once, without a checkpoint, even during a clean stop. */
  stopImmediately(): Promise<void>;
}

export interface PostmasterOptions {
  readonly placement: Placement;
  /** Server settings; `spawnPostmaster` overrides those that the start itself needs. */
  readonly settings: Readonly<Record<string, string>>;
  /** The log file of Postgres; the log of the last start is kept in `<logFile>.previous`. */
  readonly logFile: string;
  /** Resolves to true once the server accepts connections. */
  readonly isReady: () => Promise<boolean>;
  readonly log: (line: string) => void;
  /** The longest start. */
  readonly readyMs: number;
}

/**
 * Starts Postgres and waits until it accepts connections, after crash recovery if necessary.
 * @throws EmbeddedPostgresError with the log of Postgres if it ends instead.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { placement, settings, logFile } = options;
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
  const cluster = clusterFolder(placement.folders.home);
  const lingeringUntil = performance.now() + LINGERING_MS;
  let foreignRemoved = false;
  for (;;) {
    const postmaster = spawnPostmaster(placement, settings, logFile);
    if (await becameReady(postmaster, options)) return postmaster;
    const output = readFileSync(logFile, 'utf8').trim();
    if (!LINGERING.test(output) || foreignRemoved) {
      throw new EmbeddedPostgresError(
        `Postgres did not start (${await postmaster.ended}). Its log, ${logFile}:\n${output}`,
      );
    }
    if (performance.now() > lingeringUntil) {
      removeForeignPidFile(cluster);
      foreignRemoved = true;
    } else {
      await sleep(RETRY_MS);
    }
  }
}

/** Waits until the server accepts connections. @returns `false` when the postmaster ended instead. */
async function becameReady(
  postmaster: Child,
  { isReady, log, readyMs }: PostmasterOptions,
): Promise<boolean> {
  const startedAt = performance.now();
  let hasLogged = false;
  try {
    while (postmaster.isRunning()) {
      if (await isReady()) return true;
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > readyMs)
        throw new EmbeddedPostgresError(`Postgres did not answer within ${readyMs / 1000} s.`);
      if (elapsedMs > SLOW_MS && !hasLogged) {
        log('Postgres is still starting; after a crash it first replays its write-ahead log.');
        hasLogged = true;
      }
      await sleep(POLL_MS);
    }
    return false;
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

interface Child extends Postmaster {
  isRunning(): boolean;
}

function spawnPostmaster(
  { identity, folders }: Placement,
  settings: Readonly<Record<string, string>>,
  logFile: string,
): Child {
  const allSettings = {
    ...settings,
    // Messages in English, since `LINGERING` matches them.
    lc_messages: 'C',
    listen_addresses: '',
    // Quoted, because an unquoted comma separates folders.
    unix_socket_directories: `"${folders.socketFolder}"`,
    port: String(SOCKET_PORT),
  };
  const settingArguments = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', clusterFolder(folders.home), ...settingArguments];
  const { file, args: allArgs, ...ids } = commandAs(identity, folders.binaries.postgres, args);
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(file, allArgs, {
    ...ids,
    cwd: folders.home,
    env: childEnvironment(),
    stdio: ['ignore', log, log],
    // Own process group: Ctrl-C must not stop Postgres before the server has finished its requests.
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `code ${code ?? 'unknown'}` : `signal ${signal}`);
    });
  });
  let stopped: Promise<void> | undefined;
  return {
    pid: child.pid ?? 0,
    ended,
    isRunning: () => isRunning(child),
    stop: () => (stopped ??= stopChild(child, ended, STOP_STEPS)),
    stopImmediately: () => stopChild(child, ended, IMMEDIATE_STOP_STEPS),
  };
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<string>,
  steps: readonly StopStep[],
): Promise<void> {
  for (const { signal, timeoutMs } of steps) {
    if (!isRunning(child)) return;
    child.kill(signal);
    const timeout = new AbortController();
    await Promise.race([ended, sleep(timeoutMs, undefined, { signal: timeout.signal })]).finally(() => {
      timeout.abort();
    });
  }
  await ended;
}

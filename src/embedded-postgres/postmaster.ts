import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.js';
import { clusterFolder } from './cluster.js';
import { commandAs } from './identity.js';
import { IMMEDIATE_STOP_STEPS, removeForeignPidFile, STOP_STEPS, type StopStep } from './orphan.js';
import type { Placement } from './placement.js';
import { childEnvironment } from './run.js';
import { SOCKET_PORT } from './socket-folder.js';

/** After `kill -9` of a postmaster its lock and its children linger for a moment. */
const LINGERING_MS = 3_000;
const RETRY_MS = 100;
const POLL_MS = 20;
/** Recovery may have to repeat all of `max_wal_size`. */
const READY_MS = 300_000;
/** After this the operator is told why nothing happens. */
const SLOW_MS = 5_000;

/** A start that finds the last one's remains. Source: Postgres, miscinit.c `CreateLockFile`. */
const LINGERING = /lock file ".*" already exists|pre-existing shared memory block/;

/** A running postmaster, our child. */
export interface Postmaster {
  readonly pid: number;
  /** Settles when the process ends, with how: `signal SIGKILL` or `code 1`. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends sessions, writes a checkpoint and waits for the end. Called again, it waits for the same end. */
  stop(): Promise<void>;
  /** Ends it at once, without a checkpoint, whatever else it is asked for. */
  stopImmediately(): Promise<void>;
}

export interface PostmasterOptions {
  readonly placement: Placement;
  /** Server settings; those that this folder relies on are not the caller's to change. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where Postgres writes what it has to say; what it wrote after the last start is kept in `<logFile>.previous`. */
  readonly logFile: string;
  /** Whether the server answers by now. */
  readonly answers: () => Promise<boolean>;
  readonly log: (line: string) => void;
}

/**
 * Starts Postgres and waits until it answers, through crash recovery if need be.
 * @throws EmbeddedPostgresError with the last words of Postgres when it ends instead.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { placement, settings, logFile } = options;
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.previous`);
  const cluster = clusterFolder(placement.quarters.home);
  const lingeringUntil = performance.now() + LINGERING_MS;
  let foreignRemoved = false;
  for (;;) {
    const postmaster = spawnPostmaster(placement, settings, logFile);
    if (await becameReady(postmaster, options)) return postmaster;
    const words = readFileSync(logFile, 'utf8').trim();
    if (!LINGERING.test(words) || foreignRemoved) {
      throw new EmbeddedPostgresError(
        `Postgres did not start (${await postmaster.ended}). It says, in ${logFile}:\n${words}`,
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

/** @returns `false` when the postmaster ended instead. */
async function becameReady(postmaster: Child, { answers, log }: PostmasterOptions): Promise<boolean> {
  const startedAt = performance.now();
  let told = false;
  try {
    while (postmaster.isRunning()) {
      if (await answers()) return true;
      const elapsedMs = performance.now() - startedAt;
      if (elapsedMs > READY_MS)
        throw new EmbeddedPostgresError(`Postgres did not answer within ${READY_MS / 1000} s.`);
      if (elapsedMs > SLOW_MS && !told) {
        log('Postgres is still starting; after a crash it first repeats what its log holds.');
        told = true;
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
  { identity, quarters }: Placement,
  settings: Readonly<Record<string, string>>,
  logFile: string,
): Child {
  const allSettings = {
    ...settings,
    // English whatever the machine speaks: `LINGERING` reads what Postgres says.
    lc_messages: 'C',
    listen_addresses: '',
    // Quoted: a comma would separate folders.
    unix_socket_directories: `"${quarters.socketFolder}"`,
    port: String(SOCKET_PORT),
  };
  const settingArguments = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', clusterFolder(quarters.home), ...settingArguments];
  const { file, args: allArgs, ...ids } = commandAs(identity, quarters.binaries.postgres, args);
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(file, allArgs, {
    ...ids,
    cwd: quarters.home,
    env: childEnvironment(),
    stdio: ['ignore', log, log],
    // Else Ctrl-C would reach Postgres too, before we have drained.
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
  for (const { signal, patienceMs } of steps) {
    if (!isRunning(child)) return;
    child.kill(signal);
    const patience = new AbortController();
    await Promise.race([ended, sleep(patienceMs, undefined, { signal: patience.signal })]).finally(() => {
      patience.abort();
    });
  }
  await ended;
}

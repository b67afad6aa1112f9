import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';

const POLL_MS = 20;

/** A signal that asks a postmaster to stop, and how long to wait for it. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly timeoutMs: number;
}

const IMMEDIATE_STOP: StopStep = { signal: 'SIGQUIT', timeoutMs: 10_000 };

/** The steps of a clean stop: a fast shutdown, which writes a checkpoint, then an immediate one, which does not. */
export const STOP_STEPS: readonly StopStep[] = [{ signal: 'SIGINT', timeoutMs: 60_000 }, IMMEDIATE_STOP];

/** The steps of an immediate stop. SIGKILL also ends a postmaster that cannot react, for example after a SIGSTOP. */
export const IMMEDIATE_STOP_STEPS: readonly StopStep[] = [
  { ...IMMEDIATE_STOP, timeoutMs: 2_000 },
  { signal: 'SIGKILL', timeoutMs: 2_000 },
];

/**
 * The process id of the postmaster that runs on this cluster, if any. `postmaster.pid` may name a dead process or, if the
 * id was reused, an unrelated one: the process must have been started for this folder or, on Linux, have it as its working
 * directory, which also finds a postmaster whose folder was renamed.
 */
export function livingPostmaster(cluster: string): number | null {
  const pid = readPostmasterPid(cluster);
  if (pid === null) return null;
  const commandLine = commandLineOf(pid);
  if (!/\bpostgres\b/.test(commandLine)) return null;
  return isStartedFor(cluster, commandLine) || worksIn(pid, cluster) ? pid : null;
}

/** Reads the process id in line 1 of `postmaster.pid`. @returns `null` when there is no such file or no id in it. */
export function readPostmasterPid(cluster: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile(cluster), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** True if `postmaster.ts` started this command line (words joined by spaces) for the cluster. */
export function isStartedFor(cluster: string, commandLine: string): boolean {
  return commandLine.includes(` -D ${cluster} -c `);
}

/**
 * Stops a postmaster whose parent process died (for example by `kill -9`), if there is one.
 * @throws EmbeddedPostgresError when it does not stop.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = livingPostmaster(cluster);
  if (pid === null) return;
  log(`Stopping the Postgres (pid ${pid}) that an earlier run left behind.`);
  for (const { signal, timeoutMs } of STOP_STEPS) {
    sendSignal(pid, signal);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      if (livingPostmaster(cluster) === null) return;
      await sleep(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `The Postgres (pid ${pid}) of an earlier run does not stop. End it and start again.`,
  );
}

/** Removes a `postmaster.pid` that names an unrelated process, because of which Postgres would always refuse to start. */
export function removeForeignPidFile(cluster: string): void {
  if (livingPostmaster(cluster) === null) rmSync(pidFile(cluster), { force: true });
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended or belongs to another user; the caller checks next whether it still runs.
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/** @returns the command line of a process; empty if it has ended or is a zombie. */
function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const [actual, expected] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return actual.dev === expected.dev && actual.ino === expected.ino;
  } catch {
    return false; // the process has ended, or belongs to another user
  }
}

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.js';

const POLL_MS = 20;

export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly patienceMs: number;
}

const IMMEDIATE_STOP: StopStep = { signal: 'SIGQUIT', patienceMs: 10_000 };

/** How to ask a postmaster to go, and how long to wait: a fast stop writes a checkpoint, an immediate one nothing. */
export const STOP_STEPS: readonly StopStep[] = [{ signal: 'SIGINT', patienceMs: 60_000 }, IMMEDIATE_STOP];

/** What holds a postmaster up that is asked for an immediate stop, such as a SIGSTOP, holds no SIGKILL up. */
export const IMMEDIATE_STOP_STEPS: readonly StopStep[] = [
  { ...IMMEDIATE_STOP, patienceMs: 2_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
];

/**
 * The postmaster of this cluster, if one lives: `postmaster.pid` may name a dead process, or by now another one.
 * It counts when it was started for this folder or, where the system tells, works in it: then it is found under
 * a folder that has been renamed, too.
 */
export function livingPostmaster(cluster: string): number | null {
  const pid = readPostmasterPid(cluster);
  if (pid === null) return null;
  const commandLine = commandLineOf(pid);
  if (!/\bpostgres\b/.test(commandLine)) return null;
  return isStartedFor(cluster, commandLine) || worksIn(pid, cluster) ? pid : null;
}

/** Line 1 of `postmaster.pid`. @returns `null` when there is no such file or no id in it. */
export function readPostmasterPid(cluster: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile(cluster), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Whether this command line, words joined by spaces, is the one `postmaster.ts` starts for the cluster. */
export function isStartedFor(cluster: string, commandLine: string): boolean {
  return commandLine.includes(` -D ${cluster} -c `);
}

/**
 * Stops the postmaster that outlived its server (`kill -9`), if there is one.
 * @throws EmbeddedPostgresError when it does not go.
 */
export async function stopOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pid = livingPostmaster(cluster);
  if (pid === null) return;
  log(`Stopping the Postgres (pid ${pid}) that an earlier run left behind.`);
  for (const { signal, patienceMs } of STOP_STEPS) {
    sendSignal(pid, signal);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (livingPostmaster(cluster) === null) return;
      await sleep(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `The Postgres (pid ${pid}) of an earlier run does not stop. End it and start again.`,
  );
}

/** Removes a `postmaster.pid` that names another process by now: Postgres itself would refuse to start for ever. */
export function removeForeignPidFile(cluster: string): void {
  if (livingPostmaster(cluster) === null) rmSync(pidFile(cluster), { force: true });
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone in the meantime, or not ours: whether it still lives is asked next.
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/** @returns an empty text for a process that is gone, or dead and not yet waited for. */
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
    const [actual, wanted] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return actual.dev === wanted.dev && actual.ino === wanted.ino;
  } catch {
    return false; // gone, or not ours to ask
  }
}

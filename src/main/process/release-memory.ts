import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the process checks whether it keeps memory that it no longer needs. */
const CHECKED_EVERY_MS = 30_000;
/** Below this size there is nothing worth releasing. */
const MUCH_BYTES = 250 * 1024 * 1024;
/** The share of the time since the last check in which an idle process may have worked. */
const IDLE_SHARE = 0.05;
/** If the process has grown less than this since the last release, another one would bring nothing. */
const GROWTH = 1.2;

/**
 * Returns memory to the system after the start. Loading the modules leaves garbage that V8 collects without releasing
 * the pages: 374 MB stayed resident after a start, and 135 MB with this call. It blocks the process for up to half a
 * second.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Record<string, string>) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Releases memory again whenever the process is idle after a load, as V8 keeps what the load has needed: a minute of mixed
 * calls left 690 MB resident, and 305 MB after this. Of these some 90 MB are the heap; the rest is code, and memory that
 * the allocator of the system keeps.
 * @returns a function that stops it.
 */
export function releaseMemoryWhenIdle(): () => Promise<void> {
  let keptBytes = process.memoryUsage.rss();
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (!isWorthReleasing({ utilization, bytes: process.memoryUsage.rss(), keptBytes })) return;
    releaseMemory();
    keptBytes = process.memoryUsage.rss();
  }, CHECKED_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return Promise.resolve();
  };
}

interface MemoryState {
  /** The share of the time since the last check in which the process worked. */
  readonly utilization: number;
  /** Resident memory of the process. */
  readonly bytes: number;
  /** The same after the last release. */
  readonly keptBytes: number;
}

/** True if a process is idle, large, and has grown since the last release. */
export function isWorthReleasing({ utilization, bytes, keptBytes }: MemoryState): boolean {
  return utilization < IDLE_SHARE && bytes > MUCH_BYTES && bytes > keptBytes * GROWTH;
}

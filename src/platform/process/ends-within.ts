import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for a promise to resolve, for a limited time.
 * @returns true if it resolved in time; false if it is still pending.
 * @throws the error of the promise if it rejects in time.
 */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until some work has ended, but no longer than a time.
 * @returns false when it still runs then.
 * @throws whatever the work throws meanwhile.
 */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const patience = new AbortController();
  const outOfPatience = sleep(milliseconds, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), outOfPatience]);
  } finally {
    patience.abort();
  }
}

import { LRUCache } from 'lru-cache';
import { type AppError, overLimit } from '../../../platform/errors/app-error.js';

/** The most names in memory. One that is dropped starts anew, but so many are rarely active at once. */
const MOST_NAMES = 20_000;
/** Failures without a wait: people mistype. */
const FREE = 10;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** After this time without an attempt a name starts anew. */
const EXPIRES_MS = 60 * 60_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/** Lets whoever fails again and again wait longer each time, in each process. A name is that of a login at one place. */
export class FailureWaits {
  private readonly failures = new LRUCache<string, Failures>({ max: MOST_NAMES });

  constructor(private readonly nowMs = () => performance.now()) {}

  /**
   * Counts an attempt as failed before it is made, so that attempts at once are counted, too; `clear` takes it back.
   * @returns the error of an attempt that comes too early, which does not count; otherwise null.
   */
  begin(name: string): AppError | null {
    const now = this.nowMs();
    const { count, lastMs } = this.failures.get(name) ?? { count: 0, lastMs: now };
    const waitMs = lastMs + waitAfter(count) - now;
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      return overLimit('tooManyRequests', `After ${count} failed logins, wait for ${seconds} seconds.`);
    }
    const isOld = now - lastMs > EXPIRES_MS;
    this.failures.set(name, { count: isOld ? 1 : count + 1, lastMs: now });
    return null;
  }

  /** Drops the failures of a name, since an attempt has succeeded. */
  clear(name: string): void {
    this.failures.delete(name);
  }
}

function waitAfter(count: number): number {
  return count < FREE ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - FREE), LONGEST_WAIT_MS);
}

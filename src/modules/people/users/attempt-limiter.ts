import { LRUCache } from 'lru-cache';
import { type AppError, overLimit } from '../../../platform/errors/app-error.js';

/** The most names in memory. One that is dropped starts anew, but so many are rarely active at once. */
const MOST_NAMES = 20_000;

interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
  /** The sentence of the refusal. */
  readonly sentence: string;
}

/** Limits attempts by name, such as sign-ups by address, in each process. */
export class AttemptLimiter {
  /** When attempts of a name were made, on the monotonic clock. */
  private readonly made = new LRUCache<string, readonly number[]>({ max: MOST_NAMES });

  constructor(
    private readonly limit: AttemptLimit,
    private readonly nowMs = () => performance.now(),
  ) {}

  /**
   * Counts an attempt before it is made, so that attempts at once are counted, too.
   * @throws AppError kind `tooManyRequests`.
   */
  count(name: string): void {
    const refusal = this.begin(name);
    if (refusal !== null) throw refusal;
  }

  /** True if an attempt would count now. */
  hasRoom(name: string): boolean {
    return this.recent(name).length < this.limit.attempts;
  }

  /** As `count`. @returns the error of an attempt too many, which does not count; otherwise null. */
  begin(name: string): AppError | null {
    const recent = this.recent(name);
    if (recent.length >= this.limit.attempts) return overLimit('tooManyRequests', this.limit.sentence);
    this.made.set(name, [...recent, this.nowMs()]);
    return null;
  }

  private recent(name: string): readonly number[] {
    const since = this.nowMs() - this.limit.windowMs;
    return (this.made.get(name) ?? []).filter((at) => at > since);
  }

  /** Drops the attempts of a name, since one has succeeded. */
  clear(name: string): void {
    this.made.delete(name);
  }
}

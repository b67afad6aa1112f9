import { performance } from 'node:perf_hooks';
import type { PerSecondLimit } from './per-second-limit.js';

/** Why a stream has ended by itself. Its subscriber may have missed updates. */
export type StreamFailure = 'tooSlow' | 'interrupted';

interface StreamOptions {
  /** The most ids that wait until the subscriber takes them. */
  readonly mostWaiting: number;
  /** Further ids are omitted; null: none. */
  readonly pace: PerSecondLimit | null;
  /** True if only the last id matters: it replaces one that waits. */
  readonly keepsLast: boolean;
  readonly onEnd: () => void;
  readonly onFailure: (failure: StreamFailure) => void;
}

type Taken = IteratorResult<string, undefined>;

const END: Taken = { done: true, value: undefined };

/**
 * The ids of changed objects, for one subscription that takes them one by one. An id that waits already is not added
 * again, since whoever takes it reads the object as it is then.
 */
export class UpdateStream implements AsyncIterableIterator<string, undefined> {
  private readonly waiting = new Set<string>();
  private take: ((taken: Taken) => void) | null = null;
  private isEnded = false;

  constructor(private readonly options: StreamOptions) {}

  push(id: string): void {
    const { mostWaiting, pace, keepsLast } = this.options;
    if (this.isEnded || this.waiting.has(id)) return;
    if (pace !== null && !pace.passes(performance.now())) return;
    if (keepsLast) this.waiting.clear();
    if (this.take !== null) {
      this.take({ done: false, value: id });
      this.take = null;
    } else if (this.waiting.size < mostWaiting) {
      this.waiting.add(id);
    } else {
      this.fail('tooSlow');
    }
  }

  /** Ends the stream, and says why. */
  fail(failure: StreamFailure): void {
    if (this.isEnded) return;
    this.end();
    this.options.onFailure(failure);
  }

  next(): Promise<Taken> {
    const [id] = this.waiting;
    if (id !== undefined) {
      this.waiting.delete(id);
      return Promise.resolve({ done: false, value: id });
    }
    if (this.isEnded) return Promise.resolve(END);
    return new Promise((resolve) => {
      this.take = resolve;
    });
  }

  /** Ends the stream at once, also while `next` waits. */
  return(): Promise<Taken> {
    this.end();
    return Promise.resolve(END);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.waiting.clear();
    this.take?.(END);
    this.take = null;
    this.options.onEnd();
  }
}

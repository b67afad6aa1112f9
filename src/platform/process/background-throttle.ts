import { endsWithin } from './ends-within.js';

const PERIOD_MS = 1_000;
/** The part of each period in which background work may begin while urgent work is being done. */
const OPEN_MS = 100;

/**
 * Slows the background work of this process (sending messages, making documents) while it does urgent work (billing), since
 * both share its processors. Background work may begin in a tenth of each second then, so that it is delayed, never stopped.
 */
export class BackgroundThrottle {
  private urgent = 0;
  private urgentEnd = Promise.withResolvers<undefined>();

  /** @param now milliseconds of a clock that is never set back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does urgent work. */
  async doUrgently<T>(work: () => Promise<T>): Promise<T> {
    this.urgent += 1;
    try {
      return await work();
    } finally {
      this.urgent -= 1;
      if (this.urgent === 0) {
        this.urgentEnd.resolve(undefined);
        this.urgentEnd = Promise.withResolvers();
      }
    }
  }

  /** True while background work should not begin. */
  get isClosed(): boolean {
    return this.urgent > 0 && this.now() % PERIOD_MS >= OPEN_MS;
  }

  /** Waits until background work may begin: less than a second. */
  async untilOpen(): Promise<void> {
    while (this.isClosed) {
      await endsWithin(this.urgentEnd.promise, PERIOD_MS - (this.now() % PERIOD_MS));
    }
  }
}

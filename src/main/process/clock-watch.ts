import { performance } from 'node:perf_hooks';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';

const CHECKED_EVERY_MS = 5_000;
/** Time services correct a clock by less without setting it back. */
const TOLERATED_MS = 3_000;

/** Compares the wall clock with one that only goes forward. */
export class ClockWatch {
  private wallMs: number;
  private steadyMs: number;

  /** @param steady milliseconds of a clock that nobody sets. */
  constructor(
    private readonly clock: Clock,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly steady: () => number = () => performance.now(),
  ) {
    this.wallMs = clock.now().getTime();
    this.steadyMs = steady();
  }

  /** Logs if the wall clock was set back since the last check: what is recorded from now on bears earlier dates. */
  check(): void {
    const steadyMs = this.steady();
    const expectedMs = this.wallMs + steadyMs - this.steadyMs;
    this.wallMs = this.clock.now().getTime();
    this.steadyMs = steadyMs;
    const backMs = expectedMs - this.wallMs;
    if (backMs > TOLERATED_MS)
      this.log.warn({ seconds: Math.round(backMs / 1_000) }, 'the clock of the machine was set back');
  }
}

/** Watches the wall clock of this process. @returns the function that stops it. */
export function watchClock(clock: Clock, log: Logger): () => Promise<void> {
  const watch = new ClockWatch(clock, log);
  const timer = setInterval(() => {
    watch.check();
  }, CHECKED_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return Promise.resolve();
  };
}

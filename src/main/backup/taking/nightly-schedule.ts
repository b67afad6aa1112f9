const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A server that runs for a shorter time makes up for no backup. */
const FIRST_AFTER_MS = 10 * 60_000;

/** Between two attempts, also after one that failed. */
const AGAIN_AFTER_MS = HOUR_MS;

/** What came of an attempt: `no_room` is not tried again on the same day. */
export type NightlyOutcome = 'done' | 'no_room' | 'failed';

interface NightlyOptions {
  /** The hour of the day, in UTC. */
  readonly hour: number;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyMs: () => number;
  /** When the newest nightly backup began; null if there is none. */
  readonly newestAt: () => Promise<Date | null>;
  readonly take: () => Promise<NightlyOutcome>;
}

/**
 * Makes one backup for each day, which begins at the chosen hour. A day is compared for being another one and not for being
 * later: after the clock was set back, neither does the next backup wait for the old date, nor is more than one made.
 */
export class NightlySchedule {
  private nextMs: number;
  private dayWithoutRoom: number | null = null;
  private isRunning = false;

  constructor(private readonly options: NightlyOptions) {
    this.nextMs = options.steadyMs() + FIRST_AFTER_MS;
  }

  /** Makes the backup of this day if it is missing. Call it every minute or so. One that throws is tried again after an hour. */
  async check(): Promise<void> {
    const { now, steadyMs, newestAt, take } = this.options;
    if (this.isRunning || steadyMs() < this.nextMs) return;
    this.isRunning = true;
    try {
      const today = this.dayOf(now());
      const newest = await newestAt();
      if (today === this.dayWithoutRoom || (newest !== null && this.dayOf(newest) === today)) return;
      const outcome = await take();
      this.dayWithoutRoom = outcome === 'no_room' ? today : null;
      this.nextMs = steadyMs() + AGAIN_AFTER_MS;
    } catch (error) {
      this.nextMs = steadyMs() + AGAIN_AFTER_MS;
      throw error;
    } finally {
      this.isRunning = false;
    }
  }

  private dayOf(at: Date): number {
    return Math.floor((at.getTime() - this.options.hour * HOUR_MS) / DAY_MS);
  }
}

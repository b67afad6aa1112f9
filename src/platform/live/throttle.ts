/** Runs work at most once in an interval for each key. What comes up meanwhile is run once, at the end of the interval. */
export class Throttle {
  /** The work that waits for the end of the interval, if there is any, by key. */
  private readonly waiting = new Map<string, (() => void) | null>();

  constructor(private readonly intervalMs: number) {}

  run(key: string, work: () => void): void {
    if (this.waiting.has(key)) this.waiting.set(key, work);
    else this.runNow(key, work);
  }

  private runNow(key: string, work: () => void): void {
    this.waiting.set(key, null);
    setTimeout(() => {
      const next = this.waiting.get(key) ?? null;
      this.waiting.delete(key);
      if (next !== null) this.runNow(key, next);
    }, this.intervalMs).unref();
    work();
  }
}

const SECOND_MS = 1_000;

/** Lets a number of things pass in any second, and no more. */
export class PerSecondLimit {
  /** When the last ones passed, on the monotonic clock; the oldest lies at `next` once it is full. */
  private readonly passedAt: number[] = [];
  private next = 0;

  constructor(private readonly perSecond: number) {}

  /** @returns false when one more would be too many. */
  passes(nowMs: number): boolean {
    const oldest = this.passedAt[this.next];
    if (oldest !== undefined && nowMs - oldest < SECOND_MS) return false;
    this.passedAt[this.next] = nowMs;
    this.next = (this.next + 1) % this.perSecond;
    return true;
  }
}

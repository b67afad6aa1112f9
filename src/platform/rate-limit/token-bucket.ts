/** What is left of a rate limit. */
export interface Quota {
  /** The most requests at once, and in a minute on average. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until nothing of it is used. */
  readonly resetSeconds: number;
}

const MINUTE_MS = 60_000;

/** Holds one token for each request of a minute, and gets them back evenly. It is full at first. */
export class TokenBucket {
  private tokens: number;
  private filledAtMs: number;

  constructor(
    private readonly perMinute: number,
    nowMs: number,
  ) {
    this.tokens = perMinute;
    this.filledAtMs = nowMs;
  }

  /** @returns whether there was a token. */
  take(nowMs: number): boolean {
    const gained = ((nowMs - this.filledAtMs) / MINUTE_MS) * this.perMinute;
    this.tokens = Math.min(this.perMinute, this.tokens + gained);
    this.filledAtMs = nowMs;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  /** As it was when a token was last asked for. */
  get quota(): Quota {
    return {
      limit: this.perMinute,
      remaining: Math.floor(this.tokens),
      resetSeconds: this.secondsUntil(this.perMinute),
    };
  }

  /** Seconds until there is a token. */
  get waitSeconds(): number {
    return this.secondsUntil(1);
  }

  private secondsUntil(tokens: number): number {
    return Math.ceil((((tokens - this.tokens) / this.perMinute) * MINUTE_MS) / 1_000);
  }
}

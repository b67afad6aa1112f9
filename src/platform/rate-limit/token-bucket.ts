/** The state of a rate limit. */
export interface Quota {
  /** The most requests at once, and in a minute on average. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the limit is unused again. */
  readonly resetSeconds: number;
}

const MINUTE_MS = 60_000;

/** A token bucket. It starts full, with as many tokens as requests per minute, and refills evenly. */
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

  /** Takes a token. @returns false if there is none. */
  take(nowMs: number): boolean {
    const gained = ((nowMs - this.filledAtMs) / MINUTE_MS) * this.perMinute;
    this.tokens = Math.min(this.perMinute, this.tokens + gained);
    this.filledAtMs = nowMs;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  /** The quota after the last call of `take`. */
  get quota(): Quota {
    return {
      limit: this.perMinute,
      remaining: Math.floor(this.tokens),
      resetSeconds: this.secondsUntil(this.perMinute),
    };
  }

  /** Seconds until the next token. */
  get waitSeconds(): number {
    return this.secondsUntil(1);
  }

  private secondsUntil(tokens: number): number {
    return Math.ceil((((tokens - this.tokens) / this.perMinute) * MINUTE_MS) / 1_000);
  }
}

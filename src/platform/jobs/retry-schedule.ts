/** The waits between the attempts of what may fail. Each area declares its own, beside its jobs; docs/operating.md lists them. */
export interface RetrySchedule<AfterLast extends 'stop' | 'repeat' = 'stop' | 'repeat'> {
  /** Seconds from each failed attempt to the next one. */
  readonly waitsSeconds: readonly number[];
  /** After the last of these waits no further attempt follows (stop), or more after that same wait (repeat). */
  readonly afterLast: AfterLast;
  /** Waits are randomly up to this share shorter or longer, so that what has failed together is not repeated together. */
  readonly jitter?: number;
}

/**
 * How long the next attempt waits.
 * @param failures the attempts that have failed, at least 1.
 * @param random from 0 to 1.
 * @returns milliseconds; null if there is no further attempt.
 */
export function retryWaitMs(schedule: RetrySchedule<'repeat'>, failures: number, random?: number): number;
export function retryWaitMs(schedule: RetrySchedule, failures: number, random?: number): number | null;
export function retryWaitMs(
  { waitsSeconds, afterLast, jitter = 0 }: RetrySchedule,
  failures: number,
  random = Math.random(),
): number | null {
  const seconds = waitsSeconds[failures - 1] ?? (afterLast === 'repeat' ? waitsSeconds.at(-1) : undefined);
  return seconds === undefined ? null : Math.round(seconds * 1_000 * (1 - jitter + 2 * jitter * random));
}

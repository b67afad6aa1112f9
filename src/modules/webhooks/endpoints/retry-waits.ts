/** Waits between the attempts of one delivery; the last one repeats. Source: webhooks.md §5. */
const WAITS_MS = [5_000, 30_000, 120_000, 900_000, 3_600_000, 21_600_000, 86_400_000] as const;
const LONGEST_MS = 86_400_000;

/** Waits are up to this share shorter or longer, so that what has failed together is not repeated together. */
const SPREAD = 0.1;

/** An endpoint that has only failed for so long is flagged, and rests. Source: webhooks.md §5. */
const RESTS_AFTER_MS = 5 * 86_400_000;

/** Whether an endpoint rests: each of its messages is tried once, until one succeeds. */
export function rests(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && failingSince.getTime() <= now.getTime() - RESTS_AFTER_MS;
}

/**
 * How long the next attempt waits.
 * @param attempts the attempts so far, the failed one included.
 * @param limit the most attempts.
 * @param random from 0 to 1.
 * @returns milliseconds; null when there is no further attempt.
 */
export function waitAfter(attempts: number, limit: number, random: number): number | null {
  if (attempts >= limit) return null;
  const waitMs = WAITS_MS[attempts - 1] ?? LONGEST_MS;
  return Math.round(waitMs * (1 - SPREAD + 2 * SPREAD * random));
}

/** An endpoint that has only failed for so long is flagged, and rests. Source: webhooks.md §5. */
const RESTS_AFTER_MS = 5 * 86_400_000;

/** Whether an endpoint rests: each of its messages is tried once, until one succeeds. */
export function isResting(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && failingSince.getTime() <= now.getTime() - RESTS_AFTER_MS;
}

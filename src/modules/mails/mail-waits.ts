/** Seconds to wait after each failed attempt: six attempts within about a day. Source: documents-and-emails.md §5. */
const WAITS_SECONDS = [60, 600, 3_600, 14_400, 64_800];

/** @param failed the number of attempts that have failed. @returns null when there are no more. */
export function waitAfter(failed: number): number | null {
  return WAITS_SECONDS[failed - 1] ?? null;
}

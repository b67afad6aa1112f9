const DAY_MS = 86_400_000;

/**
 * When the free trial of a plan ends; null without a trial. It is counted from the first start of any subscription with the
 * same external id, so that no change of plan restarts it.
 * @param trialPeriodDays days of 24 hours. Source: subscription-fee.md §5.
 */
export function trialEnd(firstStartedAt: Date, trialPeriodDays: number | null): Date | null {
  return trialPeriodDays === null || trialPeriodDays === 0
    ? null
    : new Date(firstStartedAt.getTime() + trialPeriodDays * DAY_MS);
}

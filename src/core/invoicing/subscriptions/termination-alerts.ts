/** Days before the end of a subscription at which an alert announces it. Source: subscriptions.md §4. */
const ALERT_DAYS = [45, 15];

const DAY_MS = 86_400_000;

/** The instant of the next alert strictly after `after`; null when none remains. */
export function nextTerminationAlertAt(endingAt: Date, after: Date): Date | null {
  const alerts = ALERT_DAYS.map((days) => new Date(endingAt.getTime() - days * DAY_MS));
  return alerts.find((at) => at > after) ?? null;
}

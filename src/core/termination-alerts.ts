/** How many days before its end a subscription is announced to end. Source: subscriptions.md §4. */
const ALERT_DAYS = [45, 15];

const DAY_MS = 86_400_000;

/** When the next alert is due, strictly after an instant; null when none is left. */
export function nextTerminationAlertAt(endingAt: Date, after: Date): Date | null {
  const alerts = ALERT_DAYS.map((days) => new Date(endingAt.getTime() - days * DAY_MS));
  return alerts.find((at) => at > after) ?? null;
}

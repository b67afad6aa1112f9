import type { Reactions } from '../../platform/changes/changes.js';
import type { AlertChange } from '../../modules/alerts/alert.changes.js';
import type { LifetimeUsageChange } from '../../modules/usage-history/lifetime-usage.changes.js';
import type { UsageChange } from '../../modules/usage/usage.changes.js';
import type { Services } from '../capabilities.js';
import type { Reactors } from './reactors.js';

export type UsageAreaChange = AlertChange | LifetimeUsageChange | UsageChange;

/** Reactions to usage, and to alerts that it has triggered. */
export function usageReactions(
  { automaticTopUps, dailyUsage, thresholdReview }: Services,
  { records, reviewsAlerts }: Reactors,
): Reactions<UsageAreaChange> {
  return {
    'usage.changed': [
      (tx, actor, { used }) => dailyUsage.request(tx, actor, used),
      (tx, actor, { used }) => thresholdReview.request(tx, actor, used),
      (tx, actor, change) => automaticTopUps.reviewForUsage(tx, actor, change),
      reviewsAlerts(({ used }) => ({
        externalSubscriptionIds: used.map(({ subscription }) => subscription.externalId),
        walletsOf: used.map(({ customer }) => customer.id),
      })),
    ],
    'lifetime_usage.updated': [
      (tx, actor, change) => thresholdReview.request(tx, actor, [change]),
      reviewsAlerts(({ subscription }) => ({ externalSubscriptionIds: [subscription.externalId] })),
    ],
    'alert.triggered': [
      records('alert.triggered', ({ triggered }) =>
        triggered.map((row) => ({ row, externalCustomerId: row.externalCustomerId })),
      ),
    ],
  };
}

import type { Reactions } from '../../platform/changes/changes.js';
import type { Services } from '../capabilities.js';
import type { UsageAreaChange } from './announced-changes.js';
import type { Reactors } from './reactors.js';

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

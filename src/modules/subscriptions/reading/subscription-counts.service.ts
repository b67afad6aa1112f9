import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db } from '../../../platform/db/database.js';
import {
  type SubscriptionCount,
  subscriptionCountsRepository,
} from '../records/subscription-counts.repository.js';

/** Counts the active subscriptions of plans and metrics. */
export class SubscriptionCounts {
  /** By plan id; plans without active subscriptions are omitted. */
  async ofPlans(db: Db, { organizationId }: Actor, planIds: readonly string[]) {
    return byId(await subscriptionCountsRepository.ofPlans(db, organizationId, planIds));
  }

  /** By metric id, over the plans that charge it; metrics without active subscriptions are omitted. */
  async ofMetrics(db: Db, { organizationId }: Actor, metricIds: readonly string[]) {
    return byId(await subscriptionCountsRepository.ofMetrics(db, organizationId, metricIds));
  }
}

function byId(counts: readonly SubscriptionCount[]): Map<string, SubscriptionCount> {
  return indexBy(counts, ({ id }) => id);
}

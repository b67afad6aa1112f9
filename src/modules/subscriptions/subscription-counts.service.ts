import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/api/loader.js';
import type { Db } from '../../platform/db/database.js';
import { type SubscriptionCount, subscriptionCountsRepository } from './subscription-counts.repository.js';

/** How much what is sold is subscribed to. */
export class SubscriptionCounts {
  /** By plan id; a plan without active subscriptions is left out. */
  async ofPlans(db: Db, { organizationId }: Actor, planIds: readonly string[]) {
    return byId(await subscriptionCountsRepository.ofPlans(db, organizationId, planIds));
  }

  /** By metric id, over the plans that charge it; a metric without active subscriptions is left out. */
  async ofMetrics(db: Db, { organizationId }: Actor, metricIds: readonly string[]) {
    return byId(await subscriptionCountsRepository.ofMetrics(db, organizationId, metricIds));
  }
}

function byId(counts: readonly SubscriptionCount[]): Map<string, SubscriptionCount> {
  return indexBy(counts, ({ id }) => id);
}

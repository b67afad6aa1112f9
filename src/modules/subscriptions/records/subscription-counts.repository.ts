import { and, countDistinct, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { charges } from '../../plans/charges/charge.table.js';
import { isPlanOrCopyOf } from '../../plans/plan-or-copy.js';
import { plans } from '../../plans/plan.table.js';
import { subscriptions } from './subscription.table.js';

/** The number of active subscriptions, and of their customers. */
export interface SubscriptionCount {
  readonly id: string;
  readonly subscriptions: number;
  readonly customers: number;
}

const counts = {
  subscriptions: countDistinct(subscriptions.id),
  customers: countDistinct(subscriptions.customerId),
};
const isActive = eq(subscriptions.status, 'active');

export const subscriptionCountsRepository = {
  /** Counts by plan, including own copies of the plans. Plans without active subscriptions are omitted. */
  ofPlans(db: Db, organizationId: string, planIds: readonly string[]): Promise<SubscriptionCount[]> {
    const shown = alias(plans, 'shown');
    return db
      .select({ id: shown.id, ...counts })
      .from(shown)
      .innerJoin(plans, isPlanOrCopyOf(shown))
      .innerJoin(subscriptions, and(refersTo(subscriptions.planId, plans), isActive))
      .where(and(eq(shown.organizationId, organizationId), isOneOf(shown.id, planIds)))
      .groupBy(shown.id);
  },

  /** Counts by metric, over the plans that charge it. Metrics without active subscriptions are omitted. */
  ofMetrics(db: Db, organizationId: string, metricIds: readonly string[]): Promise<SubscriptionCount[]> {
    return db
      .select({ id: charges.billableMetricId, ...counts })
      .from(charges)
      .innerJoin(plans, refersTo(charges.planId, plans))
      .innerJoin(subscriptions, and(refersTo(subscriptions.planId, plans), isActive))
      .where(
        and(
          eq(charges.organizationId, organizationId),
          isOneOf(charges.billableMetricId, metricIds),
          isNull(charges.deletedAt),
        ),
      )
      .groupBy(charges.billableMetricId);
  },
};

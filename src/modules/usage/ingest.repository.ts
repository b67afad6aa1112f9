import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.js';
import { customers } from '../customers/customer.table.js';
import { subscriptions } from '../subscriptions/subscription.table.js';
import { eventKeys } from './event.table.js';
import type { KnownSubscription } from './subscription-lookup.js';

export const ingestRepository = {
  /** One subscription per external id: the active, else the latest. */
  findSubscriptions(
    db: Db,
    organizationId: string,
    externalIds: readonly string[],
  ): Promise<KnownSubscription[]> {
    return db
      .selectDistinctOn([subscriptions.externalId], {
        id: subscriptions.id,
        externalId: subscriptions.externalId,
        customerId: subscriptions.customerId,
        testClockId: customers.testClockId,
        isActive: sql<boolean>`${subscriptions.status} = 'active'`,
        startedAt: subscriptions.startedAt,
      })
      .from(subscriptions)
      .innerJoin(
        customers,
        and(
          eq(customers.organizationId, subscriptions.organizationId),
          eq(customers.id, subscriptions.customerId),
        ),
      )
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          inArray(subscriptions.externalId, [...externalIds]),
        ),
      )
      .orderBy(
        subscriptions.externalId,
        sql`${subscriptions.status} = 'active' desc, ${subscriptions.createdAt} desc`,
      );
  },

  /** Those of the keys that are taken. */
  async findKnownKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await db
      .select()
      .from(eventKeys)
      .where(inArray(eventKeys.key, [...keys]));
    return new Set(rows.map(({ key }) => key));
  },
};

import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { customers } from '../../customers/records/customer.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { eventKeys } from '../events/event.table.js';
import type { KnownSubscription } from './known-subscription.js';

interface SubscriptionRow extends Record<string, unknown>, Omit<KnownSubscription, 'usageFrom'> {
  readonly usageFrom: string | null;
}

/** Queries that ingest runs for every request. Each list is a single array parameter, as a batch may name a hundred ids. */
export const ingestRepository = {
  /**
   * One subscription per external id: the active one, or else the one created last. The order of creation is that of ids,
   * since `created_at` may come from a test clock.
   */
  async findSubscriptions(
    db: Db,
    organizationId: string,
    externalIds: readonly string[],
  ): Promise<KnownSubscription[]> {
    const rows = await queryRows<SubscriptionRow>(
      db,
      sql`
      select distinct on (subscription.external_id)
        subscription.id, subscription.external_id as "externalId", subscription.customer_id as "customerId",
        customer.test_clock_id as "testClockId", subscription.status = 'active' as "isActive",
        subscription.usage_from as "usageFrom"
      from ${subscriptions} as subscription
      join ${customers} as customer on customer.organization_id = subscription.organization_id
        and customer.id = subscription.customer_id
      where subscription.organization_id = ${organizationId}
        and subscription.external_id = any(${sql.param(externalIds)}::text[])
      order by subscription.external_id, subscription.status = 'active' desc, subscription.id desc`,
    );
    return rows.map((row) => ({
      ...row,
      usageFrom: row.usageFrom === null ? null : new Date(row.usageFrom),
    }));
  },

  /** The keys that are already stored. */
  async findKnownKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await queryRows<{ key: string }>(
      db,
      sql`select ${eventKeys.key} from ${eventKeys} where ${eventKeys.key} = any(${sql.param(keys)}::uuid[])`,
    );
    return new Set(rows.map(({ key }) => key));
  },
};

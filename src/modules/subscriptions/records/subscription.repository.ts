import { and, desc, eq, isNull, max, min, ne, or, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { updateAll } from '../../../platform/db/statements/update-all.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { tenantRows } from '../../../platform/paging/records.js';
import { announceChanges } from './subscription-notices.js';
import type { LastEnds } from './subscription.states.js';
import { type Subscription, subscriptions } from './subscription.table.js';

const ofOrganization = tenantRows(subscriptions);

const newestNamed = compiledQuery(
  (db, organizationId: string, { externalId, status }: Pick<Subscription, 'externalId' | 'status'>) =>
    db
      .select()
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          eq(subscriptions.externalId, externalId),
          eq(subscriptions.status, status),
        ),
      )
      .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
      .limit(1),
);

const liveNamed = compiledQuery((db, organizationId: string, externalId: string) =>
  db
    .select()
    .from(subscriptions)
    .where(
      ofOrganization(
        organizationId,
        eq(subscriptions.externalId, externalId),
        or(
          isOneOf(subscriptions.status, ['active', 'incomplete']),
          and(eq(subscriptions.status, 'pending'), isNull(subscriptions.previousSubscriptionId)),
        ),
      ),
    ),
);

const lastEnds = compiledQuery(
  (db, organizationId: string, { customerId, externalId }: Pick<Subscription, 'customerId' | 'externalId'>) =>
    db
      .select({
        invoiced:
          sql`max(${subscriptions.terminatedAt}) filter (where ${subscriptions.onTerminationInvoice} = 'generate')`.mapWith(
            subscriptions.terminatedAt,
          ),
        any: max(subscriptions.terminatedAt),
      })
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          eq(subscriptions.customerId, customerId),
          eq(subscriptions.externalId, externalId),
          eq(subscriptions.status, 'terminated'),
        ),
      ),
);

export const subscriptionRepository = {
  /** The active subscriptions of customers. */
  findActiveOf: compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
    db
      .select()
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(subscriptions.customerId, customerIds),
          eq(subscriptions.status, 'active'),
        ),
      ),
  ),

  /** The ids of all subscriptions of customers. */
  async findIdsOf(db: Db, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(ofOrganization(organizationId, isOneOf(subscriptions.customerId, customerIds)));
    return rows.map(({ id }) => id);
  },

  /** The active subscriptions with these external ids. */
  findActiveNamed: compiledQuery((db, organizationId: string, externalIds: readonly string[]) =>
    db
      .select()
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(subscriptions.externalId, externalIds),
          eq(subscriptions.status, 'active'),
        ),
      ),
  ),

  findMany: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(subscriptions)
      .where(ofOrganization(organizationId, isOneOf(subscriptions.id, ids))),
  ),

  /** The newest subscription with the external id and status. */
  async findByExternalId(
    db: Db,
    organizationId: string,
    by: Pick<Subscription, 'externalId' | 'status'>,
  ): Promise<Subscription | null> {
    const [subscription] = await newestNamed(db, organizationId, by);
    return subscription ?? null;
  },

  /**
   * The subscription that occupies the external id: the active one, or the first one of a chain that has not started. Not
   * the pending successor of an active one.
   */
  async findCurrent(db: Db, organizationId: string, externalId: string): Promise<Subscription | null> {
    return (await subscriptionRepository.findLive(db, organizationId, externalId)).current;
  },

  /** As `findCurrent`, and whether an incomplete subscription has the external id. */
  async findLive(
    db: Db,
    organizationId: string,
    externalId: string,
  ): Promise<{ readonly current: Subscription | null; readonly isIncomplete: boolean }> {
    const live = await liveNamed(db, organizationId, externalId);
    return {
      current: live.find(({ status }) => status !== 'incomplete') ?? null,
      isIncomplete: live.some(({ status }) => status === 'incomplete'),
    };
  },

  /** The only subscription that ever had the external id; null if there are none or several. */
  async findOnly(db: Db, organizationId: string, externalId: string): Promise<Subscription | null> {
    const [only, other] = await db
      .select()
      .from(subscriptions)
      .where(ofOrganization(organizationId, eq(subscriptions.externalId, externalId)))
      .limit(2);
    return other === undefined ? (only ?? null) : null;
  },

  /** The first start of a subscription under each customer and external id. */
  findFirstStarts(
    db: Db,
    organizationId: string,
    { customerIds, externalIds }: { customerIds: readonly string[]; externalIds: readonly string[] },
  ): Promise<Pick<Subscription, 'customerId' | 'externalId' | 'startedAt'>[]> {
    return db
      .select({
        customerId: subscriptions.customerId,
        externalId: subscriptions.externalId,
        startedAt: min(subscriptions.startedAt),
      })
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(subscriptions.customerId, customerIds),
          isOneOf(subscriptions.externalId, externalIds),
        ),
      )
      .groupBy(subscriptions.customerId, subscriptions.externalId);
  },

  /** The successors of subscriptions, in order of creation, without canceled ones. */
  findSuccessors: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(subscriptions.previousSubscriptionId, ids),
          ne(subscriptions.status, 'canceled'),
        ),
      )
      .orderBy(subscriptions.id),
  ),

  /** The predecessors of subscriptions in their chains: one row for each pair. */
  async findPredecessors(
    db: Db,
    organizationId: string,
    ids: readonly string[],
  ): Promise<{ id: string; earlierId: string }[]> {
    return queryRows<{ id: string; earlierId: string }>(
      db,
      sql`
      with recursive step (id, earlier_id) as (
        select ${subscriptions.id}, ${subscriptions.previousSubscriptionId} from ${subscriptions}
        where ${ofOrganization(organizationId, isOneOf(subscriptions.id, ids))}
        union all
        select step.id, earlier.previous_subscription_id
        from step
        join ${subscriptions} as earlier
          on earlier.organization_id = ${organizationId} and earlier.id = step.earlier_id
      )
      select id, earlier_id as "earlierId" from step where earlier_id is not null`,
    );
  },

  /** The last ends of the customer's subscriptions under the external id. */
  async findLastEnds(db: Db, { organizationId, customerId, externalId }: Subscription): Promise<LastEnds> {
    const [row] = await lastEnds(db, organizationId, { customerId, externalId });
    return row ?? { invoiced: null, any: null };
  },

  async insert(tx: Tx, subscription: Subscription): Promise<void> {
    await tx.insert(subscriptions).values(subscription);
    announceChanges([subscription]);
  },

  update(tx: Tx, subscription: Subscription): Promise<void> {
    return subscriptionRepository.updateAll(tx, [subscription]);
  },

  async updateAll(tx: Tx, rows: readonly Subscription[]): Promise<void> {
    await updateAll(tx, subscriptions, rows);
    announceChanges(rows);
  },

  /** The external ids that subscriptions of customers have, or had; events refer to these. */
  async findExternalIds(db: Db, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectDistinct({ externalId: subscriptions.externalId })
      .from(subscriptions)
      .where(ofOrganization(organizationId, isOneOf(subscriptions.customerId, customerIds)));
    return rows.map((row) => row.externalId);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(subscriptions)
      .where(ofOrganization(organizationId, isOneOf(subscriptions.customerId, customerIds)));
  },
};

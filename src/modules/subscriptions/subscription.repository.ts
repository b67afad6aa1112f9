import { and, desc, eq, isNull, max, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { updateAll } from '../../platform/db/update-all.js';
import { queryRows } from '../../platform/db/query-rows.js';
import { announceChanges } from './subscription-changes.js';
import { type Subscription, subscriptions } from './subscription.table.js';

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(subscriptions.organizationId, organizationId), ...conditions);

export const subscriptionRepository = {
  async findById(db: Db, organizationId: string, id: string): Promise<Subscription | null> {
    const [subscription] = await db
      .select()
      .from(subscriptions)
      .where(of(organizationId, eq(subscriptions.id, id)));
    return subscription ?? null;
  },

  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<Subscription[]> {
    return db
      .select()
      .from(subscriptions)
      .where(of(organizationId, isOneOf(subscriptions.id, ids)));
  },

  /** The newest one of a status. */
  async findByExternalId(
    db: Db,
    organizationId: string,
    { externalId, status }: Pick<Subscription, 'externalId' | 'status'>,
  ): Promise<Subscription | null> {
    const [subscription] = await db
      .select()
      .from(subscriptions)
      .where(of(organizationId, eq(subscriptions.externalId, externalId), eq(subscriptions.status, status)))
      .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
      .limit(1);
    return subscription ?? null;
  },

  /**
   * The one that has the external id: active, or to start in the future. An active one's next plan is none of them.
   */
  async findCurrent(db: Db, organizationId: string, externalId: string): Promise<Subscription | null> {
    const [subscription] = await db
      .select()
      .from(subscriptions)
      .where(
        of(
          organizationId,
          eq(subscriptions.externalId, externalId),
          or(
            eq(subscriptions.status, 'active'),
            and(eq(subscriptions.status, 'pending'), isNull(subscriptions.previousSubscriptionId)),
          ),
        ),
      );
    return subscription ?? null;
  },

  /** Whether one that waits for its payment has the external id. */
  async isIncomplete(db: Db, organizationId: string, externalId: string): Promise<boolean> {
    const [found] = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        of(organizationId, eq(subscriptions.externalId, externalId), eq(subscriptions.status, 'incomplete')),
      );
    return found !== undefined;
  },

  /** The only one that ever had the external id; null when there are several, or none. */
  async findOnly(db: Db, organizationId: string, externalId: string): Promise<Subscription | null> {
    const [only, other] = await db
      .select()
      .from(subscriptions)
      .where(of(organizationId, eq(subscriptions.externalId, externalId)))
      .limit(2);
    return other === undefined ? (only ?? null) : null;
  },

  /** When a subscription first started under each external id of these customers' subscriptions. */
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
        of(
          organizationId,
          isOneOf(subscriptions.customerId, customerIds),
          isOneOf(subscriptions.externalId, externalIds),
        ),
      )
      .groupBy(subscriptions.customerId, subscriptions.externalId);
  },

  /** Those that were to follow these, in the order in which they were recorded; canceled ones are left out. */
  findSuccessors(db: Db, organizationId: string, ids: readonly string[]): Promise<Subscription[]> {
    return db
      .select()
      .from(subscriptions)
      .where(
        of(
          organizationId,
          isOneOf(subscriptions.previousSubscriptionId, ids),
          ne(subscriptions.status, 'canceled'),
        ),
      )
      .orderBy(subscriptions.id);
  },

  /** Follows the links of chains backwards: one row for each of these and each subscription before it. */
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
        where ${of(organizationId, isOneOf(subscriptions.id, ids))}
        union all
        select step.id, earlier.previous_subscription_id
        from step
        join ${subscriptions} as earlier
          on earlier.organization_id = ${organizationId} and earlier.id = step.earlier_id
      )
      select id, earlier_id as "earlierId" from step where earlier_id is not null`,
    );
  },

  /** When the latest closing invoice that a customer got under an external id covers usage to; null without one. */
  async findLastInvoicedEnd(
    db: Db,
    { organizationId, customerId, externalId }: Subscription,
  ): Promise<Date | null> {
    const [row] = await db
      .select({ at: max(subscriptions.terminatedAt) })
      .from(subscriptions)
      .where(
        of(
          organizationId,
          eq(subscriptions.customerId, customerId),
          eq(subscriptions.externalId, externalId),
          eq(subscriptions.status, 'terminated'),
          eq(subscriptions.onTerminationInvoice, 'generate'),
        ),
      );
    return row?.at ?? null;
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

  /** The external ids under which customers have had subscriptions; events are kept by them. */
  async findExternalIds(db: Db, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectDistinct({ externalId: subscriptions.externalId })
      .from(subscriptions)
      .where(of(organizationId, isOneOf(subscriptions.customerId, customerIds)));
    return rows.map((row) => row.externalId);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx.delete(subscriptions).where(of(organizationId, isOneOf(subscriptions.customerId, customerIds)));
  },
};

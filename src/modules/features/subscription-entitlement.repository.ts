import { and, eq, type SQL, sql } from 'drizzle-orm';
import { indexBy } from '../../platform/api/loader.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { insertAll } from '../../platform/db/insert-all.js';
import { isOneOf } from '../../platform/db/is-one-of.js';
import { refersTo } from '../../platform/db/tenant-keys.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { pageOf, sliceOf } from '../../platform/paging/fetch-page.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { containsText } from '../../platform/paging/search.js';
import { plans } from '../plans/plan.table.js';
import { subscriptions } from '../subscriptions/subscription.table.js';
import {
  planEntitlements,
  type SubscriptionEntitlementRow,
  subscriptionEntitlements,
} from './entitlement.table.js';
import { features } from './feature.table.js';
import { type ListedEntitlement, subscriptionEntitlementOrders } from './subscription-entitlement.list.js';

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(subscriptionEntitlements.organizationId, organizationId), ...conditions);

/**
 * The features that subscriptions entitle to: those that the plan of each grants (the parent of an own plan) and those of
 * its own, without removed ones. Source: entitlements.md §4.
 * @param subscriptionIds of one or more subscriptions.
 */
function inForce(db: Db, organizationId: string, subscriptionIds: readonly string[]) {
  const granted = db
    .select({
      subscriptionId: subscriptions.id,
      featureId: planEntitlements.featureId,
      position: planEntitlements.position,
      values: planEntitlements.values,
    })
    .from(subscriptions)
    .innerJoin(plans, refersTo(subscriptions.planId, plans))
    .innerJoin(
      planEntitlements,
      and(
        eq(planEntitlements.organizationId, plans.organizationId),
        eq(planEntitlements.planId, sql`coalesce(${plans.parentId}, ${plans.id})`),
      ),
    )
    .where(and(eq(subscriptions.organizationId, organizationId), isOneOf(subscriptions.id, subscriptionIds)))
    .as('granted');
  const own = db
    .select()
    .from(subscriptionEntitlements)
    .where(of(organizationId, isOneOf(subscriptionEntitlements.subscriptionId, subscriptionIds)))
    .as('own');
  const isSame = and(eq(own.subscriptionId, granted.subscriptionId), eq(own.featureId, granted.featureId));
  return {
    rows: () =>
      db
        .select({
          subscriptionId: sql<string>`coalesce(${granted.subscriptionId}, ${own.subscriptionId})`,
          position: sql<number>`coalesce(${granted.position}, ${own.position})`,
          granted: granted.values,
          isOwn: own.isOwn,
          values: own.values,
          removedPrivileges: own.removedPrivileges,
          feature: features,
        })
        .from(granted)
        .fullJoin(own, isSame)
        .innerJoin(features, eq(features.id, sql`coalesce(${granted.featureId}, ${own.featureId})`)),
    where: (...conditions: (SQL | undefined)[]) =>
      and(
        eq(features.organizationId, organizationId),
        sql`${own.isRemoved} is not true`,
        sql`(${granted.featureId} is not null or ${own.isOwn} or ${own.values} <> '{}'::jsonb)`,
        ...conditions,
      ),
  };
}

type InForce = Awaited<ReturnType<ReturnType<typeof inForce>['rows']>>[number];

function entitlementOf({ isOwn, values, removedPrivileges, feature, ...row }: InForce): ListedEntitlement {
  const own = {
    isOwn: isOwn ?? false,
    isRemoved: false,
    values: values ?? {},
    removedPrivileges: removedPrivileges ?? [],
  };
  return { ...row, own, feature };
}

export const subscriptionEntitlementRepository = {
  /** The features that subscriptions entitle to, in the order of each. */
  async findInForce(
    db: Db,
    organizationId: string,
    subscriptionIds: readonly string[],
  ): Promise<ListedEntitlement[]> {
    const { rows, where } = inForce(db, organizationId, subscriptionIds);
    const { orderBy } = sliceOf(
      { kind: 'page', page: 1, size: 1 },
      { ordering: subscriptionEntitlementOrders.standard, where: undefined },
    );
    const found = await rows()
      .where(where())
      .orderBy(...orderBy);
    return found.map(entitlementOf);
  },

  /** The features that a subscription entitles to. A whole list that fits on its first page is not counted. */
  async list(
    db: Db,
    organizationId: string,
    subscriptionId: string,
    { filter, search, page }: ListQuery,
  ): Promise<Page<ListedEntitlement>> {
    const ordering = orderingOf(subscriptionEntitlementOrders, page);
    const query = inForce(db, organizationId, [subscriptionId]);
    const where = query.where(
      ...comparisons(subscriptionEntitlementOrders, filter),
      ifGiven(search, (term) => containsText([features.name, features.code, features.description], term)),
    );
    const slice = sliceOf(page, { ordering, where });
    const found = await query
      .rows()
      .where(slice.where)
      .orderBy(...slice.orderBy)
      .limit(slice.limit)
      .offset(slice.offset);
    const isWhole = page.kind === 'page' && page.page === 1 && found.length <= page.size;
    const count = () => db.$count(query.rows().where(where).as('in_force'));
    return pageOf(page, ordering, found.map(entitlementOf), () =>
      isWhole ? Promise.resolve(found.length) : count(),
    );
  },

  /** How a subscription differs from its plan, by feature. */
  async findOwn(
    db: Db,
    organizationId: string,
    subscriptionId: string,
  ): Promise<Map<string, SubscriptionEntitlementRow>> {
    const rows = await db
      .select()
      .from(subscriptionEntitlements)
      .where(of(organizationId, eq(subscriptionEntitlements.subscriptionId, subscriptionId)));
    return indexBy(rows, ({ featureId }) => featureId);
  },

  /** Inserts rows, or replaces those of the same feature. */
  save(tx: Tx, rows: readonly SubscriptionEntitlementRow[]): Promise<void> {
    return insertAll(
      tx,
      subscriptionEntitlements,
      rows,
      sql`on conflict (organization_id, subscription_id, feature_id) do update set position = excluded.position,
        is_own = excluded.is_own, is_removed = excluded.is_removed, "values" = excluded."values",
        removed_privileges = excluded.removed_privileges`,
    );
  },

  async delete(
    tx: Tx,
    organizationId: string,
    subscriptionId: string,
    featureIds: readonly string[],
  ): Promise<void> {
    await tx
      .delete(subscriptionEntitlements)
      .where(
        of(
          organizationId,
          eq(subscriptionEntitlements.subscriptionId, subscriptionId),
          isOneOf(subscriptionEntitlements.featureId, featureIds),
        ),
      );
  },

  /** Deletes what all subscriptions have of a feature. */
  async deleteFeature(tx: Tx, organizationId: string, featureId: string): Promise<void> {
    await tx
      .delete(subscriptionEntitlements)
      .where(of(organizationId, eq(subscriptionEntitlements.featureId, featureId)));
  },

  /** Deletes the values and removals of a privilege of all subscriptions. */
  async deletePrivilege(tx: Tx, organizationId: string, featureId: string, code: string): Promise<void> {
    const { values, removedPrivileges } = subscriptionEntitlements;
    await tx
      .update(subscriptionEntitlements)
      .set({
        values: sql`${values} - ${code}::text`,
        removedPrivileges: sql`${removedPrivileges} - ${code}::text`,
      })
      .where(
        of(
          organizationId,
          eq(subscriptionEntitlements.featureId, featureId),
          sql`(jsonb_exists(${values}, ${code}::text) or jsonb_exists(${removedPrivileges}, ${code}::text))`,
        ),
      );
  },

  /** Deletes what the subscriptions of customers have, before these subscriptions. */
  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        and(eq(subscriptions.organizationId, organizationId), isOneOf(subscriptions.customerId, customerIds)),
      );
    await tx
      .delete(subscriptionEntitlements)
      .where(of(organizationId, isOneOf(subscriptionEntitlements.subscriptionId, ofCustomers)));
  },
};

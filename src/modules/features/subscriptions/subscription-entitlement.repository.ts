import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { fetchPage, pageOf } from '../../../platform/paging/fetch-page.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { containsText } from '../../../platform/paging/search.js';
import { tenantRows } from '../../../platform/paging/records.js';
import { type Subscription, subscriptions } from '../../subscriptions/records/subscription.table.js';
import { type SubscriptionEntitlementRow, subscriptionEntitlements } from '../records/entitlement.table.js';
import { featureRepository } from '../records/feature.repository.js';
import { features } from '../records/feature.table.js';
import { planEntitlementRepository } from '../plans/plan-entitlement.repository.js';
import {
  type EntitledFeature,
  type ListedEntitlement,
  subscriptionEntitlementOrders,
} from './subscription-entitlement.list.js';
import { featuresInForce, type InForce } from './subscription-entitlement.rules.js';

/** A subscription whose plan grants features, as far as it does not differ. */
export type EntitledSubscription = Pick<Subscription, 'id' | 'planId'>;

const ofOrganization = tenantRows(subscriptionEntitlements);

/** The features that a subscription entitles to, as a source of rows: `listed (feature_id, is_own, position)`. */
function listed(entitlements: readonly ListedEntitlement[]): SQL {
  const ids = sql.param(entitlements.map(({ id }) => id));
  const areOwn = sql.param(entitlements.map(({ granted }) => granted === null));
  const positions = sql.param(entitlements.map(({ position }) => position));
  return sql`unnest(${ids}::uuid[], ${areOwn}::boolean[], ${positions}::integer[]) as listed (feature_id, is_own, position)`;
}

const IS_LISTED = sql`${features.id} = listed.feature_id`;

export const subscriptionEntitlementRepository = {
  /**
   * The features that subscriptions entitle to, by subscription id and in the order of each. How they differ from their
   * plans is read by itself, so that all the rest is a read of the catalog (docs/adr/0073).
   */
  async findInForce(
    db: Db,
    organizationId: string,
    entitled: readonly EntitledSubscription[],
  ): Promise<Map<string, ListedEntitlement[]>> {
    const ids = entitled.map(({ id }) => id);
    const planIds = distinct(entitled.map(({ planId }) => planId));
    const [granted, own] = await Promise.all([
      planEntitlementRepository.findGranted(db, organizationId, planIds),
      subscriptionEntitlementRepository.findOwn(db, organizationId, ids),
    ]);
    const byPlan = groupBy(granted, ({ planId }) => planId);
    const bySubscription = groupBy(own, ({ subscriptionId }) => subscriptionId);
    const inForce = entitled.map(({ id, planId }) =>
      featuresInForce(byPlan.get(planId) ?? [], bySubscription.get(id) ?? []),
    );
    const known = new Map<string, EntitledFeature>(granted.map(({ feature }) => [feature.id, feature]));
    const others = inForce.flat().flatMap(({ featureId }) => (known.has(featureId) ? [] : featureId));
    if (others.length > 0)
      for (const feature of await featureRepository.findWithDeleted(db, organizationId, distinct(others)))
        known.set(feature.id, feature);
    const entitlementOf = ({ featureId, ...rest }: InForce): ListedEntitlement => ({
      ...expectPresent(known.get(featureId), `feature ${featureId}`),
      ...rest,
    });
    return new Map(ids.map((id, index) => [id, inForce[index]?.map(entitlementOf) ?? []]));
  },

  /**
   * A page of the features that a subscription entitles to. Postgres is asked only for a selection, another order and
   * cursors.
   * @param all the features that it entitles to, in the default order.
   */
  async page(
    db: Db,
    organizationId: string,
    all: readonly ListedEntitlement[],
    { filter, search, page }: ListQuery,
  ): Promise<Page<ListedEntitlement>> {
    const ordering = orderingOf(subscriptionEntitlementOrders, page);
    const selected = and(
      ...comparisons(subscriptionEntitlementOrders, filter),
      ifGiven(search, (term) => containsText([features.name, features.code, features.description], term)),
    );
    if (selected === undefined && page.kind === 'page' && page.order === undefined) {
      const before = (page.page - 1) * page.size;
      const found = all.slice(before, before + page.size + 1);
      return pageOf(page, ordering, found, () => Promise.resolve(all.length));
    }
    const byFeature = indexBy(all, ({ id }) => id);
    const rows = () => db.select({ id: features.id }).from(features).innerJoin(listed(all), IS_LISTED);
    return fetchPage(page, {
      ordering,
      where: and(eq(features.organizationId, organizationId), selected),
      rows: async ({ where, orderBy, limit, offset }) => {
        const found = rows()
          .where(where)
          .orderBy(...orderBy)
          .limit(limit)
          .offset(offset);
        return (await found).map(({ id }) => expectPresent(byFeature.get(id), `the entitlement to ${id}`));
      },
      count: (where) => db.$count(rows().where(where).as('selected')),
    });
  },

  /** How subscriptions differ from their plans, in the order in which features were added to each. */
  findOwn: compiledQuery((db, organizationId: string, subscriptionIds: readonly string[]) =>
    db
      .select()
      .from(subscriptionEntitlements)
      .where(
        ofOrganization(organizationId, isOneOf(subscriptionEntitlements.subscriptionId, subscriptionIds)),
      )
      .orderBy(asc(subscriptionEntitlements.position), asc(subscriptionEntitlements.featureId)),
  ),

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
        ofOrganization(
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
      .where(ofOrganization(organizationId, eq(subscriptionEntitlements.featureId, featureId)));
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
        ofOrganization(
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
      .where(ofOrganization(organizationId, isOneOf(subscriptionEntitlements.subscriptionId, ofCustomers)));
  },
};

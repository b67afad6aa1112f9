import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { pageOf, sliceOf } from '../../../platform/paging/fetch-page.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { containsText } from '../../../platform/paging/search.js';
import { tenantRows } from '../../../platform/paging/records.js';
import { plans } from '../../plans/plan.table.js';
import { type PlanEntitlementRow, planEntitlements } from '../records/entitlement.table.js';
import { bytesOfPrivilege } from '../records/feature.repository.js';
import { features, privileges } from '../records/feature.table.js';
import { type PlanEntitlement, planEntitlementOrders } from './plan-entitlement.list.js';

const ofOrganization = tenantRows(planEntitlements);

const columns = {
  planId: planEntitlements.planId,
  position: planEntitlements.position,
  values: planEntitlements.values,
  feature: features,
};

export const planEntitlementRepository = {
  /** The features that sold plans grant, in the order in which they were added to each. */
  findOfPlans: compiledQuery((db, organizationId: string, planIds: readonly string[]) =>
    db
      .select(columns)
      .from(planEntitlements)
      .innerJoin(features, refersTo(planEntitlements.featureId, features))
      .where(ofOrganization(organizationId, isOneOf(planEntitlements.planId, planIds)))
      .orderBy(asc(planEntitlements.position), asc(features.id)),
  ),

  /** The same of the plans of subscriptions: an own plan grants what its parent does. */
  findGranted: compiledQuery((db, organizationId: string, planIds: readonly string[]) =>
    db
      .select({
        planId: plans.id,
        featureId: planEntitlements.featureId,
        position: planEntitlements.position,
        values: planEntitlements.values,
        feature: {
          id: features.id,
          code: features.code,
          name: features.name,
          description: features.description,
        },
      })
      .from(plans)
      .innerJoin(
        planEntitlements,
        and(
          eq(planEntitlements.organizationId, plans.organizationId),
          eq(planEntitlements.planId, sql`coalesce(${plans.parentId}, ${plans.id})`),
        ),
      )
      .innerJoin(features, refersTo(planEntitlements.featureId, features))
      .where(and(eq(plans.organizationId, organizationId), isOneOf(plans.id, planIds)))
      .orderBy(asc(planEntitlements.position), asc(features.id)),
  ),

  /** The features that a sold plan grants. */
  async list(
    db: Db,
    organizationId: string,
    planId: string,
    { filter, search, page }: ListQuery,
  ): Promise<Page<PlanEntitlement>> {
    const ordering = orderingOf(planEntitlementOrders, page);
    const where = ofOrganization(
      organizationId,
      eq(planEntitlements.planId, planId),
      ...comparisons(planEntitlementOrders, filter),
      ifGiven(search, (term) => containsText([features.name, features.code, features.description], term)),
    );
    const slice = sliceOf(page, { ordering, where });
    const rows = await db
      .select(columns)
      .from(planEntitlements)
      .innerJoin(features, refersTo(planEntitlements.featureId, features))
      .where(slice.where)
      .orderBy(...slice.orderBy)
      .limit(slice.limit)
      .offset(slice.offset);
    return pageOf(page, ordering, rows, async () => {
      const rows = await db
        .select({ count: sql<string>`count(*)` })
        .from(planEntitlements)
        .innerJoin(features, refersTo(planEntitlements.featureId, features))
        .where(where);
      return Number(onlyRow(rows).count);
    });
  },

  /** Inserts entitlements; of those that exist, replaces the values. */
  save(tx: Tx, rows: readonly PlanEntitlementRow[]): Promise<void> {
    return insertAll(
      tx,
      planEntitlements,
      rows,
      sql`on conflict (organization_id, plan_id, feature_id) do update set "values" = excluded."values"`,
    );
  },

  async delete(tx: Tx, organizationId: string, planId: string, featureIds: readonly string[]): Promise<void> {
    await tx
      .delete(planEntitlements)
      .where(
        ofOrganization(
          organizationId,
          eq(planEntitlements.planId, planId),
          isOneOf(planEntitlements.featureId, featureIds),
        ),
      );
  },

  /** The ids of the plans that grant a feature and are not deleted. */
  async findPlansGranting(db: Db, organizationId: string, featureId: string): Promise<string[]> {
    const rows = await db
      .select({ planId: planEntitlements.planId })
      .from(planEntitlements)
      .innerJoin(plans, refersTo(planEntitlements.planId, plans))
      .where(
        ofOrganization(organizationId, eq(planEntitlements.featureId, featureId), isNull(plans.deletedAt)),
      );
    return rows.map(({ planId }) => planId);
  },

  /** Deletes the entitlements of all plans to a feature. */
  async deleteFeature(tx: Tx, organizationId: string, featureId: string): Promise<void> {
    await tx
      .delete(planEntitlements)
      .where(ofOrganization(organizationId, eq(planEntitlements.featureId, featureId)));
  },

  /** Deletes the values of all plans of a privilege. */
  async deletePrivilege(tx: Tx, organizationId: string, featureId: string, code: string): Promise<void> {
    await tx
      .update(planEntitlements)
      .set({ values: sql`${planEntitlements.values} - ${code}::text` })
      .where(ofOrganization(organizationId, eq(planEntitlements.featureId, featureId), hasValue(code)));
  },

  /** Approximate size of the entitlements of plans as JSON, in bytes: the largest of one plan, and that of all. */
  async bytesOf(
    db: Db,
    organizationId: string,
    planIds: readonly string[],
  ): Promise<{ largest: number; sum: number }> {
    const perPlan = db
      .select({
        bytes: sql<string>`sum(200 + coalesce(${bytesOfPrivilege()}
          + octet_length((${planEntitlements.values} -> ${privileges.code})::text), 0))`.as('bytes'),
      })
      .from(planEntitlements)
      .leftJoin(
        privileges,
        and(
          eq(privileges.organizationId, planEntitlements.organizationId),
          eq(privileges.featureId, planEntitlements.featureId),
          sql`jsonb_exists(${planEntitlements.values}, ${privileges.code})`,
        ),
      )
      .where(ofOrganization(organizationId, isOneOf(planEntitlements.planId, planIds)))
      .groupBy(planEntitlements.planId)
      .as('per_plan');
    const rows = await db
      .select({
        largest: sql<string>`coalesce(max(${perPlan.bytes}), 0)`,
        sum: sql<string>`coalesce(sum(${perPlan.bytes}), 0)`,
      })
      .from(perPlan);
    const { largest, sum } = onlyRow(rows);
    return { largest: Number(largest), sum: Number(sum) };
  },
};

const hasValue = (code: string) => sql`jsonb_exists(${planEntitlements.values}, ${code}::text)`;

import { and, eq, exists, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tenantRows } from '../../../platform/paging/records.js';
import type { PlanPrice } from '../../../core/invoicing/subscriptions/plan-comparison.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { customers } from '../../customers/records/customer.table.js';
import { type Plan, plans } from '../../plans/plan.table.js';
import { isSoldAs } from '../../plans/plan-or-copy.js';
import {
  type CustomerSubscription,
  type DeletedOwner,
  isDeletedOwnerOf,
} from './subscriptions-of-deleted.js';
import { type Subscription, subscriptions } from './subscription.table.js';

/** A pending subscription that will replace another one, and the amounts of both plans. */
export interface PlannedSubscription extends CustomerSubscription {
  readonly currentId: string;
  readonly testClockId: string | null;
  readonly planId: string;
  readonly price: PlanPrice;
  readonly currentPrice: PlanPrice;
}

/** The plans before and after a subscription in its chain; null if there are none. */
export interface SubscriptionChain {
  readonly previousPlan: Plan | null;
  readonly nextPlan: Plan | null;
  readonly next: Subscription | null;
}

/** Maximum number of subscriptions that are terminated in one transaction. */
const CHUNK = 50;

/** Subscriptions that prevent the deletion of their plan, and of its metrics. */
const LIVE = isOneOf(subscriptions.status, ['active', 'pending', 'incomplete']);

/** The sold plan of a subscription: its plan, or the parent of its own plan. */
const soldPlans = alias(plans, 'sold_plans');

const ofOrganization = tenantRows(subscriptions);

const chainsOf = compiledQuery((db, organizationId: string, ids: readonly string[]) => {
  const [previous, next] = [alias(subscriptions, 'previous'), alias(subscriptions, 'next')];
  const [previousPlans, nextPlans] = [alias(plans, 'previous_plans'), alias(plans, 'next_plans')];
  return db
    .select({
      id: subscriptions.id,
      previousPlan: previousPlans,
      nextPlan: nextPlans,
      next,
    })
    .from(subscriptions)
    .leftJoin(previous, refersTo(subscriptions.previousSubscriptionId, previous))
    .leftJoin(previousPlans, refersTo(previous.planId, previousPlans))
    .leftJoin(next, and(refersTo(next.previousSubscriptionId, subscriptions), ne(next.status, 'canceled')))
    .leftJoin(nextPlans, refersTo(next.planId, nextPlans))
    .where(ofOrganization(organizationId, isOneOf(subscriptions.id, ids)))
    .orderBy(next.id);
});

/** Finds subscriptions by their plans and customers. */
export const subscribedPlanRepository = {
  /** Pending subscriptions that will replace an active one, where either of the two is on the plan; in order of creation. */
  findPlannedOn(db: Db, organizationId: string, planId: string): Promise<PlannedSubscription[]> {
    const current = alias(subscriptions, 'current');
    const currentPlans = alias(plans, 'current_plans');
    return db
      .select({
        id: subscriptions.id,
        customerId: subscriptions.customerId,
        currentId: current.id,
        testClockId: customers.testClockId,
        planId: subscriptions.planId,
        price: { interval: plans.interval, amountCents: plans.amountCents },
        currentPrice: { interval: currentPlans.interval, amountCents: currentPlans.amountCents },
      })
      .from(subscriptions)
      .innerJoin(
        current,
        and(refersTo(subscriptions.previousSubscriptionId, current), eq(current.status, 'active')),
      )
      .innerJoin(customers, refersTo(subscriptions.customerId, customers))
      .innerJoin(plans, refersTo(subscriptions.planId, plans))
      .innerJoin(currentPlans, refersTo(current.planId, currentPlans))
      .where(
        ofOrganization(
          organizationId,
          eq(subscriptions.status, 'pending'),
          or(eq(subscriptions.planId, planId), eq(current.planId, planId)),
        ),
      )
      .orderBy(subscriptions.id);
  },

  /** The chain of each subscription, by its id. If it has several successors, the latest one that is not canceled. */
  async findChains(
    db: Db,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, SubscriptionChain>> {
    const rows = await chainsOf(db, organizationId, ids);
    return new Map(rows.map(({ id, ...chain }) => [id, chain]));
  },

  findLiveOnPlans(
    db: Db,
    organizationId: string,
    planIds: readonly string[],
  ): Promise<Pick<Subscription, 'id' | 'customerId'>[]> {
    return db
      .select({ id: subscriptions.id, customerId: subscriptions.customerId })
      .from(subscriptions)
      .where(ofOrganization(organizationId, isOneOf(subscriptions.planId, planIds), LIVE))
      .orderBy(subscriptions.id);
  },

  /**
   * The next chunk of subscriptions of one customer that have not ended although their plan or customer is deleted: the first
   * ones after the given one, in the order of customers.
   */
  async findToTerminate(
    db: Db,
    organizationId: string,
    of: DeletedOwner,
    after: CustomerSubscription | null,
  ): Promise<CustomerSubscription[]> {
    const rows = await db
      .select({ id: subscriptions.id, customerId: subscriptions.customerId })
      .from(subscriptions)
      .innerJoin(plans, refersTo(subscriptions.planId, plans))
      .innerJoin(soldPlans, isSoldAs(soldPlans))
      .innerJoin(customers, refersTo(subscriptions.customerId, customers))
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          LIVE,
          isDeletedOwnerOf(of, { sold: soldPlans, customers }),
          ifGiven(
            after,
            ({ customerId, id }) =>
              sql`(${subscriptions.customerId}, ${subscriptions.id}) > (${customerId}::uuid, ${id}::uuid)`,
          ),
        ),
      )
      .orderBy(subscriptions.customerId, subscriptions.id)
      .limit(CHUNK);
    return rows.filter(({ customerId }) => customerId === rows[0]?.customerId);
  },

  /** Deleted customers of all organizations whose subscriptions have not all ended. */
  findDeletedCustomers(db: Db): Promise<{ organizationId: string; customerId: string }[]> {
    return db
      .selectDistinct({ organizationId: customers.organizationId, customerId: customers.id })
      .from(subscriptions)
      .innerJoin(customers, refersTo(subscriptions.customerId, customers))
      .where(and(LIVE, isNotNull(customers.deletedAt)));
  },

  /** The own plans, copied from this plan, of active and pending subscriptions. */
  async findOwnPlans(db: Db, organizationId: string, planId: string): Promise<string[]> {
    const rows = await db
      .select({ planId: plans.id })
      .from(plans)
      .innerJoin(subscriptions, refersTo(subscriptions.planId, plans))
      .where(and(eq(plans.organizationId, organizationId), eq(plans.parentId, planId), LIVE));
    return rows.map((row) => row.planId);
  },

  /** The own plans that subscriptions of customers have, or had. */
  async findOwnPlansOf(db: Db, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ planId: subscriptions.planId })
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          isOneOf(subscriptions.customerId, customerIds),
          ofPlan(db, isNotNull(plans.parentId)),
        ),
      );
    return rows.map((row) => row.planId);
  },

  /** True if any subscription is, or was, on the sold plan or an own copy of it. */
  async anyOnPlan(
    db: Db,
    organizationId: string,
    planId: string,
    { live }: { live: boolean },
  ): Promise<boolean> {
    const found = await db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(
        ofOrganization(
          organizationId,
          ofPlan(db, or(eq(plans.id, planId), eq(plans.parentId, planId))),
          live ? LIVE : undefined,
        ),
      )
      .limit(1);
    return found.length > 0;
  },
};

/** Applies a condition to the plan of a subscription. */
export function ofPlan(db: Db, condition: SQL | undefined): SQL {
  return exists(
    db
      .select({ id: plans.id })
      .from(plans)
      .where(and(refersTo(subscriptions.planId, plans), condition)),
  );
}

import { and, eq, exists, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PlanPrice } from '../../core/plan-comparison.js';
import { isOneOf } from '../../platform/db/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tenant-keys.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { customers } from '../customers/customer.table.js';
import { plans } from '../plans/plan.table.js';
import { isSoldAs } from '../plans/sold-plan.js';
import { type CustomerSubscription, type DeletedOwner, isOfDeleted } from './deleted-owner.js';
import { type Subscription, subscriptions } from './subscription.table.js';

/** A subscription that waits to follow another one, and what both of their plans cost. */
export interface PlannedSubscription extends CustomerSubscription {
  readonly currentId: string;
  readonly testClockId: string | null;
  readonly planId: string;
  readonly price: PlanPrice;
  readonly currentPrice: PlanPrice;
}

/** What came before a subscription, and what comes after it; null where there is nothing. */
export interface SubscriptionChain {
  readonly previousPlanCode: string | null;
  readonly nextPlanCode: string | null;
  readonly next: Subscription | null;
}

/** Subscriptions that end in one transaction, at most. */
const CHUNK = 50;

/** Those that keep a plan or a metric from being deleted. */
const LIVE = isOneOf(subscriptions.status, ['active', 'pending', 'incomplete']);

/** The plan of a subscription, or what it was copied from. */
const soldPlans = alias(plans, 'sold_plans');

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(subscriptions.organizationId, organizationId), ...conditions);

/** Subscriptions by what they are on: their plans, and customers. */
export const subscribedPlanRepository = {
  /** Those that wait to follow an active one, where either of the two is on a plan; in the order in which they were recorded. */
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
        of(
          organizationId,
          eq(subscriptions.status, 'pending'),
          or(eq(subscriptions.planId, planId), eq(current.planId, planId)),
        ),
      )
      .orderBy(subscriptions.id);
  },

  /** The neighbours of each subscription by its id. Of several that were to follow it, the latest that is not canceled. */
  async findChains(
    db: Db,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, SubscriptionChain>> {
    const [previous, next] = [alias(subscriptions, 'previous'), alias(subscriptions, 'next')];
    const [previousPlans, nextPlans] = [alias(plans, 'previous_plans'), alias(plans, 'next_plans')];
    const rows = await db
      .select({
        id: subscriptions.id,
        previousPlanCode: previousPlans.code,
        nextPlanCode: nextPlans.code,
        next,
      })
      .from(subscriptions)
      .leftJoin(previous, refersTo(subscriptions.previousSubscriptionId, previous))
      .leftJoin(previousPlans, refersTo(previous.planId, previousPlans))
      .leftJoin(next, and(refersTo(next.previousSubscriptionId, subscriptions), ne(next.status, 'canceled')))
      .leftJoin(nextPlans, refersTo(next.planId, nextPlans))
      .where(of(organizationId, isOneOf(subscriptions.id, ids)))
      .orderBy(next.id);
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
      .where(of(organizationId, isOneOf(subscriptions.planId, planIds), LIVE))
      .orderBy(subscriptions.id);
  },

  /**
   * Subscriptions that have not ended although their plan or customer is deleted, of one customer and no more than a
   * chunk of them: the first ones after another one, in the order of customers.
   */
  async findToEnd(
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
          isOfDeleted(of, { sold: soldPlans, customers }),
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

  /** The copies of a plan that single subscriptions are on, or wait for. */
  async findOwnPlans(db: Db, organizationId: string, planId: string): Promise<string[]> {
    const rows = await db
      .select({ planId: plans.id })
      .from(plans)
      .innerJoin(subscriptions, refersTo(subscriptions.planId, plans))
      .where(and(eq(plans.organizationId, organizationId), eq(plans.parentId, planId), LIVE));
    return rows.map((row) => row.planId);
  },

  /** The plans that subscriptions of customers have, or had, of their own. */
  async findOwnPlansOf(db: Db, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .select({ planId: subscriptions.planId })
      .from(subscriptions)
      .where(
        of(
          organizationId,
          isOneOf(subscriptions.customerId, customerIds),
          ofPlan(db, isNotNull(plans.parentId)),
        ),
      );
    return rows.map((row) => row.planId);
  },

  /** Whether any subscription is, or was, on a plan that is sold, or on its own copy of it. */
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
        of(
          organizationId,
          ofPlan(db, or(eq(plans.id, planId), eq(plans.parentId, planId))),
          live ? LIVE : undefined,
        ),
      )
      .limit(1);
    return found.length > 0;
  },
};

/** A condition on the plan that a subscription is on. */
export function ofPlan(db: Db, condition: SQL | undefined): SQL {
  return exists(
    db
      .select({ id: plans.id })
      .from(plans)
      .where(and(refersTo(subscriptions.planId, plans), condition)),
  );
}

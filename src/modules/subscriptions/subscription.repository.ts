import { and, desc, eq, exists, isNotNull, isNull, max, min, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PlanPrice } from '../../core/plan-comparison.js';
import { among } from '../../platform/db/among.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { refersTo } from '../../platform/db/tenant.js';
import { given } from '../../platform/paging/conditions.js';
import type { Ordering } from '../../platform/paging/fetch-page.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import type { Page, PageRequest } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { idOfCustomerNamed } from '../customers/customer-lookup.js';
import { customers } from '../customers/customer.table.js';
import { plans } from '../plans/plan.table.js';
import type { CustomerSubscription, DeletedOwner } from './deleted-owner.js';
import { tellOfChange } from './subscription-changes.js';
import { type Subscription, subscriptions } from './subscription.table.js';

/** What a list is restricted to; null does not restrict. */
export interface SubscriptionCriteria {
  readonly customerId: string | null;
  readonly externalCustomerId: string | null;
  readonly externalId: string | null;
  readonly planCode: string | null;
  readonly statuses: readonly Subscription['status'][];
  readonly currency: string | null;
  /** Whether they have a plan of their own. */
  readonly overridden: boolean | null;
  /** Own billing entity, else the customer's. */
  readonly billingEntityIds: readonly string[] | null;
}

/** Source: rest-conventions.md §7. */
const LATEST_FIRST: Ordering<Subscription> = [
  {
    column: subscriptions.subscriptionAt,
    direction: 'desc',
    type: 'timestamptz',
    value: (row) => row.subscriptionAt.toISOString(),
  },
  ...newestFirst(subscriptions),
];

/** A subscription that waits to follow another one, and what both of their plans cost. */
export interface PlannedSubscription extends CustomerSubscription {
  readonly currentId: string;
  readonly testClockId: string | null;
  readonly planId: string;
  readonly price: PlanPrice;
  readonly currentPrice: PlanPrice;
}

/** Subscriptions that end in one transaction, at most. */
const CHUNK = 50;

/** Those that keep a plan or a metric from being deleted. */
const LIVE = among(subscriptions.status, ['active', 'pending', 'incomplete']);

/** The plan of a subscription, or what it was copied from. */
const soldPlans = alias(plans, 'sold_plans');

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
      .where(of(organizationId, among(subscriptions.id, ids)));
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
          among(subscriptions.customerId, customerIds),
          among(subscriptions.externalId, externalIds),
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
          among(subscriptions.previousSubscriptionId, ids),
          ne(subscriptions.status, 'canceled'),
        ),
      )
      .orderBy(subscriptions.id);
  },

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
      .innerJoin(
        customers,
        and(eq(customers.organizationId, organizationId), eq(customers.id, subscriptions.customerId)),
      )
      .innerJoin(plans, and(eq(plans.organizationId, organizationId), eq(plans.id, subscriptions.planId)))
      .innerJoin(
        currentPlans,
        and(eq(currentPlans.organizationId, organizationId), eq(currentPlans.id, current.planId)),
      )
      .where(
        of(
          organizationId,
          eq(subscriptions.status, 'pending'),
          or(eq(subscriptions.planId, planId), eq(current.planId, planId)),
        ),
      )
      .orderBy(subscriptions.id);
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

  list(
    db: Db,
    organizationId: string,
    { page, ...criteria }: SubscriptionCriteria & { page: PageRequest },
  ): Promise<Page<Subscription>> {
    return pageOfTable(db, subscriptions, {
      page,
      ordering: LATEST_FIRST,
      where: of(organizationId, ...conditions(db, organizationId, criteria)),
    });
  },

  async insert(tx: Tx, subscription: Subscription): Promise<void> {
    await tx.insert(subscriptions).values(subscription);
    await tellOfChange(tx, subscription);
  },

  async update(tx: Tx, subscription: Subscription): Promise<void> {
    const { organizationId, id, ...changes } = subscription;
    await tx
      .update(subscriptions)
      .set(changes)
      .where(of(organizationId, eq(subscriptions.id, id)));
    await tellOfChange(tx, subscription);
  },

  findLiveOnPlans(
    db: Db,
    organizationId: string,
    planIds: readonly string[],
  ): Promise<Pick<Subscription, 'id' | 'customerId'>[]> {
    return db
      .select({ id: subscriptions.id, customerId: subscriptions.customerId })
      .from(subscriptions)
      .where(of(organizationId, among(subscriptions.planId, planIds), LIVE))
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
      .innerJoin(
        soldPlans,
        and(
          eq(soldPlans.organizationId, plans.organizationId),
          eq(soldPlans.id, sql`coalesce(${plans.parentId}, ${plans.id})`),
        ),
      )
      .innerJoin(customers, refersTo(subscriptions.customerId, customers))
      .where(
        and(
          eq(subscriptions.organizationId, organizationId),
          LIVE,
          or(eq(soldPlans.pendingDeletion, true), isNotNull(customers.deletedAt)),
          'planId' in of ? eq(soldPlans.id, of.planId) : undefined,
          'customerId' in of ? eq(customers.id, of.customerId) : undefined,
          'testClockId' in of ? eq(customers.testClockId, of.testClockId) : undefined,
          given(
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
          among(subscriptions.customerId, customerIds),
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

  /** The external ids under which customers have had subscriptions; events are kept by them. */
  async findExternalIds(db: Db, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectDistinct({ externalId: subscriptions.externalId })
      .from(subscriptions)
      .where(of(organizationId, among(subscriptions.customerId, customerIds)));
    return rows.map((row) => row.externalId);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx.delete(subscriptions).where(of(organizationId, among(subscriptions.customerId, customerIds)));
  },
};

function conditions(db: Db, organizationId: string, criteria: SubscriptionCriteria): (SQL | undefined)[] {
  const { customerId, externalCustomerId, externalId, planCode, statuses, currency } = criteria;
  const { overridden, billingEntityIds } = criteria;
  return [
    among(subscriptions.status, statuses),
    given(customerId, (id) => eq(subscriptions.customerId, id)),
    given(externalId, (id) => eq(subscriptions.externalId, id)),
    given(externalCustomerId, (id) =>
      among(subscriptions.customerId, idOfCustomerNamed(db, organizationId, id)),
    ),
    given(planCode, (code) => ofPlan(db, eq(plans.code, code))),
    given(currency, (code) => ofPlan(db, eq(plans.amountCurrency, code))),
    given(overridden, (own) => ofPlan(db, own ? isNotNull(plans.parentId) : isNull(plans.parentId))),
    given(billingEntityIds, (ids) =>
      ofCustomer(
        db,
        among(sql<string>`coalesce(${subscriptions.billingEntityId}, ${customers.billingEntityId})`, ids),
      ),
    ),
  ];
}

function ofCustomer(db: Db, condition: SQL): SQL {
  return exists(
    db
      .select({ id: customers.id })
      .from(customers)
      .where(and(refersTo(subscriptions.customerId, customers), condition)),
  );
}

function ofPlan(db: Db, condition: SQL | undefined): SQL {
  return exists(
    db
      .select({ id: plans.id })
      .from(plans)
      .where(and(refersTo(subscriptions.planId, plans), condition)),
  );
}

import { and, eq, exists, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { Page, PageRequest } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { pagesByParent } from '../../../platform/paging/pages-by-parent.js';
import { containsText } from '../../../platform/paging/search.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../../customers/records/customer-lookup.js';
import { customers } from '../../customers/records/customer.table.js';
import { plans } from '../../plans/plan.table.js';
import { ofPlan } from './subscribed-plan.repository.js';
import { type Subscription, subscriptions } from './subscription.table.js';
import { subscriptionOrders } from './subscription.list.js';
import { type TestFilter, testConditions } from '../../customers/records/test-filter.js';

/** Filters of a list; null means no restriction. */
export interface SubscriptionCriteria {
  readonly externalCustomerId: string | null;
  readonly externalId: string | null;
  readonly planCode: string | null;
  readonly statuses: readonly Subscription['status'][];
  readonly currency: string | null;
  /** True: only subscriptions with an own plan; false: only those without. */
  readonly overridden: boolean | null;
  /** The subscription's billing entity, or else the customer's. */
  readonly billingEntityIds: readonly string[] | null;
  readonly search: string | null;
  /** Holds the comparisons, and whether the customers are on test clocks. */
  readonly filter: TestFilter;
}

export const subscriptionListRepository = {
  list(
    db: Db,
    organizationId: string,
    { page, ...criteria }: SubscriptionCriteria & { page: PageRequest },
  ): Promise<Page<Subscription>> {
    return pageOfTable(db, subscriptions, {
      page,
      ordering: orderingOf(subscriptionOrders, page),
      where: matching(db, organizationId, criteria),
    });
  },

  /** A page of the subscriptions of each plan and its own copies, by the plan's id. */
  listByPlan(
    db: Db,
    organizationId: string,
    planIds: readonly string[],
    { page, ...criteria }: SubscriptionCriteria & { page: PageRequest },
  ): Promise<Map<string, Page<Subscription>>> {
    return pagesByParent(db, subscriptions, {
      page,
      parentIds: planIds,
      belongsTo: (planId) => ofPlan(db, or(eq(plans.id, planId), eq(plans.parentId, planId))),
      ordering: orderingOf(subscriptionOrders, page),
      where: matching(db, organizationId, criteria),
    });
  },

  /** A page of the subscriptions of each customer, by the customer's id. */
  listByCustomer(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
    { page, ...criteria }: SubscriptionCriteria & { page: PageRequest },
  ): Promise<Map<string, Page<Subscription>>> {
    return pagesByParent(db, subscriptions, {
      page,
      parentIds: customerIds,
      belongsTo: (customerId) => eq(subscriptions.customerId, customerId),
      ordering: orderingOf(subscriptionOrders, page),
      where: matching(db, organizationId, criteria),
    });
  },
};

function matching(db: Db, organizationId: string, criteria: SubscriptionCriteria): SQL | undefined {
  const { externalCustomerId, externalId, planCode, statuses, currency } = criteria;
  const { overridden, billingEntityIds } = criteria;
  return and(
    eq(subscriptions.organizationId, organizationId),
    isOneOf(subscriptions.status, statuses),
    ...comparisons(subscriptionOrders, criteria.filter),
    ...testConditions(db, organizationId, subscriptions.customerId, criteria.filter),
    ifGiven(criteria.search, (term) =>
      or(
        containsText([subscriptions.name, subscriptions.externalId], term),
        isOneOf(subscriptions.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
    ifGiven(externalId, (id) => eq(subscriptions.externalId, id)),
    ifGiven(externalCustomerId, (id) =>
      isOneOf(subscriptions.customerId, idOfCustomerNamed(db, organizationId, id)),
    ),
    ifGiven(planCode, (code) => ofPlan(db, eq(plans.code, code))),
    ifGiven(currency, (code) => ofPlan(db, eq(plans.amountCurrency, code))),
    ifGiven(overridden, (own) => ofPlan(db, own ? isNotNull(plans.parentId) : isNull(plans.parentId))),
    ifGiven(billingEntityIds, (ids) =>
      ofCustomer(
        db,
        isOneOf(sql<string>`coalesce(${subscriptions.billingEntityId}, ${customers.billingEntityId})`, ids),
      ),
    ),
  );
}

function ofCustomer(db: Db, condition: SQL): SQL {
  return exists(
    db
      .select({ id: customers.id })
      .from(customers)
      .where(and(refersTo(subscriptions.customerId, customers), condition)),
  );
}

import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { Parents } from '../../platform/paging/pages-by-parent.js';
import { containsText } from '../../platform/paging/search.js';
import { listsOf } from '../../platform/paging/lists.js';
import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import { idOfCustomerNamed, idsOfCustomersWith } from '../customers/records/customer-lookup.js';
import { customers } from '../customers/records/customer.table.js';
import type { AppliedCouponFilter } from './coupon.input.js';
import { appliedCouponOrders } from './coupon.list.js';
import { type AppliedCoupon, appliedCoupons, coupons } from './coupon.table.js';

/** The filter and the page of a list of applied coupons. */
export type AppliedCouponQuery = ListQuery<AppliedCouponFilter>;

/** The kinds of owners of applied coupons, and the column that refers to each. */
const OWNER_COLUMNS = { customer: appliedCoupons.customerId, coupon: appliedCoupons.couponId } as const;

/** The owners whose applied coupons are listed, a page for each. */
export type AppliedCouponOwners = Parents<keyof typeof OWNER_COLUMNS>;

const ofOrganization = tenantRows(appliedCoupons);

const lists = listsOf(appliedCoupons, {
  kept: ofOrganization,
  orders: appliedCouponOrders,
  conditions: conditionsOf,
});

export const appliedCouponRepository = {
  ...recordsOf(appliedCoupons, { kept: ofOrganization }),

  list: lists.list,

  /** A page of the applied coupons of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    organizationId: string,
    { type, ids }: AppliedCouponOwners,
    query: AppliedCouponQuery,
  ): Promise<Map<string, Page<AppliedCoupon>>> {
    const belongsTo = (ownerId: SQL) => eq(OWNER_COLUMNS[type], ownerId);
    return lists.listByOwner(db, organizationId, { ids, belongsTo }, query);
  },

  /**
   * The active coupons of customers, and those whose months are used up, with their coupons, in the order in which they were
   * applied.
   */
  findServing: compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
    db
      .select({ applied: appliedCoupons, coupon: coupons })
      .from(appliedCoupons)
      .innerJoin(coupons, refersTo(appliedCoupons.couponId, coupons))
      .where(
        ofOrganization(
          organizationId,
          isOneOf(appliedCoupons.customerId, customerIds),
          or(eq(appliedCoupons.status, 'active'), eq(appliedCoupons.frequencyDurationRemaining, 0)),
        ),
      )
      .orderBy(asc(appliedCoupons.createdAt), asc(appliedCoupons.id)),
  ),

  /** The active coupons that customers have of a coupon. */
  findActiveOf(db: Db, organizationId: string, couponId: string): Promise<AppliedCoupon[]> {
    return db
      .select()
      .from(appliedCoupons)
      .where(
        ofOrganization(
          organizationId,
          eq(appliedCoupons.couponId, couponId),
          eq(appliedCoupons.status, 'active'),
        ),
      )
      .orderBy(asc(appliedCoupons.id));
  },

  /** True if a coupon was ever applied, to any customer or to one. */
  async isApplied(
    db: Db,
    organizationId: string,
    { couponId, customerId }: { readonly couponId: string; readonly customerId?: string },
  ): Promise<boolean> {
    const found = await db
      .select({ id: appliedCoupons.id })
      .from(appliedCoupons)
      .where(
        ofOrganization(
          organizationId,
          eq(appliedCoupons.couponId, couponId),
          ifGiven(customerId, (id) => eq(appliedCoupons.customerId, id)),
        ),
      )
      .limit(1);
    return found.length > 0;
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(appliedCoupons)
      .where(ofOrganization(organizationId, isOneOf(appliedCoupons.customerId, customerIds)));
  },
};

/** Coupons of deleted customers are hidden. Source: coupons.md §3. */
function conditionsOf(
  db: Db,
  organizationId: string,
  { filter, search }: AppliedCouponQuery,
): (SQL | undefined)[] {
  const ofCustomers = db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), isNull(customers.deletedAt)));
  const ofCouponsWith = (condition: SQL) =>
    isOneOf(
      appliedCoupons.couponId,
      db
        .select({ id: coupons.id })
        .from(coupons)
        .where(and(eq(coupons.organizationId, organizationId), condition)),
    );
  return [
    isOneOf(appliedCoupons.customerId, ofCustomers),
    ifGiven(filter.status, (status) => eq(appliedCoupons.status, status)),
    ifGiven(filter.externalCustomerId, (externalId) =>
      isOneOf(appliedCoupons.customerId, idOfCustomerNamed(db, organizationId, externalId)),
    ),
    ifGiven(filter.couponCodes, (codes) => ofCouponsWith(isOneOf(coupons.code, codes))),
    ifGiven(search, (term) =>
      or(
        ofCouponsWith(containsText([coupons.name, coupons.code], term)),
        isOneOf(appliedCoupons.customerId, idsOfCustomersWith(db, organizationId, term)),
      ),
    ),
  ];
}

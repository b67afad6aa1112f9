import { and, asc, eq, isNull, lt, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { insertAll } from '../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { question } from '../../platform/db/writing/question.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { couponOrders } from './coupon.list.js';
import { type Coupon, type CouponLimitRow, couponLimits, coupons } from './coupon.table.js';

type Identity = { readonly id: string } | { readonly code: string };

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(coupons.organizationId, organizationId), isNull(coupons.deletedAt), ...conditions);

const named = (by: Identity) => ('id' in by ? eq(coupons.id, by.id) : eq(coupons.code, by.code));

export const couponRepository = {
  async find(db: Db, organizationId: string, by: Identity): Promise<Coupon | null> {
    const [coupon] = await db
      .select()
      .from(coupons)
      .where(kept(organizationId, named(by)));
    return coupon ?? null;
  },

  /** Locks a coupon to change it; waits for those who apply it. */
  async lock(tx: Tx, organizationId: string, id: string): Promise<Coupon | null> {
    const [coupon] = await tx
      .select()
      .from(coupons)
      .where(kept(organizationId, eq(coupons.id, id)))
      .for('no key update');
    return coupon ?? null;
  },

  /** Locks a coupon against changes until the transaction ends, to apply it. */
  async lockForUse(tx: Tx, organizationId: string, code: string): Promise<Coupon | null> {
    const [coupon] = await tx
      .select()
      .from(coupons)
      .where(kept(organizationId, eq(coupons.code, code)))
      .for('share');
    return coupon ?? null;
  },

  /** Includes deleted coupons. */
  findMany: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(coupons)
      .where(and(eq(coupons.organizationId, organizationId), isOneOf(coupons.id, ids))),
  ),

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<Coupon>> {
    return pageOfTable(db, coupons, {
      page,
      ordering: orderingOf(couponOrders, page),
      where: kept(
        organizationId,
        ...comparisons(couponOrders, filter),
        ifGiven(search, (term) => containsText([coupons.name, coupons.code], term)),
      ),
    });
  },

  async insert(tx: Tx, coupon: Coupon): Promise<void> {
    await tx.insert(coupons).values(coupon);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<Coupon>): Promise<void> {
    await tx
      .update(coupons)
      .set(changes)
      .where(kept(organizationId, eq(coupons.id, id)));
  },

  /** Terminates the active coupons of all organizations whose time is over. */
  async terminateExpired(tx: Tx, now: Date): Promise<void> {
    await tx
      .update(coupons)
      .set({ status: 'terminated', terminatedAt: now, updatedAt: now })
      .where(
        and(
          isNull(coupons.deletedAt),
          eq(coupons.status, 'active'),
          eq(coupons.expiration, 'time_limit'),
          lt(coupons.expirationAt, now),
        ),
      );
  },

  /** The plans and metrics that coupons are limited to. */
  findLimits: question((db, organizationId: string, couponIds: readonly string[]) =>
    db
      .select()
      .from(couponLimits)
      .where(and(eq(couponLimits.organizationId, organizationId), isOneOf(couponLimits.couponId, couponIds)))
      .orderBy(asc(couponLimits.planId), asc(couponLimits.billableMetricId)),
  ),

  async replaceLimits(
    tx: Tx,
    organizationId: string,
    couponId: string,
    limits: readonly CouponLimitRow[],
  ): Promise<void> {
    await tx
      .delete(couponLimits)
      .where(and(eq(couponLimits.organizationId, organizationId), eq(couponLimits.couponId, couponId)));
    await insertAll(tx, couponLimits, limits);
  },
};

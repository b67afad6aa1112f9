import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.js';
import { insertAll } from '../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../platform/db/writing/compiled-query.js';
import { keptRows, recordsOf } from '../../platform/paging/records.js';
import { couponOrders } from './coupon.list.js';
import { type Coupon, type CouponLimitRow, couponLimits, coupons } from './coupon.table.js';

const kept = keptRows(coupons);

export const couponRepository = {
  ...recordsOf(coupons, {
    kept,
    code: coupons.code,
    orders: couponOrders,
    search: [coupons.name, coupons.code],
  }),

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
  findLimits: compiledQuery((db, organizationId: string, couponIds: readonly string[]) =>
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

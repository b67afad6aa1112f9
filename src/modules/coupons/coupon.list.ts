import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type AppliedCoupon, appliedCoupons, type Coupon, coupons } from './coupon.table.js';

/** By default active ones first, then those without expiration, then by expiration. Source: coupons.md §9. */
export const couponOrders: ListOrders<Coupon> = {
  standard: [
    ...ascending(coupons, 'status', 'expiration', 'expirationAt').slice(0, -1),
    ...newestFirst(coupons),
  ],
  fields: { created_at: ascending(coupons, 'createdAt'), name: ascending(coupons, 'name') },
};

export const appliedCouponOrders: ListOrders<AppliedCoupon> = {
  standard: newestFirst(appliedCoupons),
  fields: { created_at: ascending(appliedCoupons, 'createdAt') },
};

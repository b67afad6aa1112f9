import { onlyLogged } from '../../platform/activity/activity-kinds.js';

/** There are no messages about coupons. Sources: logs.md §2, coupons.md §9. */
export const COUPON_ACTIVITIES = {
  'coupon.created': onlyLogged('coupon', 'Coupon'),
  'coupon.updated': onlyLogged('coupon', 'Coupon'),
  'coupon.deleted': onlyLogged('coupon', 'Coupon'),
  // The resource of these entries is the coupon.
  'applied_coupon.created': onlyLogged('applied_coupon', 'Coupon'),
  'applied_coupon.deleted': onlyLogged('applied_coupon', 'Coupon'),
};

import { resource } from '../resource.js';
import { customers } from './customers.js';

export const appliedCoupons = resource({
  name: 'AppliedCoupon',
  path: '/applied_coupons/:svc_id',
  list: { fragment: 'RestAppliedCouponInList' },
  listedBelow: [customers],
  create: { mutation: 'applyCoupon' },
  represents: 'applied_coupon',
});

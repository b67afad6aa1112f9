import { resource } from '../resource.js';
import { customers } from './customers.js';

export const customerAppliedCoupons = resource({
  name: 'CustomerAppliedCoupon',
  parent: customers,
  path: '/applied_coupons/:applied_coupon_id',
  field: 'appliedCoupon',
  wrapper: 'applied_coupon',
  fragment: 'RestAppliedCoupon',
  delete: { mutation: 'terminateAppliedCoupon' },
});

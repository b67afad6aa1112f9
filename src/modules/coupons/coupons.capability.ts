import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { CouponsNeeds } from './coupons.needs.js';
import {
  AppliedCouponResolver,
  CouponApplicationsResolver,
  CustomerAppliedCouponsResolver,
} from './applied-coupon.resolver.js';
import { AppliedCouponService } from './applied-coupon.service.js';
import { COUPON_ACTIVITIES } from './coupon.activities.js';
import { CouponPreviews } from './coupon-previews.service.js';
import { CouponResolver } from './coupon.resolver.js';
import { CouponService } from './coupon.service.js';

/** Coupons, and the coupons of customers. */
export const couponsCapability = capability({
  services: (lower: CouponsNeeds) => {
    const appliedCoupons = new AppliedCouponService(lower);
    return {
      coupons: new CouponService(lower),
      appliedCoupons,
      couponPreviews: new CouponPreviews(appliedCoupons, lower.clock),
    };
  },
  resolvers: (services) => [
    new CouponResolver(services.coupons),
    new AppliedCouponResolver(services),
    new CustomerAppliedCouponsResolver(services.appliedCoupons),
    new CouponApplicationsResolver(services.appliedCoupons),
  ],
  jobs: ({ coupons }) => [
    scheduledJob('terminate_expired_coupons', '7 * * * *', () => coupons.terminateExpired()),
  ],
  removal:
    ({ appliedCoupons }) =>
    (tx, actor, { customerIds }) =>
      appliedCoupons.deleteForGood(tx, actor, customerIds),
  activities: COUPON_ACTIVITIES,
});

export type CouponsServices = ServicesOf<typeof couponsCapability>;

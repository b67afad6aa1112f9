import { capability, type ServicesOf } from '../../platform/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import {
  AppliedCouponResolver,
  CouponApplicationsResolver,
  CustomerAppliedCouponsResolver,
} from './applied-coupon.resolver.js';
import { AppliedCouponService } from './applied-coupon.service.js';
import { COUPON_ACTIVITIES } from './coupon.activities.js';
import type { CouponChange } from './coupon.changes.js';
import { CouponPreviews } from './coupon-previews.service.js';
import { CouponResolver } from './coupon.resolver.js';
import { CouponService } from './coupon.service.js';

type Lower = PlatformServices<CouponChange, 'applied_coupon' | 'coupon'> &
  BillableMetricsServices &
  PlansServices &
  TestClocksServices &
  CustomersServices;

/** Coupons, and the coupons of customers. */
export const couponsCapability = capability({
  services: (lower: Lower) => {
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

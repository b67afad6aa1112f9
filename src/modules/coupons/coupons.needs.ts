import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { CouponChange } from './coupon.changes.js';

/** What the services of `coupons` can need: the platform, and the services of lower capabilities. */
export type CouponsNeeds = PlatformServices<CouponChange, 'applied_coupon' | 'coupon'> &
  BillableMetricsServices &
  PlansServices &
  TestClocksServices &
  CustomersServices;

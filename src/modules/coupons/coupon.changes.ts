import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { AppliedCoupon, Coupon } from './coupon.table.js';

/** An applied coupon and its customer. */
export interface OwnedAppliedCoupon {
  readonly applied: AppliedCoupon;
  readonly customer: Customer;
}

export type CouponChange =
  | ChangeOf<'coupon.created', { coupon: Coupon }>
  | ChangeOf<'coupon.updated', { coupon: Coupon; before: Representation }>
  | ChangeOf<'coupon.deleted', { coupon: Coupon; before: Representation }>
  | ChangeOf<'applied_coupon.created', OwnedAppliedCoupon>
  /** Terminated by hand, or with their coupon. */
  | ChangeOf<
      'applied_coupon.deleted',
      { ended: readonly (OwnedAppliedCoupon & { readonly before: Representation })[] }
    >;

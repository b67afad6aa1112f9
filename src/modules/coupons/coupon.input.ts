import type { AppliedCoupon, Coupon } from './coupon.table.js';

/** The plans or the metrics whose fees a coupon is limited to, by code; null is no code. */
export interface SentCouponLimits {
  readonly planCodes?: readonly (string | null)[] | null;
  readonly billableMetricCodes?: readonly (string | null)[] | null;
}

/** A new coupon. */
export interface CreateCoupon {
  readonly code: string;
  readonly name: string;
  readonly description?: string | null;
  readonly couponType: Coupon['couponType'];
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly percentageRate?: string | null;
  readonly frequency: Coupon['frequency'];
  readonly frequencyDuration?: number | null;
  readonly expiration: Coupon['expiration'];
  readonly expirationAt?: Date | null;
  readonly reusable?: boolean | null;
  readonly appliesTo?: SentCouponLimits | null;
}

/** Changes of a coupon; omitted members stay as they are. */
export type UpdateCoupon = { readonly id: string } & {
  readonly [Member in keyof CreateCoupon]?: CreateCoupon[Member] | null;
};

/** A coupon for a customer; omitted members are those of the coupon. */
export interface ApplyCoupon {
  readonly externalCustomerId: string;
  readonly couponCode: string;
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly percentageRate?: string | null;
  readonly frequency?: AppliedCoupon['frequency'] | null;
  readonly frequencyDuration?: number | null;
}

export interface AppliedCouponFilter {
  readonly externalCustomerId?: string | null;
  readonly status?: AppliedCoupon['status'] | null;
  readonly couponCodes?: readonly string[] | null;
}

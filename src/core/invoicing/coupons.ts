import { Big, floorAt, percentOf, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';
import { spread } from '../money/spread.js';
import { COUPONS_SCALE, type FeeAmounts } from '../taxes/tax.js';

/** What a coupon takes off. Source: coupons.md §1. */
export type Discount =
  | { readonly type: 'percentage'; readonly ratePercent: Big }
  /** At most this amount of an invoice in this currency. */
  | { readonly type: 'fixed_amount'; readonly amountCents: bigint; readonly currency: string };

/** The fees that a coupon is limited to: those of some plans, or those of charges for some metrics. */
export interface CouponLimit {
  readonly to: 'plans' | 'billable_metrics';
  readonly ids: ReadonlySet<string>;
}

/** A coupon of a customer. */
export interface UsableCoupon {
  readonly discount: Discount;
  /** Null for a coupon for all fees. */
  readonly limit: CouponLimit | null;
}

/** A fee that coupons may be limited to. */
export interface DiscountableFee extends FeeAmounts {
  /** The metric of a charge; null for other fees. */
  readonly billableMetricId: string | null;
  /** The plan of the fee's subscription, or the plan that it overrides; null for fees without subscription. */
  readonly soldPlanId: string | null;
}

/** The amount that a coupon takes off an invoice. */
interface CouponUse<Coupon> {
  readonly coupon: Coupon;
  readonly amountCents: bigint;
}

/**
 * Takes coupons off an invoice, one after the other, until nothing is left of it.
 * @param leftCents what is left of the invoice before coupons.
 * @param coupons in the order in which they apply.
 * @returns the used coupons in that order, and the share of each fee in all of them, which add up to what was taken. A coupon that
 *   takes nothing is not used.
 * Source: coupons.md §5.
 */
export function takeCoupons<Coupon extends UsableCoupon>(
  currency: string,
  leftCents: bigint,
  fees: readonly DiscountableFee[],
  coupons: readonly Coupon[],
): { readonly uses: readonly CouponUse<Coupon>[]; readonly feeShares: readonly Big[] } {
  const uses: CouponUse<Coupon>[] = [];
  let left = leftCents;
  let shares: readonly Big[] = fees.map(() => ZERO);
  for (const coupon of coupons) {
    if (left <= 0n) break;
    const { discount, limit } = coupon;
    if (discount.type === 'fixed_amount' && discount.currency !== currency) continue;
    const rests = fees.map((fee, index) =>
      isFor(limit, fee) ? restOf(fee).minus(shares[index] ?? ZERO) : null,
    );
    if (rests.every((rest) => rest === null)) continue;
    const base = limit === null ? new Big(left) : sum(rests.map((rest) => rest ?? ZERO));
    const amount = lesserOf(worthOf(discount, base), base);
    const amountCents = BigInt(floorAt(lesserOf(amount, new Big(left)), 0).toFixed());
    if (amountCents === 0n) continue;
    const taken = spread(
      new Big(amountCents),
      rests.map((rest) => rest ?? ZERO),
      COUPONS_SCALE,
    );
    shares = shares.map((share, index) => share.plus(taken[index] ?? ZERO));
    uses.push({ coupon, amountCents });
    left -= amountCents;
  }
  return { uses, feeShares: shares };
}

function isFor(limit: CouponLimit | null, { billableMetricId, soldPlanId }: DiscountableFee): boolean {
  if (limit === null) return true;
  const id = limit.to === 'plans' ? soldPlanId : billableMetricId;
  return id !== null && limit.ids.has(id);
}

function restOf({ amountCents, preciseCouponsAmountCents }: DiscountableFee): Big {
  return new Big(amountCents).minus(preciseCouponsAmountCents);
}

function worthOf(discount: Discount, base: Big): Big {
  return discount.type === 'fixed_amount'
    ? new Big(discount.amountCents)
    : new Big(roundHalfAwayFromZero(percentOf(base.times(discount.ratePercent))));
}

function lesserOf(one: Big, other: Big): Big {
  return one.lt(other) ? one : other;
}

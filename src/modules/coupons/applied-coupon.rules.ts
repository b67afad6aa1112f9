import { Big } from '../../core/decimal.js';
import type { CouponLimit, Discount, UsableCoupon } from '../../core/coupons.js';
import { newId } from '../../platform/db/ids.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Customer } from '../customers/customer.table.js';
import type { ApplyCoupon } from './coupon.input.js';
import { roundedRate } from './coupon.rules.js';
import type { AppliedCoupon, Coupon } from './coupon.table.js';

/** What can differ from the coupon when it is given to a customer. */
type AppliedValues = Omit<ApplyCoupon, 'couponCode' | 'externalCustomerId'>;

/** What invoices show of a coupon. */
type ShownCoupon = Pick<Coupon, 'id' | 'couponType' | 'code' | 'name' | 'description'>;

/** An active applied coupon, with its coupon and what it takes off. */
export interface AvailableCoupon extends UsableCoupon {
  readonly applied: AppliedCoupon;
  readonly coupon: ShownCoupon;
}

const LIMIT_ORDER: readonly Coupon['limitedTo'][] = ['billable_metrics', 'plans', null];

/**
 * Orders coupons as they apply: those for metrics, then those for plans, then all others, each in the order given.
 * Source: coupons.md §5.
 */
export function inOrderOfUse(available: readonly AvailableCoupon[]): AvailableCoupon[] {
  return LIMIT_ORDER.flatMap((to) => available.filter(({ limit }) => (limit?.to ?? null) === to));
}

/** What an applied coupon takes off. @param limit null: all fees. */
export function availableCoupon(
  applied: AppliedCoupon,
  coupon: ShownCoupon,
  limit: CouponLimit | null,
): AvailableCoupon {
  return { applied, coupon, limit, discount: discountOf(applied, coupon.couponType) };
}

/** What is left of a coupon after an invoice has used it; null if nothing is. @param amountCents as for `used`. */
export function afterUse(
  { applied, coupon, limit }: AvailableCoupon,
  amountCents: bigint,
  at: Date,
): AvailableCoupon | null {
  const left = used(applied, amountCents, at);
  return left.status === 'active' ? availableCoupon(left, coupon, limit) : null;
}

function discountOf(applied: AppliedCoupon, type: Coupon['couponType']): Discount {
  const { id, percentageRate, amountCents, amountCentsRemaining, amountCurrency } = applied;
  if (type === 'percentage') {
    return {
      type,
      ratePercent: new Big(expectPresent(percentageRate ?? undefined, `the rate of applied coupon ${id}`)),
    };
  }
  return {
    type,
    amountCents: expectPresent(
      amountCentsRemaining ?? amountCents ?? undefined,
      `the amount of applied coupon ${id}`,
    ),
    currency: expectPresent(amountCurrency ?? undefined, `the currency of applied coupon ${id}`),
  };
}

/**
 * A coupon that is given to a customer.
 * @param input values in place of those of the coupon.
 * @throws AppError `validation_errors`. Source: coupons.md §2 check 5.
 */
export function newApplication(
  coupon: Coupon,
  customer: Customer,
  input: AppliedValues,
  now: Date,
): AppliedCoupon {
  const frequency = input.frequency ?? coupon.frequency;
  const amountCents = input.amountCents ?? coupon.amountCents;
  const duration = frequency === 'recurring' ? (input.frequencyDuration ?? coupon.frequencyDuration) : null;
  const rate = input.percentageRate ?? coupon.percentageRate;
  const errors = new FieldErrors();
  if (amountCents !== null && amountCents < 0n) errors.add('amountCents', 'value_is_out_of_range');
  if (rate?.startsWith('-') === true) errors.add('percentageRate', 'value_is_out_of_range');
  if (frequency === 'recurring' && (duration ?? 0) <= 0) {
    errors.add('frequencyDuration', 'value_is_mandatory');
    errors.add('frequencyDurationRemaining', 'value_is_mandatory');
  }
  errors.throwIfAny();
  const isCounted = coupon.couponType === 'fixed_amount' && frequency === 'once';
  return {
    id: newId(),
    organizationId: customer.organizationId,
    couponId: coupon.id,
    customerId: customer.id,
    status: 'active',
    amountCents,
    amountCentsRemaining: isCounted ? amountCents : null,
    amountCurrency: input.amountCurrency ?? coupon.amountCurrency,
    percentageRate: rate === null ? null : roundedRate(rate),
    frequency,
    frequencyDuration: duration,
    frequencyDurationRemaining: duration,
    terminatedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The coupon after an invoice has used it. @param amountCents may be 0. Source: coupons.md §5 step 7. */
export function used(applied: AppliedCoupon, amountCents: bigint, at: Date): AppliedCoupon {
  const { frequency, frequencyDurationRemaining, amountCentsRemaining } = applied;
  switch (frequency) {
    case 'forever':
      return applied;
    case 'recurring': {
      const left = Math.max((frequencyDurationRemaining ?? 0) - 1, 0);
      const counted = { ...applied, frequencyDurationRemaining: left, updatedAt: at };
      return left === 0 ? terminated(counted, at) : counted;
    }
    case 'once': {
      if (amountCentsRemaining === null) return terminated(applied, at);
      const left = amountCentsRemaining - amountCents;
      const deducted = { ...applied, amountCentsRemaining: left, updatedAt: at };
      return left === 0n ? terminated(deducted, at) : deducted;
    }
  }
}

export function terminated(applied: AppliedCoupon, at: Date): AppliedCoupon {
  return { ...applied, status: 'terminated', terminatedAt: at, updatedAt: at };
}

/**
 * The coupon after an invoice that had used it is voided or closed. It becomes active again unless its coupon is
 * terminated or deleted.
 * @param amountCents what the invoice had used. Source: coupons.md §6.
 */
export function released(
  applied: AppliedCoupon,
  coupon: Pick<Coupon, 'status' | 'deletedAt'>,
  amountCents: bigint,
  at: Date,
): AppliedCoupon {
  const { frequency, frequencyDurationRemaining, amountCentsRemaining } = applied;
  const isRevived = frequency !== 'forever' && coupon.status === 'active' && coupon.deletedAt === null;
  return {
    ...applied,
    frequencyDurationRemaining:
      frequency === 'recurring' ? (frequencyDurationRemaining ?? 0) + 1 : frequencyDurationRemaining,
    amountCentsRemaining: amountCentsRemaining === null ? null : amountCentsRemaining + amountCents,
    ...(isRevived ? { status: 'active', terminatedAt: null } : {}),
    updatedAt: at,
  };
}

import { Big } from '../../core/money/decimal.js';
import type { CouponLimit, Discount, UsableCoupon } from '../../core/invoicing/coupons.js';
import { newId } from '../../platform/db/tables/ids.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { ApplyCoupon } from './coupon.input.js';
import { roundedRate } from './coupon.rules.js';
import type { AppliedCoupon, Coupon } from './coupon.table.js';

/** What can differ from the coupon when it is given to a customer. */
type AppliedValues = Omit<ApplyCoupon, 'couponCode' | 'externalCustomerId'>;

/** What invoices show of a coupon. */
type ShownCoupon = Pick<Coupon, 'id' | 'couponType' | 'code' | 'name' | 'description'>;

/** An applied coupon that invoices may still use, with its coupon. */
export interface AvailableCoupon {
  readonly applied: AppliedCoupon;
  readonly coupon: ShownCoupon;
  /** Null: all fees. */
  readonly limit: CouponLimit | null;
}

/** An applied coupon, with what it takes off an invoice of one month. */
export type MonthlyCoupon = AvailableCoupon & UsableCoupon;

/** The cents that issued invoices have of a coupon, by the month (`YYYY-MM`) of their issuing dates. */
export type CentsByMonth = ReadonlyMap<string, bigint>;

/** The month in which an invoice of an issuing date uses coupons. Source: coupons.md §5. */
export function monthOf(issuingDate: string): string {
  return issuingDate.slice(0, 'YYYY-MM'.length);
}

const LIMIT_ORDER: readonly Coupon['limitedTo'][] = ['billable_metrics', 'plans', null];

/**
 * Orders coupons as they apply: those for metrics, then those for plans, then all others, each in the order given.
 * Source: coupons.md §5.
 */
export function inOrderOfUse<Coupon extends AvailableCoupon>(available: readonly Coupon[]): Coupon[] {
  return LIMIT_ORDER.flatMap((to) => available.filter(({ limit }) => (limit?.to ?? null) === to));
}

/**
 * The coupon in a month: one that has ended with its last month still serves other invoices of that month, which share a
 * fixed amount.
 * @param takenCents what invoices of the month have of it; undefined if none has any.
 * @returns null if nothing is left. Source: coupons.md §5.
 */
export function inMonth(available: AvailableCoupon, takenCents: bigint | undefined): MonthlyCoupon | null {
  const { applied, coupon } = available;
  if (applied.status !== 'active' && takenCents === undefined) return null;
  const discount = discountOf(applied, coupon.couponType);
  if (discount.type === 'percentage' || applied.frequency === 'once') return { ...available, discount };
  const amountCents = discount.amountCents - (takenCents ?? 0n);
  return amountCents <= 0n ? null : { ...available, discount: { ...discount, amountCents } };
}

/** True for a coupon that counts months, or shares an amount among the invoices of one. */
export function isMonthly({ applied, coupon }: AvailableCoupon): boolean {
  switch (applied.frequency) {
    case 'once':
      return false;
    case 'recurring':
      return true;
    case 'forever':
      return coupon.couponType === 'fixed_amount';
  }
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

/** What an invoice uses of a coupon. */
export interface Use {
  readonly amountCents: bigint;
  /** True if no other invoice of its month uses it: a month is counted once. */
  readonly isAloneInMonth: boolean;
}

/** The coupon after an invoice has used it. Source: coupons.md §5 step 7. */
export function used(applied: AppliedCoupon, { amountCents, isAloneInMonth }: Use, at: Date): AppliedCoupon {
  const { frequency, frequencyDurationRemaining, amountCentsRemaining } = applied;
  switch (frequency) {
    case 'forever':
      return applied;
    case 'recurring': {
      if (!isAloneInMonth) return applied;
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
 * @param use what the invoice had used. Source: coupons.md §6.
 */
export function released(
  applied: AppliedCoupon,
  coupon: Pick<Coupon, 'status' | 'deletedAt'>,
  { amountCents, isAloneInMonth }: Use,
  at: Date,
): AppliedCoupon {
  const { frequency, frequencyDurationRemaining, amountCentsRemaining } = applied;
  const returnsMonth = frequency === 'recurring' && isAloneInMonth;
  const months = returnsMonth ? (frequencyDurationRemaining ?? 0) + 1 : frequencyDurationRemaining;
  const isKept = frequency === 'forever' || months === 0;
  const isRevived = !isKept && coupon.status === 'active' && coupon.deletedAt === null;
  return {
    ...applied,
    frequencyDurationRemaining: months,
    amountCentsRemaining: amountCentsRemaining === null ? null : amountCentsRemaining + amountCents,
    ...(isRevived ? { status: 'active', terminatedAt: null } : {}),
    updatedAt: at,
  };
}

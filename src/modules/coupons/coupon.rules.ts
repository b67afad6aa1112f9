import { Big, roundAt } from '../../core/money/decimal.js';
import { newId } from '../../platform/db/tables/ids.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import type { CreateCoupon, UpdateCoupon } from './coupon.input.js';
import type { Coupon } from './coupon.table.js';

/** Decimal places of a percentage. Source: coupons.md §1. */
const RATE_SCALE = 5;

/** The members of a coupon that callers set, without its limits. */
export type CouponTerms = Pick<
  Coupon,
  | 'code'
  | 'name'
  | 'description'
  | 'couponType'
  | 'amountCents'
  | 'amountCurrency'
  | 'percentageRate'
  | 'frequency'
  | 'frequencyDuration'
  | 'expiration'
  | 'expirationAt'
  | 'reusable'
>;

type SentTerms = Omit<UpdateCoupon, 'id'>;

/** The members that can be edited after a coupon has been applied. Source: coupons.md §1. */
const EDITABLE_WHEN_APPLIED = ['name', 'description', 'expiration', 'expirationAt'] as const;

/**
 * The part of a change that can be made after the coupon has been applied. Reports other values of the other members.
 * @param limits the codes that the coupon is limited to.
 */
export function editableWhenApplied(
  errors: FieldErrors,
  sent: SentTerms,
  coupon: CouponTerms,
  limits: Limits,
): SentTerms {
  const { code, couponType, amountCents, amountCurrency, percentageRate, reusable } = coupon;
  const { frequency, frequencyDuration } = coupon;
  const value = { couponType, amountCents, amountCurrency, percentageRate };
  errors.addOtherValues('', sent, { code, ...value, reusable, frequency, frequencyDuration });
  const { planCodes, billableMetricCodes } = sent.appliesTo ?? {};
  const sorted = { planCodes: sortedCodes(planCodes), billableMetricCodes: sortedCodes(billableMetricCodes) };
  errors.addOtherValues('appliesTo.', sorted, limits);
  const editable = EDITABLE_WHEN_APPLIED.filter((member) => sent[member] !== undefined);
  return Object.fromEntries(editable.map((member) => [member, sent[member]]));
}

interface Limits {
  /** Sorted. */
  readonly planCodes: readonly string[];
  readonly billableMetricCodes: readonly string[];
}

/** Each code once; undefined if no list was sent. */
function sortedCodes(codes: readonly (string | null)[] | null | undefined): readonly string[] | undefined {
  return codes === undefined || codes === null
    ? undefined
    : [...new Set(codes.filter((code) => code !== null))].sort();
}

/** The members that a new coupon has unless the caller sends them. */
const UNSET = {
  description: null,
  amountCents: null,
  amountCurrency: null,
  percentageRate: null,
  frequencyDuration: null,
  expirationAt: null,
  reusable: true,
} as const satisfies Partial<CouponTerms>;

/** The terms of a new coupon. */
export function newTerms(sent: CreateCoupon): CouponTerms {
  const { code, name, couponType, frequency, expiration } = sent;
  return changedTerms({ ...UNSET, code, name, couponType, frequency, expiration }, sent);
}

/** A new coupon. */
export function newCoupon(
  terms: CouponTerms,
  { organizationId, limitedTo }: Pick<Coupon, 'organizationId' | 'limitedTo'>,
  now: Date,
): Coupon {
  return {
    ...terms,
    id: newId(),
    organizationId,
    limitedTo,
    status: 'active',
    terminatedAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The terms of a coupon after a change; omitted members stay as they are. */
export function changedTerms(coupon: CouponTerms, sent: SentTerms): CouponTerms {
  const given = <Value>(value: Value | undefined, current: Value) => (value === undefined ? current : value);
  return normalized({
    code: sent.code ?? coupon.code,
    name: sent.name ?? coupon.name,
    description: given(sent.description, coupon.description),
    couponType: sent.couponType ?? coupon.couponType,
    amountCents: given(sent.amountCents, coupon.amountCents),
    amountCurrency: given(sent.amountCurrency, coupon.amountCurrency),
    percentageRate: given(sent.percentageRate, coupon.percentageRate),
    frequency: sent.frequency ?? coupon.frequency,
    frequencyDuration: given(sent.frequencyDuration, coupon.frequencyDuration),
    expiration: sent.expiration ?? coupon.expiration,
    expirationAt: given(sent.expirationAt, coupon.expirationAt),
    reusable: sent.reusable ?? coupon.reusable,
  });
}

function normalized(terms: CouponTerms): CouponTerms {
  return {
    ...terms,
    percentageRate: terms.percentageRate === null ? null : roundedRate(terms.percentageRate),
    frequencyDuration: terms.frequency === 'recurring' ? terms.frequencyDuration : null,
  };
}

/** A percentage as it is stored. */
export function roundedRate(rate: string): string {
  return roundAt(new Big(rate), RATE_SCALE).toFixed();
}

/**
 * Checks the terms of a coupon.
 * @param sent what the caller sent of them. @param now the wall clock.
 * @throws AppError `validation_errors`. Source: coupons.md §1, §9.
 */
export function checkTerms(terms: CouponTerms, sent: SentTerms, now: Date): void {
  const errors = new FieldErrors();
  reportTerms(errors, terms, sent, now);
  errors.throwIfAny();
}

/** Reports what `checkTerms` refuses. */
export function reportTerms(errors: FieldErrors, terms: CouponTerms, sent: SentTerms, now: Date): void {
  requireText(errors, 'name', sent.name);
  requireText(errors, 'code', sent.code);
  limitText(errors, 'description', sent.description, TEXT_LENGTH);
  for (const member of ['couponType', 'frequency', 'expiration'] as const)
    if (sent[member] === null) errors.add(member, 'value_is_invalid');
  checkDiscount(errors, terms);
  if (terms.frequency === 'recurring')
    checkPositive(errors, 'frequencyDuration', terms.frequencyDuration, true);
  if (sent.expirationAt instanceof Date && sent.expirationAt <= now)
    errors.add('expirationAt', 'invalid_date');
  if (sent.reusable === null) errors.add('reusable', 'value_is_reserved');
  limitCount(errors, 'appliesTo.planCodes', sent.appliesTo?.planCodes);
  limitCount(errors, 'appliesTo.billableMetricCodes', sent.appliesTo?.billableMetricCodes);
}

function checkDiscount(errors: FieldErrors, terms: CouponTerms): void {
  const isFixed = terms.couponType === 'fixed_amount';
  checkPositive(errors, 'amountCents', terms.amountCents, isFixed);
  if (isFixed && terms.amountCurrency === null) errors.add('amountCurrency', 'value_is_mandatory');
  const rate = terms.percentageRate === null ? null : new Big(terms.percentageRate);
  if (rate?.lte(0) === true) errors.add('percentageRate', 'value_is_out_of_range');
  if (rate === null && !isFixed) errors.add('percentageRate', 'value_is_mandatory');
}

function checkPositive(
  errors: FieldErrors,
  path: string,
  value: bigint | number | null,
  isRequired: boolean,
): void {
  if (value !== null && value <= 0) errors.add(path, 'value_is_out_of_range');
  if (value === null && isRequired) errors.add(path, 'value_is_mandatory');
}

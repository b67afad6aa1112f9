import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { afterUse, availableCoupon, inOrderOfUse, released, used } from './applied-coupon.rules.js';
import type { AppliedCoupon } from './coupon.table.js';

const THEN = new Date('2027-01-01T00:00:00Z');
const NOW = new Date('2027-02-01T00:00:00Z');

const applied = (over: Partial<AppliedCoupon> = {}): AppliedCoupon => ({
  id: 'applied',
  organizationId: 'organization',
  couponId: 'coupon',
  customerId: 'customer',
  status: 'active',
  amountCents: 1_000n,
  amountCentsRemaining: null,
  amountCurrency: 'EUR',
  percentageRate: null,
  frequency: 'forever',
  frequencyDuration: null,
  frequencyDurationRemaining: null,
  terminatedAt: null,
  createdAt: THEN,
  updatedAt: THEN,
  ...over,
});

const once = (amountCentsRemaining: bigint | null) => applied({ frequency: 'once', amountCentsRemaining });
const recurring = (left: number) =>
  applied({ frequency: 'recurring', frequencyDuration: 3, frequencyDurationRemaining: left });
const COUPON = {
  id: 'coupon',
  couponType: 'fixed_amount',
  code: 'c',
  name: 'C',
  description: null,
} as const;
const active = { status: 'active', deletedAt: null } as const;

/** What is left of a coupon, and whether it still can be used. */
const left = ({ status, amountCentsRemaining, frequencyDurationRemaining, terminatedAt }: AppliedCoupon) => {
  expect(terminatedAt === null).toBe(status === 'active');
  return [status, amountCentsRemaining ?? frequencyDurationRemaining];
};

describe('a coupon that an invoice used', () => {
  test.each<[string, AppliedCoupon, bigint, [string, bigint | number | null]]>([
    ['an amount given once, in part', once(1_000n), 400n, ['active', 600n]],
    ['an amount given once, wholly', once(1_000n), 1_000n, ['terminated', 0n]],
    ['an amount of 0', once(0n), 0n, ['terminated', 0n]],
    ['a percentage given once', once(null), 5n, ['terminated', null]],
    ['for three invoices', recurring(3), 5n, ['active', 2]],
    ['for its last invoice', recurring(1), 0n, ['terminated', 0]],
    ['for ever', applied(), 5n, ['active', null]],
  ])('%s', (_, before, amountCents, expected) => {
    expect(left(used(before, amountCents, NOW))).toEqual(expected);
  });

  test.each<[string, AppliedCoupon, bigint, object, [string, bigint | number | null]]>([
    ['becomes active again', once(1_000n), 1_000n, active, ['active', 1_000n]],
    ['has what was left of it, too', once(1_000n), 400n, active, ['active', 1_000n]],
    ['is counted again', recurring(3), 1n, active, ['active', 3]],
    ['is active for one more invoice', recurring(1), 1n, active, ['active', 1]],
    [
      'stays ended if its coupon is terminated',
      once(9n),
      9n,
      { ...active, status: 'terminated' },
      ['terminated', 9n],
    ],
    [
      'stays ended if its coupon is deleted',
      recurring(1),
      9n,
      { ...active, deletedAt: THEN },
      ['terminated', 1],
    ],
  ])('given back, %s', (_, before, amountCents, coupon, expected) => {
    const after = released(used(before, amountCents, NOW), coupon as typeof active, amountCents, NOW);
    expect(left(after)).toEqual(expected);
  });

  test('one for ever that was taken from the customer stays ended', () => {
    const taken = applied({ status: 'terminated', terminatedAt: THEN });
    expect(left(released(taken, active, 5n, NOW))).toEqual(['terminated', null]);
  });

  test('given back is as it was', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const coupons = fc.oneof(
      fc
        .tuple(cents, cents)
        .map(([one, other]) => (one < other ? ([once(other), one] as const) : ([once(one), other] as const))),
      fc
        .tuple(fc.integer({ min: 1, max: 50 }), cents)
        .map(([count, amount]) => [recurring(count), amount] as const),
      cents.map((amount) => [once(null), amount] as const),
      cents.map((amount) => [applied(), amount] as const),
    );
    fc.assert(
      fc.property(coupons, ([before, amountCents]) => {
        const after = released(used(before, amountCents, NOW), active, amountCents, NOW);
        expect({ ...after, updatedAt: THEN }).toEqual(before);
      }),
    );
  });
});

test('what is left is what the next invoice can use', () => {
  const first = availableCoupon(once(1_000n), COUPON, null);
  const second = afterUse(first, 400n, NOW);
  expect(second?.discount).toEqual({ type: 'fixed_amount', amountCents: 600n, currency: 'EUR' });
  expect(second === null ? null : afterUse(second, 600n, NOW)).toBeNull();
});

test('coupons for metrics apply before those for plans, and those before all others', () => {
  const limited = (id: string, to: 'plans' | 'billable_metrics' | null) =>
    availableCoupon(applied({ id }), COUPON, to === null ? null : { to, ids: new Set() });
  const given = [
    limited('a', null),
    limited('b', 'plans'),
    limited('c', 'billable_metrics'),
    limited('d', 'plans'),
    limited('e', 'billable_metrics'),
  ];
  expect(inOrderOfUse(given).map((each) => each.applied.id)).toEqual(['c', 'e', 'b', 'd', 'a']);
});

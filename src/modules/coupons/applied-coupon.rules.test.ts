import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { inMonth, inOrderOfUse, isMonthly, monthOf, released, used } from './applied-coupon.rules.js';
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

const alone = (amountCents: bigint) => ({ amountCents, isAloneInMonth: true });
const beside = (amountCents: bigint) => ({ amountCents, isAloneInMonth: false });

describe('a coupon that an invoice used', () => {
  test.each<[string, AppliedCoupon, bigint, [string, bigint | number | null]]>([
    ['an amount given once, in part', once(1_000n), 400n, ['active', 600n]],
    ['an amount given once, wholly', once(1_000n), 1_000n, ['terminated', 0n]],
    ['a percentage given once', once(null), 5n, ['terminated', null]],
    ['for three months', recurring(3), 5n, ['active', 2]],
    ['for its last month', recurring(1), 5n, ['terminated', 0]],
    ['for ever', applied(), 5n, ['active', null]],
  ])('%s', (_, before, amountCents, expected) => {
    expect(left(used(before, alone(amountCents), NOW))).toEqual(expected);
  });

  test.each<[string, AppliedCoupon, bigint, object, [string, bigint | number | null]]>([
    ['becomes active again', once(1_000n), 1_000n, active, ['active', 1_000n]],
    ['has what was left of it, too', once(1_000n), 400n, active, ['active', 1_000n]],
    ['is counted again', recurring(3), 1n, active, ['active', 3]],
    ['is active for one more month', recurring(1), 1n, active, ['active', 1]],
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
  ])('a coupon that an invoice used and gives back, %s', (_, before, amountCents, coupon, expected) => {
    const use = alone(amountCents);
    const after = released(used(before, use, NOW), coupon as typeof active, use, NOW);
    expect(left(after)).toEqual(expected);
  });

  test('a coupon that an invoice used counts a month once, and has it back with its last invoice', () => {
    const first = used(recurring(1), alone(5n), NOW);
    const second = used(first, beside(5n), NOW);
    expect([left(first), left(second)]).toEqual([
      ['terminated', 0],
      ['terminated', 0],
    ]);
    const one = released(second, active, beside(5n), NOW);
    expect([left(one), left(released(one, active, alone(5n), NOW))]).toEqual([
      ['terminated', 0],
      ['active', 1],
    ]);
  });

  test('one for ever that was taken from the customer stays ended', () => {
    const taken = applied({ status: 'terminated', terminatedAt: THEN });
    expect(left(released(taken, active, alone(5n), NOW))).toEqual(['terminated', null]);
  });

  test('a coupon that an invoice used and gives back is as it was', () => {
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
      fc.property(coupons, fc.boolean(), ([before, amountCents], isAloneInMonth) => {
        const use = { amountCents, isAloneInMonth };
        const after = released(used(before, use, NOW), active, use, NOW);
        expect({ ...after, updatedAt: THEN }).toEqual(before);
      }),
    );
  });
});

describe('a coupon in a month', () => {
  const available = (of: AppliedCoupon) => ({ applied: of, coupon: COUPON, limit: null });
  const amountIn = (of: AppliedCoupon, takenCents?: bigint) => {
    const usable = inMonth(available(of), takenCents);
    return usable?.discount.type === 'fixed_amount' ? usable.discount.amountCents : null;
  };
  const ended = (of: AppliedCoupon): AppliedCoupon => ({ ...of, status: 'terminated', terminatedAt: THEN });

  test.each<[string, AppliedCoupon, bigint | undefined, bigint | null]>([
    ['is whole in a month of its own', recurring(3), undefined, 1_000n],
    ['is shared by the invoices of a month', recurring(3), 300n, 700n],
    ['is shared for ever, too', applied(), 300n, 700n],
    ['is used up for the month', recurring(3), 1_000n, null],
    ['given once has what is left of it', once(600n), undefined, 600n],
    ['whose months are used up serves its last month', ended(recurring(0)), 300n, 700n],
    ['whose months are used up serves no other one', ended(recurring(0)), undefined, null],
  ])('%s', (_, of, takenCents, expected) => {
    expect(amountIn(of, takenCents)).toBe(expected);
  });

  test('a coupon in a month is decided by the issuing date', () => {
    expect(monthOf('2027-01-31')).toBe('2027-01');
  });
});

test.each([
  ['an amount given once', once(1_000n), 'fixed_amount', false],
  ['a percentage for three months', recurring(3), 'percentage', true],
  ['an amount for ever', applied(), 'fixed_amount', true],
  ['a percentage for ever', applied(), 'percentage', false],
] as const)('%s: invoices of its month count: %#', (_, given, couponType, expected) => {
  expect(isMonthly({ applied: given, coupon: { ...COUPON, couponType }, limit: null })).toBe(expected);
});

test('coupons for metrics apply before those for plans, and those before all others', () => {
  const limited = (id: string, to: 'plans' | 'billable_metrics' | null) => ({
    applied: applied({ id }),
    coupon: COUPON,
    limit: to === null ? null : { to, ids: new Set<string>() },
  });
  const given = [
    limited('a', null),
    limited('b', 'plans'),
    limited('c', 'billable_metrics'),
    limited('d', 'plans'),
    limited('e', 'billable_metrics'),
  ];
  expect(inOrderOfUse(given).map((each) => each.applied.id)).toEqual(['c', 'e', 'b', 'd', 'a']);
});

import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import {
  type CouponLimit,
  type Discount,
  type DiscountableFee,
  takeCoupons,
  type UsableCoupon,
} from './coupons.js';
import { Big, sum, ZERO } from '../money/decimal.js';

const fixed = (amountCents: bigint, currency = 'EUR'): Discount => ({
  type: 'fixed_amount',
  amountCents,
  currency,
});
const percent = (rate: string): Discount => ({ type: 'percentage', ratePercent: new Big(rate) });
const on = (to: CouponLimit['to'], ...ids: string[]): CouponLimit => ({ to, ids: new Set(ids) });
const coupon = (discount: Discount, limit: CouponLimit | null = null): UsableCoupon => ({ discount, limit });

interface FeeOptions {
  readonly metric?: string;
  readonly plan?: string;
  readonly taken?: string;
}

const fee = (amountCents: bigint, { metric, plan, taken }: FeeOptions = {}): DiscountableFee => ({
  amountCents,
  preciseCouponsAmountCents: new Big(taken ?? 0),
  billableMetricId: metric ?? null,
  soldPlanId: plan ?? null,
});

/** Takes coupons off an invoice in euros, of which progressive billing has taken the shares of the fees. */
function taken(fees: readonly DiscountableFee[], coupons: readonly UsableCoupon[], creditedCents = 0n) {
  const total = fees.reduce((all, { amountCents }) => all + amountCents, 0n);
  const { uses, feeShares } = takeCoupons('EUR', total - creditedCents, fees, coupons);
  return [
    uses.map(({ coupon: used, amountCents }) => [coupons.indexOf(used), amountCents]),
    feeShares.map((share) => share.toFixed()),
  ];
}

describe('takeCoupons', () => {
  const usage = fee(4_000n, { metric: 'A', plan: 'P' });
  const threeKinds = [usage, fee(2_500n, { metric: 'B', plan: 'P' }), fee(3_500n, { plan: 'P' })];

  test('takeCoupons applies limits to metrics, plans and none: coupons.md §8 A', () => {
    const coupons = [
      coupon(fixed(1_000n), on('billable_metrics', 'A')),
      coupon(percent('10'), on('plans', 'Q')),
      coupon(fixed(900n)),
    ];
    const uses = [
      [0, 1_000n],
      [2, 900n],
    ];
    expect(taken(threeKinds, coupons)).toEqual([uses, ['1300', '250', '350']]);
  });

  test('each applies to what those before it have left: coupons.md §8 B', () => {
    const percentage = coupon(percent('15'));
    const amount = coupon(fixed(500n));
    const first = [
      [0, 1_167n],
      [1, 500n],
    ];
    const last = [
      [0, 500n],
      [1, 1_092n],
    ];
    expect(taken([fee(7_777n)], [percentage, amount])).toEqual([first, ['1667']]);
    expect(taken([fee(7_777n)], [amount, percentage])).toEqual([last, ['1592']]);
  });

  test('takeCoupons takes at most what the invoice is: coupons.md §8 C', () => {
    expect(taken([fee(3_200n)], [coupon(fixed(5_000n))])).toEqual([[[0, 3_200n]], ['3200']]);
  });

  test('fees share an amount to five decimals: coupons.md §8 D', () => {
    const fees = [fee(1_000n), fee(2_000n)];
    expect(taken(fees, [coupon(fixed(100n))])).toEqual([[[0, 100n]], ['33.33333', '66.66667']]);
  });

  test('the largest share takes what five decimals leave: taxes.md §4, example 3b', () => {
    const fees = Array.from({ length: 6 }, () => fee(1_000n));
    const shares = ['16.66665', ...Array.from({ length: 5 }, () => '16.66667')];
    expect(taken(fees, [coupon(fixed(100n))])).toEqual([[[0, 100n]], shares]);
  });

  test.each<[string, DiscountableFee[], UsableCoupon[], unknown]>([
    [
      'nothing is left for the second',
      [fee(100n)],
      [coupon(percent('100')), coupon(percent('5'))],
      [[[0, 100n]], ['100']],
    ],
    ['a rate over 100 takes everything', [fee(99n)], [coupon(percent('250'))], [[[0, 99n]], ['99']]],
    ['an amount in another currency is kept', [fee(99n)], [coupon(fixed(10n, 'USD'))], [[], ['0']]],
    ['no fee matches', [usage], [coupon(percent('5'), on('plans', 'Q'))], [[], ['0']]],
    [
      'a limit to a plan takes all its fees',
      threeKinds,
      [coupon(percent('10'), on('plans', 'P'))],
      [[[0, 1_000n]], ['400', '250', '350']],
    ],
    [
      'only fees of 0 match: it is kept',
      [fee(0n, { metric: 'A' }), fee(500n)],
      [coupon(fixed(10n), on('billable_metrics', 'A')), coupon(percent('50'))],
      [[[1, 250n]], ['0', '250']],
    ],
    ['an invoice of 0 uses none', [fee(0n)], [coupon(fixed(10n))], [[], ['0']]],
  ])('%s', (_, fees, coupons, expected) => {
    expect(taken(fees, coupons)).toEqual(expected);
  });

  test('takeCoupons applies to what progressive billing has left; of a base with decimals only whole cents', () => {
    const fees = [fee(1_000n, { metric: 'A', taken: '333.5' }), fee(1_000n, { taken: '0.5' })];
    const coupons = [coupon(fixed(5_000n), on('billable_metrics', 'A'))];
    expect(taken(fees, coupons, 334n)).toEqual([[[0, 666n]], ['666', '0']]);
  });
});

test('coupons never take more than the invoice or a fee, and fees share what is taken', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
  const names = fc.constantFrom('A', 'B', 'C');
  const limits = fc.option(
    fc
      .tuple(fc.constantFrom('plans' as const, 'billable_metrics' as const), names)
      .map(([to, id]) => on(to, id)),
  );
  const rates = fc
    .integer({ min: 1, max: 12_000_000 })
    .map((units) => percent(new Big(units).div(100_000).toFixed()));
  const coupons = fc.array(
    fc
      .tuple(
        fc.oneof(
          cents.map((amount) => fixed(amount)),
          rates,
        ),
        limits,
      )
      .map(([discount, limit]) => coupon(discount, limit)),
    { maxLength: 5 },
  );
  const fees = fc.array(
    fc.tuple(cents, names, names).map(([amount, metric, plan]) => fee(amount, { metric, plan })),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(fees, coupons, (billed, given) => {
      const total = billed.reduce((all, { amountCents }) => all + amountCents, 0n);
      const { uses, feeShares } = takeCoupons('EUR', total, billed, given);
      const takenCents = uses.reduce((all, { amountCents }) => all + amountCents, 0n);
      expect(takenCents).toBeLessThanOrEqual(total);
      for (const [index, share] of feeShares.entries()) {
        expect(share.gte(ZERO) && share.lte(String(billed[index]?.amountCents))).toBe(true);
      }
      expect(sum(feeShares).toFixed()).toBe(takenCents.toString());
      expect(new Set(uses.map((use) => use.coupon)).size).toBe(uses.length);
    }),
    tries(1_000),
  );
});

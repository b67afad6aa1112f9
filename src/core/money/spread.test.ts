import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big, sum, ZERO } from './decimal.js';
import { roundedParts, spread, withRest } from './spread.js';

const bigs = (...values: readonly (string | number)[]) => values.map((value) => new Big(value));
const texts = (values: readonly Big[]) => values.map((value) => value.toFixed());

describe('spread', () => {
  test.each<[string, readonly Big[], number, readonly string[], string]>([
    ['100', bigs(3_000, 1_000), 5, ['75', '25'], 'in proportion'],
    ['100', bigs(1, 1, 1), 5, ['1', '1', '1'], 'no more than the weights'],
    ['1', bigs(1, 1, 1), 5, ['0.33334', '0.33333', '0.33333'], 'the first of the largest takes the rest'],
    ['10', bigs(5, 20, 5), 0, ['2', '6', '2'], 'the largest, wherever it is'],
    ['10', bigs(0, 0), 5, ['0', '0'], 'weights of nothing take nothing'],
    ['0', bigs(3, 4), 5, ['0', '0'], 'nothing'],
    ['2', bigs(1, 1, 1), 0, ['0', '1', '1'], 'the largest gives way, the first of several'],
  ])('%s over %j at %s decimals', (amount, weights, scale, expected) => {
    expect(texts(spread(new Big(amount), weights, scale))).toEqual(expected);
  });

  test('where rounding takes more than the largest share is, the next ones give way too', () => {
    const weights = Array.from({ length: 1_000 }, () => new Big(1));
    const shares = spread(new Big(700), weights, 0);
    expect(sum(shares).toFixed()).toBe('700');
    expect(shares.every((share) => share.gte(0) && share.lte(1))).toBe(true);
  });

  test('parts add up to the amount, and none exceeds its weight', () => {
    const weight = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 10 ** 9 }));
    const weights = fc.array(fc.tuple(weight, fc.constantFrom(1, 100_000)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(weights, fc.nat({ max: 10 ** 9 }), fc.constantFrom(0, 5), (drawn, cents, scale) => {
        const all = drawn.map(([value, divisor]) => new Big(value).div(scale === 0 ? 1 : divisor));
        const most = sum(all);
        const amount = most.lt(cents) ? most : new Big(cents);
        const shares = spread(amount, all, scale);
        expect(sum(shares).toFixed()).toBe(amount.toFixed());
        for (const [index, share] of shares.entries()) {
          const limit = all[index] ?? ZERO;
          expect(share.gte(0) && share.lte(limit) && share.round(scale).eq(share)).toBe(true);
          const exact = most.eq(0) ? ZERO : amount.times(limit).div(most);
          const isLargest = shares.every((other) => other.lte(share.plus(drawn.length)));
          if (!isLargest) expect(share.minus(exact).abs().lte(new Big(10).pow(-scale))).toBe(true);
        }
      }),
      tries(2_000),
    );
  });
});

describe('roundedParts', () => {
  test.each<[readonly Big[], string, readonly Big[], readonly string[]]>([
    [bigs('33.4', '33.4', '33.2'), '100', bigs(100, 100, 100), ['34', '33', '33']],
    [bigs('0.5', '0.5'), '1', bigs(1, 1), ['0', '1']],
    [bigs('2.1', '1.1'), '5', bigs(9, 9), ['4', '1']],
    // Where the largest has no room, the next one takes what is missing.
    [bigs('1', '0.4', '0.4', '0.2'), '2', bigs(1, 1, 1, 1), ['1', '1', '0', '0']],
    [bigs('0.5', '0.5', '0.5', '0.5', '0.5'), '3', bigs(1, 1, 1, 1, 1), ['0', '0', '1', '1', '1']],
    // A total without room comes first.
    [bigs('1', '1'), '5', bigs(1, 1), ['4', '1']],
  ])('%j to %s, at most %j', (parts, total, most, expected) => {
    expect(texts(roundedParts(parts, new Big(total), { scale: 0, most }))).toEqual(expected);
  });
});

test('withRest gives nothing of nothing', () => {
  expect([withRest([], new Big(3)), withRest(bigs(1, 2), ZERO)]).toEqual([[], bigs(1, 2)]);
});

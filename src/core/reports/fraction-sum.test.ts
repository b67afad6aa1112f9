import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { roundedSum } from './fraction-sum.js';

const fraction = ([amount, divisor]: readonly [string, number]) => ({ amount: new Big(amount), divisor });

describe('roundedSum', () => {
  test.each<[readonly (readonly [string, number])[], bigint, string]>([
    [[], 0n, 'no fractions'],
    [[['52000', 12]], 4_333n, 'analytics.md §8 B: one weekly fee of 1000'],
    [[['104000', 12]], 8_667n, 'two of them'],
    [
      [
        ['1', 3],
        ['1', 6],
      ],
      1n,
      'a half, which quotients of limited length would miss',
    ],
    [
      [
        ['-1', 3],
        ['-1', 6],
      ],
      -1n,
      'half away from zero',
    ],
    [[['0.50000', 1]], 1n, 'a decimal on a half'],
    [[['0.49999', 1]], 0n, 'below a half'],
    [
      [
        ['1', 7],
        ['-1', 7],
      ],
      0n,
      'fractions that cancel each other',
    ],
    [
      [
        ['9007199254740993', 1],
        ['1', 3],
      ],
      9_007_199_254_740_993n,
      'beyond 2^53',
    ],
  ])('%j adds up to %s: %s', (fractions, sum) => {
    expect(roundedSum(fractions.map(fraction))).toBe(sum);
  });

  test('roundedSum does not depend on how a sum is split', () => {
    const parts = fc.array(
      fc.tuple(fc.integer({ min: -1e9, max: 1e9 }).map(String), fc.integer({ min: 1, max: 60 })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(parts, (split) => {
        const byDivisor = Map.groupBy(split, ([, divisor]) => divisor);
        const merged = [...byDivisor].map(([divisor, group]) => ({
          divisor,
          amount: group.reduce((sum, [amount]) => sum.plus(amount), new Big(0)),
        }));
        expect(roundedSum(split.map(fraction))).toBe(roundedSum(merged));
      }),
      tries(200),
    );
  });
});

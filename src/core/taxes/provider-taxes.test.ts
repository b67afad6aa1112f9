import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big, roundAt, sum } from '../money/decimal.js';
import { wholeParts } from '../money/spread.js';
import { settleTaxes } from './provider-taxes.js';

const big = (values: readonly string[]) => values.map((value) => new Big(value));
const texts = (values: readonly Big[] | null) => values?.map((value) => value.toFixed()) ?? null;

// integrations.md §7, §18
test.each<[string[], string, string[] | null, string]>([
  [
    ['983.33333', '1966.66667', '2950'],
    '5900',
    ['983', '1967', '2950'],
    'example 1: the unit goes to the second',
  ],
  [['2280', '547.2', '182.4'], '3010', ['2280', '547', '183'], 'example 2: the cent goes to transit'],
  [['500', '997.5'], '1498', ['500', '998'], 'example 9: the cent goes to the second'],
  [['500', '997.5'], '1500', null, 'example 9: more than one unit each'],
  [['0.5', '0.5'], '1', ['1', '0'], 'of equal remainders the first takes it'],
  [['1.2', '1.9'], '1', ['0', '1'], 'the smallest remainder gives'],
  [['0', '0.4'], '-1', null, 'nothing falls below 0'],
  [[], '0', [], 'no parts'],
  [[], '1', null, 'nobody takes it'],
])('the parts %j of %s are %j in whole units: %s', (parts, total, expected) => {
  expect(texts(wholeParts(big(parts), new Big(total)))).toEqual(expected);
});

test('whole parts of their rounded sum add up to it, and each differs from its part by less than a unit', () => {
  const part = fc.tuple(fc.nat({ max: 10 ** 9 }), fc.constantFrom(1, 3, 100_000));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (drawn) => {
      const parts = drawn.map(([value, divisor]) => new Big(value).div(divisor));
      const total = roundAt(sum(parts), 0);
      const whole = wholeParts(parts, total) ?? [];
      expect(whole).toHaveLength(parts.length);
      expect(sum(whole).toFixed()).toBe(total.toFixed());
      for (const [index, each] of whole.entries())
        expect(
          each
            .minus(parts[index] ?? 0)
            .abs()
            .lt(1),
        ).toBe(true);
    }),
    tries(300),
  );
});

describe('the taxes of a document', () => {
  const line = (taxAmount: string | null, ...amounts: string[]) => ({
    taxAmount: taxAmount === null ? null : new Big(taxAmount),
    taxes: amounts.map((amount, index) => ({
      code: `t${index}`,
      name: 'T',
      ratePercent: new Big(7),
      amount: new Big(amount),
    })),
  });
  const settled = (lines: ReturnType<typeof line>[], total: string | null) =>
    settleTaxes(lines, total === null ? null : new Big(total))?.map(({ taxAmount, amounts }) => [
      taxAmount.toFixed(),
      texts(amounts),
    ]) ?? null;

  const thirds = ['23.31', '23.31', '23.31'];
  test.each<[string, ReturnType<typeof line>[], string | null, unknown]>([
    [
      'example 4, by line',
      thirds.map((tax) => line('23', tax)),
      '69',
      [
        ['23', ['23']],
        ['23', ['23']],
        ['23', ['23']],
      ],
    ],
    [
      'example 4, by document',
      thirds.map((tax) => line('23', tax)),
      '70',
      [
        ['24', ['24']],
        ['23', ['23']],
        ['23', ['23']],
      ],
    ],
    ['no taxes of lines', [line(null, '10.4', '10.2')], null, [['21', ['11', '10']]]],
    ['no taxes at all', [line('0')], '0', [['0', []]]],
    ['more units than lines', [line('5', '5')], '7', null],
    ['a tax on a line without any', [line('1')], '1', null],
  ])('%s settles as expected', (_, lines, total, expected) => {
    expect(settled(lines, total)).toEqual(expected);
  });
});

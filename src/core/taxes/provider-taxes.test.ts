import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big, roundAt, sum } from '../money/decimal.js';
import { wholeParts } from '../money/spread.js';
import { settleTaxes, sharedTax, taxableAmounts, taxesOfProvidedFees } from './provider-taxes.js';

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

describe('the lines that are sent', () => {
  const fee = (amountCents: bigint, coupons: string) => ({
    amountCents,
    preciseCouponsAmountCents: new Big(coupons),
  });

  test('example 1: fees less their coupons, in whole units that add up to the sub total', () => {
    const fees = [fee(1_000n, '16.66667'), fee(2_000n, '33.33333'), fee(3_000n, '50')];
    expect(texts(taxableAmounts(fees, 5_900n))).toEqual(['983', '1967', '2950']);
  });

  test('the earlier of fees with equal remainders gets the unit, and a fee of 0 gets none', () => {
    const fees = [fee(0n, '0'), fee(100n, '0.5'), fee(100n, '0.5')];
    expect(texts(taxableAmounts(fees, 199n))).toEqual(['0', '100', '99']);
  });

  test('a fee that a coupon pays in full is 0', () => {
    expect(texts(taxableAmounts([fee(50n, '50'), fee(70n, '0')], 70n))).toEqual(['0', '70']);
  });

  test('the tax of a joined line is shared by the amounts of its fees', () => {
    expect(texts(sharedTax(new Big(100), big(['1', '1', '1'])))).toEqual(['34', '33', '33']);
    expect(texts(sharedTax(new Big(0), big(['5', '7'])))).toEqual(['0', '0']);
  });
});

describe('the taxes of an invoice', () => {
  const rate = (id: string, percent: string) => ({ id, ratePercent: new Big(percent) });
  const fee = (amountCents: bigint, coupons: string, ...taxes: [string, string, string][]) => ({
    amountCents,
    preciseCouponsAmountCents: new Big(coupons),
    taxes: taxes.map(([id, percent, amount]) => ({ tax: rate(id, percent), amount: new Big(amount) })),
  });
  const shown = ({
    appliedTaxes,
    taxesAmountCents,
    taxesRatePercent,
  }: ReturnType<typeof taxesOfProvidedFees>) => ({
    applied: appliedTaxes.map(({ tax, amountCents, feesAmountCents }) => [
      tax.id,
      amountCents,
      feesAmountCents,
    ]),
    taxesAmountCents,
    rate: taxesRatePercent.toFixed(),
  });

  test('example 1: what the provider collects, on the whole sub total', () => {
    const fees = [
      fee(1_000n, '16.66667', ['sales', '8.25', '81']),
      fee(2_000n, '33.33333', ['sales', '8.25', '162']),
      fee(3_000n, '50', ['sales', '8.25', '243']),
    ];
    expect(shown(taxesOfProvidedFees(fees, 5_900n))).toEqual({
      applied: [['sales', 486n, 5_900n]],
      taxesAmountCents: 486n,
      rate: '8.25',
    });
  });

  test('example 2: several taxes of a fee', () => {
    const taxed = fee(
      45_600n,
      '0',
      ['state', '6.25', '2280'],
      ['city', '1.5', '547'],
      ['transit', '0.5', '183'],
    );
    expect(shown(taxesOfProvidedFees([taxed], 45_600n))).toEqual({
      applied: [
        ['state', 2_280n, 45_600n],
        ['city', 547n, 45_600n],
        ['transit', 183n, 45_600n],
      ],
      taxesAmountCents: 3_010n,
      rate: '8.25',
    });
  });

  test('example 8: a free fee has no tax, and does not lower the rate', () => {
    const fees = [fee(0n, '0'), fee(4_000n, '0', ['vat', '21', '840'])];
    expect(shown(taxesOfProvidedFees(fees, 4_000n))).toEqual({
      applied: [['vat', 840n, 4_000n]],
      taxesAmountCents: 840n,
      rate: '21',
    });
  });
});

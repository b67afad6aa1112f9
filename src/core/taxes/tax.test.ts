import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big, sum } from '../money/decimal.js';
import { applicableTaxes, taxesOfFee, taxesOfInvoice, type TaxedFee, type TaxRate } from './tax.js';

const tax = (ratePercent: string): TaxRate => ({ id: ratePercent, ratePercent: new Big(ratePercent) });
const fee = (amountCents: bigint, rates: string[] = [], coupons = '0'): TaxedFee<TaxRate> => ({
  amountCents,
  preciseCouponsAmountCents: new Big(coupons),
  taxes: rates.map(tax),
});
const feeTaxes = (cents: bigint, rates: string[], precise = cents.toString(), coupons = '0') =>
  taxesOfFee({ ...fee(cents, [], coupons), preciseAmountCents: new Big(precise) }, rates.map(tax));

test.each([
  [
    [['tax'], ['other'], ['third']],
    { list: 'charge', ownerId: 'charge', taxes: ['tax'] },
    'the nearest wins',
  ],
  [
    [[], ['one', 'two'], ['third']],
    { list: 'plan', ownerId: 'plan', taxes: ['one', 'two'] },
    'none is merged',
  ],
  [[[], [], []], { list: 'none', ownerId: 'customer', taxes: [] }, 'no list, no tax; the last one was asked'],
])('the list that applies of %j is %j: %s', (lists, expected) => {
  const owners = ['charge', 'plan', 'customer'] as const;
  const listed = owners.map((list, level) => ({ list, ownerId: list, taxes: lists[level] ?? [] }));
  expect(applicableTaxes<string>(listed)).toEqual(expected);
});

describe('taxesOfFee', () => {
  test.each([
    [1999n, ['5.5', '2.25'], [110n, 45n], 155n, '7.75', 'taxes.md §4 example 1'],
    [1010n, ['5.5', '2.25'], [56n, 23n], 78n, '7.75', 'rounded once: not 79, example 1'],
    [333n, ['7'], [23n], 23n, '7', 'example 2'],
    [0n, ['10', '4'], [0n, 0n], 0n, '14', 'a zero fee carries its taxes, example 4'],
    [4998n, ['8'], [400n], 400n, '8', 'invoices.md §12 D'],
    [46n, [], [], 0n, '0', 'no tax'],
    [250n, ['0.2'], [1n], 1n, '0.2', 'half a cent goes away from zero'],
  ])('the taxes of a fee of %s cents at %j: %j, %s (%s %%): %s', (cents, rates, applied, total, rate) => {
    const taxes = feeTaxes(cents, rates);
    expect(taxes.appliedTaxes.map((applied) => applied.amountCents)).toEqual(applied);
    expect(taxes.taxesAmountCents).toBe(total);
    expect(taxes.taxesRatePercent.toFixed()).toBe(rate);
  });

  test.each([
    [46n, '46.25', '0', 9n, '9.25', 'fees.md §8 A: precise taxes of the precise amount'],
    [46n, '46.25', '4.6', 8n, '8.33', 'fees.md §8 B: the coupon comes off first'],
    [100n, '100', '0.000005', 20n, '19.999998', 'the coupon share counts as stored, with five decimals'],
    [
      33n,
      '33.3333333333333333333',
      '0',
      7n,
      '6.666666666666667',
      'the precise amount counts as stored, with fifteen decimals',
    ],
  ])(
    '20 %% of %s (%s) less %s: %s, precisely %s: %s',
    (cents, precise, coupons, taxesCents, preciseTaxes) => {
      const taxes = feeTaxes(cents, ['20'], precise, coupons);
      expect(taxes.taxesAmountCents).toBe(taxesCents);
      expect(taxes.taxesPreciseAmountCents.toFixed()).toBe(preciseTaxes);
    },
  );
});

describe('taxesOfInvoice', () => {
  const summary = (fees: TaxedFee<TaxRate>[], subTotalCents: bigint) => {
    const { appliedTaxes, taxesAmountCents, taxesRatePercent } = taxesOfInvoice(fees, subTotalCents);
    return [
      appliedTaxes.map((applied) => [applied.tax.id, applied.amountCents, applied.feesAmountCents]),
      taxesAmountCents,
      taxesRatePercent.toFixed(),
    ];
  };

  test.each([
    [
      [fee(333n, ['7']), fee(333n, ['7']), fee(333n, ['7'])],
      999n,
      [[['7', 70n, 999n]], 70n, '7'],
      'not three times 23: example 2',
    ],
    [
      [fee(6000n, ['20'], '900'), fee(4000n, [], '600')],
      8500n,
      [[['20', 1020n, 5100n]], 1020n, '12'],
      'after a coupon, partly covered: example 3',
    ],
    [
      [fee(0n, ['10']), fee(0n, ['10', '4'])],
      0n,
      [
        [
          ['10', 0n, 0n],
          ['4', 0n, 0n],
        ],
        0n,
        '12',
      ],
      'nothing due: weighted by number of fees, example 4',
    ],
    [
      [fee(10000n, ['20'], '1000'), fee(7350n, ['20'], '2535')],
      13815n,
      [[['20', 2763n, 13815n]], 2763n, '20'],
      'invoices.md §12 A',
    ],
    [
      [fee(1000n, ['10'], '0.5'), fee(1000n, ['10'], '0.4')],
      1999n,
      [[['10', 200n, 1999n]], 200n, '10.0005'],
      'the taxed base 1999.1 is cut, not rounded',
    ],
    [[fee(100n, ['10']), fee(200n)], 300n, [[['10', 10n, 100n]], 10n, '3.33333'], 'five decimals of a rate'],
    [[fee(100n)], 100n, [[], 0n, '0'], 'no tax'],
    [[], 0n, [[], 0n, '0'], 'no fees'],
  ])('the taxes of an invoice of %j, sub total %s', (fees, subTotalCents, expected) => {
    expect(summary(fees, subTotalCents)).toEqual(expected);
  });
});

describe('properties', () => {
  const rates = fc.uniqueArray(fc.constantFrom('0', '5.5', '7', '10', '19', '20', '25.5'), { maxLength: 4 });
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const cents = (value: bigint) => new Big(value);

  test('rounding moves the taxes of a fee by at most half a cent each', () => {
    fc.assert(
      fc.property(amounts, rates, (amountCents, list) => {
        const taxes = feeTaxes(amountCents, list);
        const applied = sum(taxes.appliedTaxes.map((line) => cents(line.amountCents)));
        const bound = (list.length + 1) / 2;
        expect(applied.minus(cents(taxes.taxesAmountCents)).abs().lte(bound)).toBe(true);
        expect(taxes.taxesAmountCents >= 0n).toBe(true);
      }),
    );
  });

  test('taxes of an invoice differ from those of its fees by at most half a cent per fee; the rate is between theirs', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(amounts, rates), { minLength: 1, maxLength: 8 }), (rows) => {
        const subTotal = rows.reduce((total, [amount]) => total + amount, 0n);
        const invoice = taxesOfInvoice(
          rows.map(([amount, list]) => fee(amount, list)),
          subTotal,
        );
        const ofFees = rows.map(([amount, list]) => feeTaxes(amount, list));
        const difference = sum(ofFees.map((taxes) => cents(taxes.taxesAmountCents))).minus(
          cents(invoice.taxesAmountCents),
        );
        expect(difference.abs().lte((rows.length + 1) / 2)).toBe(true);
        const highest = Math.max(...ofFees.map((taxes) => taxes.taxesRatePercent.toNumber()));
        expect(invoice.taxesRatePercent.gte(0) && invoice.taxesRatePercent.lte(highest + 0.00001)).toBe(true);
      }),
    );
  });
});

import { codesOf } from '../../../test/support/property-errors.js';
import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big, sum } from '../money/decimal.js';
import { proratedTo, usageOf } from '../usage.js';
import {
  isChargeModel,
  parseChargeProperties,
  rateUsage,
  type ChargeModel,
  type ChargePropertiesByModel,
  type RatedUsage,
} from './charge-models.js';
import type { GraduatedRange } from './models/graduated-range.js';
import type { GraduatedRangeDetails } from './models/graduated.js';

const range = (fromValue: number, toValue: number | null, perUnitAmount: string, flatAmount: string) =>
  ({ fromValue, toValue, perUnitAmount, flatAmount }) satisfies GraduatedRange;

function rate<M extends ChargeModel>(
  model: M,
  properties: ChargePropertiesByModel[M],
  units: string,
  currency = 'EUR',
) {
  return rateUsage({ model, properties }, usageOf(new Big(units)), { currency, conversionRate: null });
}

function linesOf({ amountDetails }: RatedUsage): readonly GraduatedRangeDetails[] {
  return 'graduated_ranges' in amountDetails ? amountDetails.graduated_ranges : [];
}

describe('standard', () => {
  test.each([
    ['0.333', '17.25', 'EUR', 574n, '5.74425', 'charges.md §11.1'],
    ['0.333', '17.25', 'JPY', 6n, '5.74425', 'charges.md §11.1: yen have no minor unit'],
    ['12.5', '4', 'EUR', 5000n, '50', 'whole units'],
    ['0.0125', '37', 'EUR', 46n, '0.4625', 'fees.md §8 A'],
    ['2', '0', 'EUR', 0n, '0', 'no usage'],
    ['2', '-3', 'EUR', 0n, '0', 'negative usage costs nothing: charges.md §3.6'],
  ])('a standard price %s x %s %s is %s: %s', (amount, units, currency, cents, precise) => {
    const fee = rate('standard', { amount }, units, currency);
    expect([fee.amountCents, fee.preciseAmount.toFixed()]).toEqual([cents, precise]);
    expect(fee.amountDetails).toEqual({});
  });

  test.each([
    ['0.0125', '37', '0.0125', 'fees.md §8 A'],
    ['0.333', '0', '0', 'no units, no unit amount'],
  ])('unit amount of %s over %s units is %s: %s', (amount, units, expected) => {
    expect(rate('standard', { amount }, units).preciseUnitAmount.toFixed()).toBe(expected);
  });
});

describe('graduated', () => {
  const spec = [range(0, 50, '0.4', '3'), range(51, 120, '0.25', '6'), range(121, null, '0.1', '0')];
  const tiers = [range(0, 10, '10', '2'), range(11, 20, '5', '3'), range(21, null, '5', '3')];
  const adjacent = [range(0, 10, '10', '2'), range(10, 20, '5', '3'), range(20, null, '5', '3')];
  const fromOne = [range(1, 10, '10', '2'), range(11, null, '5', '3')];

  test.each([
    [spec, '133.5', 4785n, ['50', '70', '13.5'], 'charges.md §11.2'],
    [spec, '120.4', 4654n, ['50', '70', '0.4'], 'charges.md §11.2: a fraction reaches the third range'],
    [spec, '0', 300n, ['0'], 'charges.md §11.2: no usage charges the first flat amount'],
    [spec, '50', 2300n, ['50'], 'the end of a range is still inside'],
    [spec, '50.5', 2913n, ['50', '0.5'], 'just above it the next flat amount is due (29.125)'],
    [tiers, '1', 1200n, ['1'], 'one unit'],
    [tiers, '12', 11500n, ['10', '2'], 'two ranges'],
    [tiers, '21', 16300n, ['10', '10', '1'], 'three ranges'],
    [adjacent, '21', 16300n, ['10', '10', '1'], 'ranges that share their bounds hold the same units'],
    [fromOne, '12', 11500n, ['10', '2'], 'a first range from 1 contains the same units'],
  ])('graduated ranges %j, %s units: %s (%j): %s', (graduatedRanges, units, cents, perRange) => {
    const fee = rate('graduated', { graduatedRanges }, units);
    expect(fee.amountCents).toBe(cents);
    expect(linesOf(fee).map((line) => new Big(line.units).toFixed())).toEqual(perRange);
  });

  test('details list every range reached, decimals as text', () => {
    expect(rate('graduated', { graduatedRanges: spec }, '53').amountDetails).toEqual({
      graduated_ranges: [
        {
          from_value: 0,
          to_value: 50,
          flat_unit_amount: '3.0',
          per_unit_amount: '0.4',
          units: '50.0',
          per_unit_total_amount: '20.0',
          total_with_flat_amount: '23.0',
        },
        {
          from_value: 51,
          to_value: 120,
          flat_unit_amount: '6.0',
          per_unit_amount: '0.25',
          units: '3.0',
          per_unit_total_amount: '0.75',
          total_with_flat_amount: '6.75',
        },
      ],
    });
  });

  test('graduated: a range without units shows no unit amount', () => {
    expect(rate('graduated', { graduatedRanges: spec }, '0').amountDetails).toMatchObject({
      graduated_ranges: [
        { per_unit_amount: '0.0', units: '0.0', flat_unit_amount: '3.0', total_with_flat_amount: '3.0' },
      ],
    });
  });

  test('a flat amount does not outweigh negative units', () => {
    const fee = rate('graduated', { graduatedRanges: [range(0, null, '1', '100')] }, '-3');
    expect([fee.amountCents, fee.units.toFixed(), fee.preciseUnitAmount.toFixed()]).toEqual([0n, '0', '0']);
  });
});

describe('package', () => {
  const properties = { amount: '4.5', packageSize: 25, freeUnits: 10 };

  test.each([
    ['61', 1350n, '51', 'charges.md §11.3: the third package is started'],
    ['60', 900n, '50', 'the last unit of a package starts no new one'],
    ['60.5', 1350n, '50.5', 'half a unit does'],
    ['10', 0n, '0', 'free units only'],
    ['4', 0n, '0', 'fewer than the free units'],
  ])('%s units cost %s, %s paid: %s', (units, cents, paid) => {
    const fee = rate('package', properties, units);
    expect(fee.amountCents).toBe(cents);
    expect(fee.amountDetails).toMatchObject({ paid_units: `${paid}${paid.includes('.') ? '' : '.0'}` });
  });

  test('the unit amount is an average over paid units: charges.md §11.3', () => {
    expect(rate('package', properties, '61').preciseUnitAmount.times(51).round(20).toFixed()).toBe('13.5');
    expect(rate('package', properties, '10').preciseUnitAmount.toFixed()).toBe('0');
  });

  test.each([
    [
      '61',
      { free_units: '10.0', paid_units: '51.0', per_package_size: 25, per_package_unit_amount: '4.5' },
      'as configured',
    ],
    [
      '0',
      { free_units: '0.0', paid_units: '0.0', per_package_size: 0, per_package_unit_amount: '0.0' },
      'nothing used, nothing shown',
    ],
  ])('details of %s units are %j: %s', (units, expected) => {
    expect(rate('package', properties, units).amountDetails).toEqual(expected);
  });
});

describe('dynamic', () => {
  test.each([
    ['10', '9.12', 912n, 'the amounts sent with the events'],
    ['0', '9.12', 0n, 'no units'],
    ['-1', '9.12', 0n, 'negative usage costs nothing'],
    ['10', '-9.12', 0n, 'events with negative amounts cost nothing'],
  ])('%s units whose events cost %s: %s: %s', (units, eventsAmount, cents) => {
    const fee = rateUsage(
      { model: 'dynamic', properties: {} },
      usageOf(new Big(units), { eventsAmount: new Big(eventsAmount) }),
      { currency: 'EUR', conversionRate: null },
    );
    expect([fee.amountCents, fee.amountDetails]).toEqual([cents, {}]);
  });
});

test('a prorated standard price is charged for prorated units; the unit amount is an average over full units', () => {
  const usage = usageOf(new Big('16'), { proration: proratedTo(new Big('16.41936')) });
  const fee = rateUsage(
    { model: 'standard', properties: { amount: '2' } },
    { ...usage, totalAggregatedUnits: new Big('17'), eventsCount: 3n },
    { currency: 'EUR', conversionRate: null },
  );
  const { units, totalAggregatedUnits, eventsCount, amountCents, preciseUnitAmount } = fee;
  expect([
    units.toFixed(),
    totalAggregatedUnits.toFixed(),
    eventsCount,
    amountCents,
    preciseUnitAmount.toFixed(),
  ]).toEqual(['16', '17', 3n, 3284n, '2.05242']);
});

describe('parseChargeProperties', () => {
  const open = range(0, null, '0', '0');

  test.each<[ChargeModel, Record<string, unknown> | null | undefined, unknown, string]>([
    ['standard', undefined, { amount: '0' }, 'absent: the default'],
    ['standard', {}, { amount: '0' }, 'empty: the default'],
    [
      'standard',
      { amount: '12.50', colour: 'red' },
      { amount: '12.50' },
      'unknown members are dropped, text is kept',
    ],
    ['package', null, { amount: '0', packageSize: 1, freeUnits: 0 }, 'the default'],
    [
      'package',
      { amount: '5', packageSize: 10, freeUnits: 0 },
      { amount: '5', packageSize: 10, freeUnits: 0 },
      'as sent',
    ],
    ['graduated', {}, { graduatedRanges: [open] }, 'the default: one open range'],
    [
      'graduated',
      { graduatedRanges: [{ fromValue: 0, perUnitAmount: '1', flatAmount: '0', note: 'x' }] },
      { graduatedRanges: [range(0, null, '1', '0')] },
      'an absent end is an open one, unknown members are dropped',
    ],
    ['dynamic', { amount: '5' }, {}, 'nothing to set'],
    [
      'standard',
      { amount: '5', pricingGroupKeys: ['cloud', 'region'] },
      { amount: '5', pricingGroupKeys: ['cloud', 'region'] },
      'any model may be grouped',
    ],
    ['dynamic', { groupedBy: ['cloud'] }, { pricingGroupKeys: ['cloud'] }, 'group keys by the older name'],
    ['dynamic', { pricingGroupKeys: null, presentationGroupKeys: null }, {}, 'null is not grouped'],
    [
      'dynamic',
      {
        presentationGroupKeys: [
          { value: 'user', options: { displayInInvoice: true } },
          { value: 'team', options: {} },
        ],
      },
      {
        presentationGroupKeys: [
          { value: 'user', options: { displayInInvoice: true } },
          { value: 'team', options: { displayInInvoice: null } },
        ],
      },
      'groups that are only shown',
    ],
    [
      'dynamic',
      { presentationGroupKeys: [{ value: 'user' }, { value: 'team', options: null }] },
      {
        presentationGroupKeys: [
          { value: 'user', options: { displayInInvoice: null } },
          { value: 'team', options: { displayInInvoice: null } },
        ],
      },
      'without options',
    ],
  ])('the properties of %s %j is %j: %s', (model, input, properties) => {
    expect(parseChargeProperties(model, input)).toEqual({ properties });
  });

  test.each<[ChargeModel, Record<string, unknown>, string[], string]>([
    ['standard', { amount: 5 }, ['invalid_amount'], 'a JSON number'],
    ['standard', { amount: '-1' }, ['invalid_amount'], 'below zero'],
    ['standard', { amount: '-0' }, ['invalid_amount'], 'a sign, which no answer could show'],
    ['standard', { amount: '1e3' }, ['invalid_amount'], 'an exponent'],
    ['standard', { rate: '5' }, ['invalid_amount'], 'properties of another model'],
    [
      'package',
      { amount: 'x', packageSize: 0, freeUnits: -1 },
      ['invalid_amount', 'invalid_package_size', 'invalid_free_units'],
      'all at once',
    ],
    ['package', { amount: '1', packageSize: 2.5, freeUnits: 0 }, ['invalid_package_size'], 'a fraction'],
    ['package', { amount: '1', packageSize: 2 }, ['invalid_free_units'], 'a missing member'],
    ['graduated', { graduatedRanges: null }, ['missing_graduated_ranges'], 'null'],
    ['graduated', { graduatedRanges: [] }, ['missing_graduated_ranges'], 'an empty list'],
    ['graduated', { amount: '1' }, ['missing_graduated_ranges'], 'properties of another model'],
    ['graduated', { graduatedRanges: 'all' }, ['invalid_graduated_ranges'], 'no list'],
    ['graduated', { graduatedRanges: [7] }, ['invalid_graduated_ranges', 'invalid_amount'], 'no range'],
    [
      'graduated',
      { graduatedRanges: [{ ...open, flatAmount: '-1' }] },
      ['invalid_amount'],
      'a negative flat amount',
    ],
    ['standard', { pricingGroupKeys: 'cloud' }, ['invalid_amount', 'invalid_type'], 'keys that are no list'],
    ['dynamic', { pricingGroupKeys: ['cloud', ''] }, ['invalid_type'], 'an empty key'],
    ['dynamic', { pricingGroupKeys: [7] }, ['invalid_type'], 'a key that is no text'],
    ['dynamic', { presentationGroupKeys: {} }, ['invalid_type'], 'no list'],
    ['dynamic', { presentationGroupKeys: ['user'] }, ['invalid_type'], 'a key without wrapper'],
    ['dynamic', { presentationGroupKeys: [null] }, ['invalid_type'], 'no key'],
    ['dynamic', { presentationGroupKeys: [{ options: {} }] }, ['invalid_type'], 'no value'],
    ['dynamic', { presentationGroupKeys: [{ value: '' }] }, ['invalid_type'], 'an empty value'],
    ['dynamic', { presentationGroupKeys: [{ value: 'user', options: 'x' }] }, ['invalid_type'], 'no options'],
    [
      'dynamic',
      { presentationGroupKeys: [{ value: 'user', options: { displayInInvoice: 'x' } }] },
      ['invalid_type'],
      'an option that is neither on nor off',
    ],
    [
      'dynamic',
      { presentationGroupKeys: ['a', 'b', 'a'].map((value) => ({ value })) },
      ['too_many_keys', 'value_is_duplicated'],
      'three keys, one of them twice',
    ],
  ])('%s %j is refused with %j: %s', (model, input, errors) => {
    expect(codesOf(parseChargeProperties(model, input))).toEqual(errors);
  });

  test.each<[[unknown, unknown][], boolean, string]>([
    [[[0, null]], true, 'one open range'],
    [[[1, null]], true, 'a first range from 1'],
    [[[2, null]], false, 'a first range from 2'],
    [
      [
        [0, 10],
        [11, null],
      ],
      true,
      'one above the previous end',
    ],
    [
      [
        [0, 10],
        [10, null],
      ],
      true,
      'the previous end itself',
    ],
    [
      [
        [0, 10],
        [12, null],
      ],
      false,
      'a hole',
    ],
    [
      [
        [0, 10],
        [9, null],
      ],
      false,
      'an overlap',
    ],
    [[[0, 10]], false, 'the last range is closed'],
    [
      [
        [0, null],
        [1, null],
      ],
      false,
      'an open range before the last',
    ],
    [
      [
        [0, 0],
        [1, null],
      ],
      false,
      'a range that ends where it starts',
    ],
    [
      [
        [0, 10.5],
        [11, null],
      ],
      false,
      'a fractional bound',
    ],
    [[['0', null]], false, 'a bound as text'],
  ])('ranges %j fit: %s (%s)', (bounds, fit) => {
    const graduatedRanges = bounds.map(([fromValue, toValue]) => ({ ...open, fromValue, toValue }));
    const parsed = parseChargeProperties('graduated', { graduatedRanges });
    expect(parsed).toEqual(
      fit
        ? { properties: { graduatedRanges } }
        : { errors: [{ code: 'invalid_graduated_ranges', member: 'graduatedRanges' }] },
    );
  });

  test.each<[ChargeModel, Record<string, unknown>, readonly string[]]>([
    ['standard', { amount: 'x' }, ['amount']],
    ['package', { amount: '-1', packageSize: 0, freeUnits: -1 }, ['amount', 'packageSize', 'freeUnits']],
    [
      'percentage',
      { rate: '1', perTransactionMinAmount: '2', perTransactionMaxAmount: '1' },
      ['perTransactionMaxAmount'],
    ],
    [
      'graduated',
      {
        graduatedRanges: [
          { ...open, toValue: 5 },
          { ...open, fromValue: 6, flatAmount: 'x' },
        ],
      },
      ['graduatedRanges.1.flatAmount'],
    ],
    ['volume', { volumeRanges: null, groupedBy: 7 }, ['volumeRanges', 'groupedBy']],
  ])('%s: %j is wrong at %j', (model, input, members) => {
    const parsed = parseChargeProperties(model, input);
    expect('errors' in parsed && parsed.errors.map(({ member }) => member)).toEqual(members);
  });

  test.each([
    ['graduated_percentage', true],
    ['custom', false],
    ['toString', false],
  ])('%s is a charge model: %s', (text, known) => {
    expect(isChargeModel(text)).toBe(known);
  });
});

describe('properties', () => {
  const price = fc.integer({ min: 0, max: 10 ** 6 }).map((n) => new Big(n).div(10_000).toFixed());
  const units = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => new Big(n).div(1000).toFixed());
  /** Ranges with the given ends, each starting one above the previous end. */
  const ranges = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 10 ** 6 }), { maxLength: 5 }),
      fc.array(fc.tuple(price, price), { minLength: 6, maxLength: 6 }),
    )
    .map(([ends, prices]) => {
      const sorted = ends.toSorted((a, b) => a - b);
      return [...sorted, null].map((toValue, index) => {
        const [perUnit, flat] = prices[index] ?? ['0', '0'];
        return range(index === 0 ? 0 : (sorted[index - 1] ?? 0) + 1, toValue, perUnit, flat);
      });
    })
    .filter((list) => list.every(({ fromValue, toValue }) => toValue === null || toValue > fromValue));

  test('the ranges of a graduated charge contain all units, and its details the whole amount', () => {
    fc.assert(
      fc.property(ranges, units, (graduatedRanges, quantity) => {
        expect(parseChargeProperties('graduated', { graduatedRanges })).toEqual({
          properties: { graduatedRanges },
        });
        const fee = rate('graduated', { graduatedRanges }, quantity);
        const lines = linesOf(fee);
        const total = (member: 'units' | 'total_with_flat_amount') =>
          sum(lines.map((line) => new Big(line[member])));
        expect(total('units').eq(quantity)).toBe(true);
        expect(total('total_with_flat_amount').eq(fee.preciseAmount)).toBe(true);
      }),
    );
  });

  test('graduated with one range is standard plus the flat amount', () => {
    fc.assert(
      fc.property(price, price, units, (perUnit, flat, quantity) => {
        const one = rate('graduated', { graduatedRanges: [range(0, null, perUnit, flat)] }, quantity);
        const plain = rate('standard', { amount: perUnit }, quantity);
        expect(one.preciseAmount.toFixed()).toBe(plain.preciseAmount.plus(flat).toFixed());
      }),
    );
  });

  test('packages of one unit without free units cost the same as standard for whole units', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 10 ** 6 }), (amount, quantity) => {
        const packaged = rate('package', { amount, packageSize: 1, freeUnits: 0 }, String(quantity));
        expect(packaged.amountCents).toBe(rate('standard', { amount }, String(quantity)).amountCents);
      }),
    );
  });

  test('no amount is negative, and more units never cost less', () => {
    const anyUnits = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => new Big(n).div(1000).toFixed());
    fc.assert(
      fc.property(ranges, price, anyUnits, units, (graduatedRanges, amount, quantity, more) => {
        const cost = (total: string) => [
          rate('standard', { amount }, total).amountCents,
          rate('package', { amount, packageSize: 7, freeUnits: 3 }, total).amountCents,
          rate('graduated', { graduatedRanges }, total).amountCents,
        ];
        const [before, after] = [cost(quantity), cost(new Big(quantity).plus(more).toFixed())];
        expect(before.every((cents, index) => cents >= 0n && cents <= (after[index] ?? 0n))).toBe(true);
      }),
    );
  });
});

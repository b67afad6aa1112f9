import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { Big, ZERO } from '../../money/decimal.js';
import { meterUsage } from '../../metering/meter-usage.js';
import { usageOf, type Movement } from '../../usage.js';
import { rateUsage } from '../charge-models.js';
import type { GraduatedRange } from './graduated-range.js';
import { proratedGraduatedAmount } from './prorated-graduated.js';

const range = (fromValue: number, toValue: number | null, perUnitAmount: string, flatAmount: string) =>
  ({ fromValue, toValue, perUnitAmount, flatAmount }) satisfies GraduatedRange;
const moves = (...list: [number, string][]): Movement[] =>
  list.map(([full, paid]) => ({ fullUnits: new Big(full), paidParts: new Big(paid) }));
const amountOf = (ranges: GraduatedRange[], movements: Movement[], partsPerUnit = 1) =>
  proratedGraduatedAmount(ranges, { movements, partsPerUnit });

const SPEC = [range(0, 10, '5', '0'), range(11, null, '3', '20')];
const TWO = [range(0, 1, '10', '100'), range(2, null, '5', '50')];

test.each<[GraduatedRange[], Movement[], string, string]>([
  [SPEC, moves([6, '6'], [8, '4']), '66', 'charges.md §11.8: 30 + 10 + 6 + 20'],
  [TWO, [], '100', 'no usage: the first flat amount'],
  [TWO, moves([0, '0']), '100', 'movements of nothing are none'],
  [TWO, moves([1, '0.5']), '105', 'half of the days'],
  [TWO, moves([2, '1']), '157.5', 'a movement over two ranges is paid by its share in each'],
  [TWO, moves([2, '2'], [-1, '-0.5']), '162.5', 'what goes is taken off in its range; flat amounts stay'],
  [TWO, moves([2, '2'], [-2, '-1']), '157.5', 'over two ranges'],
  [TWO, moves([1, '1'], [-1, '0']), '110', 'a departure without days takes nothing off'],
  [TWO, moves([1, '0'], [1, '1']), '110', 'what no day pays for takes no place'],
  [TWO, moves([1, '0'], [-1, '0'], [1, '1']), '110', 'and leaves none'],
  [TWO, moves([-1, '-0.5'], [2, '1.5']), '110', 'quantities below 0 belong to the first range'],
  [TWO, moves([1, '1'], [-3, '-2']), '0', 'a quantity that ends below 0 costs nothing'],
  [TWO, moves([1, '0.5'], [-1, '-0.9']), '100', 'parts that add up to less than nothing count 0'],
  [TWO, moves([0, '0.5']), '105', 'days of a quantity that is gone are paid in the first range'],
])('%j with %j costs %s: %s', (ranges, movements, amount) => {
  expect(amountOf(ranges, movements).toFixed()).toBe(amount);
});

/** Current usage after each event, as in the shared scenarios: [event time, value, window, units, cents]. */
describe('histories', () => {
  const THREE = [range(0, 5, '10', '100'), range(6, 15, '5', '50'), range(16, null, '2', '0')];
  const month = (from: string, to: string, durationDays: number) => ({
    window: { from: new Date(from), to: new Date(to) },
    durationDays,
    timezone: 'UTC',
    isUpgraded: false,
    isProrated: true,
  });
  const september = month('2023-09-01', '2023-10-01', 30);
  const october = month('2023-10-01', '2023-11-01', 31);
  const december = month('2023-12-01', '2024-01-01', 31);

  type Story = [string, Record<string, string> | null, typeof september, string, bigint][];

  const story = (
    aggregationType: 'sum_agg' | 'unique_count_agg',
    graduatedRanges: GraduatedRange[],
    steps: Story,
  ) => {
    const metric = {
      aggregationType,
      fieldName: 'value',
      recurring: true,
      roundingFunction: null,
      roundingPrecision: null,
    };
    const rated = steps.map(([, , scope], index) => {
      const events = steps
        .slice(0, index + 1)
        .flatMap(([at, properties]) =>
          properties === null ? [] : [{ at: new Date(at), properties, amount: ZERO }],
        );
      const price = { model: 'graduated', properties: { graduatedRanges } } as const;
      const { units, amountCents, amountDetails } = rateUsage(price, meterUsage(metric, events, scope), {
        currency: 'EUR',
        conversionRate: null,
      });
      expect(amountDetails).toEqual({});
      return [units.toFixed(), amountCents];
    });
    expect(rated).toEqual(steps.map(([, , , units, cents]) => [units, cents]));
  };

  test('a sum with three ranges, increases, decrease and overflow, then a full month', () => {
    story('sum_agg', THREE, [
      ['2023-09-02', null, september, '0', 10000n],
      ['2023-09-10', { value: '2' }, september, '2', 11400n],
      ['2023-09-16', { value: '5' }, september, '7', 18400n],
      ['2023-09-20', { value: '-6' }, september, '1', 16567n],
      ['2023-09-25', { value: '10' }, september, '11', 17967n],
      ['2023-09-26', { value: '4' }, september, '15', 18300n],
      ['2023-09-30', { value: '60' }, september, '75', 18700n],
      ['2023-10-05', null, october, '75', 37000n],
      ['2023-10-17', { value: '20' }, october, '95', 38935n],
    ]);
  });

  test('a sum that is carried over twice, then ended on the 7th', () => {
    const november = month('2023-11-01', '2023-12-01', 30);
    const ended = {
      ...december,
      window: { from: new Date('2023-12-01'), to: new Date('2023-12-07T00:02:00.001Z') },
    };
    story(
      'sum_agg',
      [range(0, 5, '0', '0'), range(6, null, '10', '0')],
      [
        ['2023-10-05', { value: '4' }, october, '4', 0n],
        ['2023-10-05T00:00:01Z', { value: '3' }, october, '7', 1742n],
        ['2023-11-05', { value: '-1' }, november, '6', 1133n],
        ['2023-12-07', null, december, '6', 1000n],
        ['2023-12-07T00:01:00Z', { value: '1' }, december, '7', 1806n],
        ['2023-12-07T00:02:00Z', null, ended, '7', 258n],
      ],
    );
  });

  test('unique: a removal in a later month is priced to the day', () => {
    const november = month('2023-11-01', '2023-12-01', 30);
    story('unique_count_agg', TWO, [
      ['2023-09-10', { value: '1111' }, september, '1', 10700n],
      ['2023-10-05', null, october, '1', 11000n],
      ['2023-10-17', { value: '1111', operation_type: 'remove' }, october, '0', 10548n],
      ['2023-10-19', { value: '2222' }, october, '1', 10968n],
      ['2023-11-05', null, november, '1', 11000n],
    ]);
  });

  test('unique: an item removed before the period occupies no range and makes no room in one', () => {
    const october2024 = month('2024-10-01', '2024-11-01', 31);
    const november2024 = month('2024-11-01', '2024-12-01', 30);
    story(
      'unique_count_agg',
      [range(0, 1, '0', '0'), range(2, 2, '10', '0'), range(3, null, '30', '0')],
      [
        ['2024-10-05', { value: 'a' }, october2024, '1', 0n],
        ['2024-10-06', { value: 'b' }, october2024, '2', 839n],
        ['2024-10-07', { value: 'c' }, october2024, '3', 3258n],
        ['2024-10-25', { value: 'b', operation_type: 'remove' }, october2024, '2', 3065n],
        ['2024-11-15', null, november2024, '2', 1000n],
        ['2024-11-16', { value: 'd' }, november2024, '3', 2500n],
      ],
    );
  });
});

describe('properties', () => {
  const price = fc.nat({ max: 10 ** 4 }).map((n) => new Big(n).div(100).toFixed());
  const ranges = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
      fc.array(price, { minLength: 8, maxLength: 8 }),
    )
    .map(([ends, prices]) => {
      const sorted = ends.toSorted((a, b) => a - b);
      return [...sorted, null].map((toValue, index) =>
        range(sorted[index - 1] ?? 0, toValue, prices[index] ?? '0', prices[index + 4] ?? '0'),
      );
    });
  const movements = fc.array(fc.tuple(fc.integer({ min: -30, max: 60 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 8,
  });
  const by = (list: [number, number][]) =>
    moves(...list.map(([full, days]) => [full, String(full * days)] as [number, string]));

  test('one movement over all days is an ordinary graduated price', () => {
    fc.assert(
      fc.property(ranges, fc.nat({ max: 100 }), (graduatedRanges, full) => {
        const plain = rateUsage(
          { model: 'graduated', properties: { graduatedRanges } },
          usageOf(new Big(full)),
          { currency: 'EUR', conversionRate: null },
        );
        expect(amountOf(graduatedRanges, by([[full, 30]]), 30)).toEqual(plain.preciseAmount);
      }),
    );
  });

  test('splitting a movement changes nothing', () => {
    fc.assert(
      fc.property(ranges, movements, (graduatedRanges, list) => {
        const halves = list.flatMap(([full, days]) => [
          [full / 2, days] as [number, number],
          [full / 2, days] as [number, number],
        ]);
        expect(amountOf(graduatedRanges, by(halves), 30)).toEqual(amountOf(graduatedRanges, by(list), 30));
      }),
    );
  });

  test('with one price for all units, the amount is prorated units times price', () => {
    fc.assert(
      fc.property(price, movements, (perUnit, list) => {
        const full = list.reduce((total, [units]) => total + units, 0);
        const unitDays = list.reduce((total, [units, days]) => total + units * days, 0);
        const expected = full < 0 || unitDays < 0 ? ZERO : new Big(unitDays).times(perUnit).div(30);
        expect(amountOf([range(0, 9, perUnit, '0'), range(10, null, perUnit, '0')], by(list), 30)).toEqual(
          expected,
        );
      }),
    );
  });
});

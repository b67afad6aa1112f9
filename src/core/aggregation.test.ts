import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  aggregate,
  isAggregationType,
  roundUnits,
  type AggregationType,
  type RoundingFunction,
  type UsageEvent,
} from './aggregation.js';
import { Big } from './decimal.js';

const event = (value: unknown): UsageEvent => ({ properties: { value } });
const events = (...values: unknown[]) => values.map(event);

test.each<[AggregationType, unknown[], string, bigint, string]>([
  ['count_agg', [], '0', 0n, 'no events'],
  ['count_agg', ['x', null, 3], '3', 3n, 'whatever their properties'],
  ['sum_agg', [], '0', 0n, 'no events'],
  ['sum_agg', ['2.5', 1.25, '-0.5'], '3.25', 3n, 'decimals, numbers and negative values'],
  ['sum_agg', ['0.1', '0.2'], '0.3', 2n, 'no binary fractions'],
  ['sum_agg', ['4', 'x', null, '1e3', ' 2'], '4', 1n, 'what is not numeric is ignored, also in the count'],
  ['sum_agg', ['1', '1234567890123456789012345678901'], '1', 1n, 'too many digits count as not numeric'],
  ['sum_agg', ['-3', '1'], '-2', 2n, 'may be negative: pricing makes it 0'],
  ['max_agg', [], '0', 0n, 'no events'],
  ['max_agg', ['3', '12.5', 'x', '7'], '12.5', 3n, 'the largest numeric value'],
  ['max_agg', ['-3', '-8'], '-3', 2n, 'the largest of negative values is negative'],
])('%s of %j is %s over %s events: %s', (type, values, units, eventsCount) => {
  const result = aggregate(type, 'value', events(...values));
  expect([result.units.toFixed(), result.eventsCount]).toEqual([units, eventsCount]);
});

test('an event without the property is ignored', () => {
  const result = aggregate('sum_agg', 'other', events('1', '2'));
  expect([result.units.toFixed(), result.eventsCount]).toEqual(['0', 0n]);
});

test.each([
  ['count_agg', true, 'offered'],
  ['custom_agg', false, 'never offered: aggregations.md §9'],
  ['toString', false, 'no inherited member passes'],
])('%s is an aggregation type: %s (%s)', (text, known) => {
  expect(isAggregationType(text)).toBe(known);
});

describe('properties', () => {
  const decimals = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => new Big(n).div(1000).toFixed());
  const split = fc.tuple(fc.array(decimals), fc.array(decimals));

  test('sums and counts of two halves add up to the whole', () => {
    fc.assert(
      fc.property(fc.constantFrom('sum_agg', 'count_agg'), split, (type, [first, second]) => {
        const [whole, a, b] = [[...first, ...second], first, second].map((part) =>
          aggregate(type, 'value', events(...part)),
        );
        expect(a?.units.plus(b?.units ?? 0).toFixed()).toBe(whole?.units.toFixed());
        expect((a?.eventsCount ?? 0n) + (b?.eventsCount ?? 0n)).toBe(whole?.eventsCount);
      }),
    );
  });

  test('the maximum is a value that none exceeds, in any order', () => {
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1 }), (values) => {
        const max = aggregate('max_agg', 'value', events(...values)).units;
        expect(values.some((value) => max.eq(value))).toBe(true);
        expect(values.every((value) => max.gte(value))).toBe(true);
        expect(aggregate('max_agg', 'value', events(...values.toReversed())).units.eq(max)).toBe(true);
      }),
    );
  });
});

test.each<[string, RoundingFunction | null, number | null, string, string]>([
  ['335.5', 'ceil', -2, '400', 'aggregations.md §13.4'],
  ['2.345', 'round', 2, '2.35', 'half away from zero'],
  ['-2.345', 'round', 2, '-2.35', 'on both sides'],
  ['249.9', 'round', -2, '200', 'to hundreds'],
  ['2.1', 'ceil', null, '3', 'no precision means whole units'],
  ['2.9', 'floor', null, '2', 'no precision means whole units'],
  ['2.9', null, 0, '2.9', 'no rounding function'],
])('%s with %s at %s is %s: %s', (units, rounding, precision, expected) => {
  expect(roundUnits(new Big(units), rounding, precision).toFixed()).toBe(expected);
});

import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big, ZERO } from '../money/decimal.js';
import {
  aggregate,
  isAggregationType,
  roundUnits,
  type AggregationType,
  type MetricRules,
  type RoundingFunction,
} from './aggregation.js';
import type { UsageEvent } from './usage-event.js';

const SEPTEMBER = { window: period('2027-09-01', '2027-10-01'), durationDays: 30 };

function period(from: string, to: string) {
  return { from: new Date(from), to: new Date(to) };
}

function metric(aggregationType: AggregationType, recurring = false): MetricRules {
  return { aggregationType, recurring, fieldName: aggregationType === 'count_agg' ? null : 'value' };
}

/** An event in the middle of the month, unless another time is given. */
function event(value: unknown, at = '2027-09-15', others: Record<string, unknown> = {}): UsageEvent {
  return { at: new Date(at), properties: { value, ...others }, amount: ZERO };
}

const item = (value: string, kind: string | undefined, at = '2027-09-15') =>
  event(value, at, kind === undefined ? {} : { operation_type: kind });

function result(rules: MetricRules, events: UsageEvent[], scope = SEPTEMBER) {
  const { units, totalAggregatedUnits, values } = aggregate(rules, events, scope);
  return [units.toFixed(), totalAggregatedUnits.toFixed(), values.length];
}

test.each<[AggregationType, unknown[], string, number, string]>([
  ['count_agg', [], '0', 0, 'no events'],
  ['count_agg', ['x', null, 3], '3', 3, 'events count regardless of their properties'],
  ['sum_agg', [], '0', 0, 'no events'],
  ['sum_agg', ['2.5', 1.25, '-0.5'], '3.25', 3, 'decimals, numbers and negative values'],
  ['sum_agg', ['0.1', '0.2'], '0.3', 2, 'no binary fractions'],
  ['sum_agg', ['4', 'x', null, '1e3', ' 2'], '4', 1, 'what is not numeric is ignored, also in the count'],
  ['sum_agg', ['1', '1234567890123456789012345678901'], '1', 1, 'too many digits count as not numeric'],
  ['sum_agg', ['-3', '1'], '-2', 2, 'may be negative: pricing makes it 0'],
  ['max_agg', [], '0', 0, 'no events'],
  ['max_agg', ['3', '12.5', 'x', '7'], '12.5', 3, 'the largest numeric value'],
  ['max_agg', ['-3', '-8'], '-3', 2, 'the largest of negative values is negative'],
  ['latest_agg', [], '0', 0, 'no events'],
  ['latest_agg', ['10', '3', '50'], '50', 3, 'the last one'],
  ['latest_agg', ['10', '3', 'x'], '3', 2, 'the last numeric one'],
  ['latest_agg', ['10', '-3'], '0', 2, 'a negative one counts 0'],
  ['unique_count_agg', [], '0', 0, 'no events'],
  ['unique_count_agg', ['a', 'b', 'a', 1, '1'], '3', 3, 'items are text, counted once, and so are events'],
  ['unique_count_agg', ['a', '', null, {}], '1', 1, 'events without item are ignored'],
])('%s of %j is %s over %s events: %s', (type, values, units, eventsCount) => {
  const events = values.map((value) => event(value));
  expect(result(metric(type), events)).toEqual([units, units, eventsCount]);
});

describe('scope', () => {
  const events = [
    event('1', '2027-08-31T23:59:59.999Z'),
    event('2', '2027-09-01'),
    event('4', '2027-09-30T23:59:59.999Z'),
    event('8', '2027-10-01'),
  ];

  test.each<[AggregationType, boolean, string, string]>([
    ['sum_agg', false, '6', 'a metered sum is one of the window'],
    ['sum_agg', true, '7', 'a recurring one of all before its end'],
    ['count_agg', false, '2', 'only events of the window'],
    ['unique_count_agg', false, '2', 'items of the window'],
    ['unique_count_agg', true, '3', 'items of all times before its end'],
  ])('an aggregation by %s, recurring %s: %s: %s', (type, recurring, units) => {
    expect(result(metric(type, recurring), events)[0]).toBe(units);
  });

  test('a metric without a field name reads no value', () => {
    const sum = { ...metric('sum_agg'), fieldName: null };
    const unique = { ...metric('unique_count_agg'), fieldName: null };
    expect([result(sum, events)[0], result(unique, events)[0]]).toEqual(['0', '0']);
  });
});

describe('unique count', () => {
  test.each<[[string, string | undefined][], string, string]>([
    [[['a', undefined], ['a', 'add']], '1', 'adding what is present changes nothing'], // prettier-ignore
    [[['a', 'add'], ['a', 'remove']], '0', 'added and removed in the window'], // prettier-ignore
    [[['a', 'remove']], '0', 'removing what is absent changes nothing'],
    [[['a', 'remove'], ['a', 'add']], '1', 'nor does it keep from adding later'], // prettier-ignore
    [[['a', 'add'], ['a', 'remove'], ['a', 'add']], '1', 'back again'], // prettier-ignore
    [[['a', 'add'], ['b', 'remove']], '1', 'items do not touch each other'], // prettier-ignore
    [[['a', 'REMOVE']], '1', 'only the exact word removes'],
  ])('a unique count of %j is %s: %s', (operations, units) => {
    const events = operations.map(([value, kind]) => item(value, kind));
    expect(result(metric('unique_count_agg'), events)[0]).toBe(units);
  });

  test.each([
    [false, '0', 'metered: what was there before is not known'],
    [true, '1', 'recurring: what was there before is carried'],
  ])('an item of an earlier window, one of them removed, recurring %s: %s: %s', (recurring, units) => {
    const events = [item('a', 'add', '2027-08-05'), item('b', 'add', '2027-08-06'), item('b', 'remove')];
    expect(result(metric('unique_count_agg', recurring), events)[0]).toBe(units);
  });
});

describe('weighted sum', () => {
  const spec = [event('12', '2027-09-06'), event('6', '2027-09-16T12:00:00Z'), event('-10', '2027-09-26')];
  const carried = event('20', '2027-08-31T23:00:00Z');
  const lastSecond = new Date('2027-09-30T12:00:00.501Z');

  test.each<[boolean, UsageEvent[], typeof SEPTEMBER, string, string, number, string]>([
    [false, spec, SEPTEMBER, '11.23333333333333333334', '8', 3, 'aggregations.md §13.1'],
    [true, [carried, ...spec], SEPTEMBER, '31.23333333333333333334', '28', 3, 'with 20 carried over'],
    [false, [carried, ...spec], SEPTEMBER, '11.23333333333333333334', '8', 3, 'metered: starts at 0'],
    [true, [carried], SEPTEMBER, '20', '20', 0, 'present all the time'],
    [false, [], SEPTEMBER, '0', '0', 0, 'nothing'],
    [
      false,
      [event('3', '2027-09-16'), event('x', '2027-09-16'), event('-2', '2027-09-16')],
      SEPTEMBER,
      '0.5',
      '1',
      2,
      'what lies between events of one instant weighs nothing',
    ],
    [
      true,
      [carried],
      { ...SEPTEMBER, window: period('2027-09-16', '2027-10-01') },
      '10',
      '20',
      0,
      'half of the period is half of the quantity',
    ],
    [
      true,
      [event('86400', '2027-08-01')],
      { durationDays: 1, window: { from: new Date('2027-09-30T12:00:00Z'), to: lastSecond } },
      '1',
      '86400',
      0,
      'a started second counts in full',
    ],
    [
      true,
      [carried],
      { ...SEPTEMBER, window: { ...SEPTEMBER.window, from: new Date('2027-09-16T00:00:00.001Z') } },
      '10',
      '20',
      0,
      'an upgrade takes over after its instant, and counts from it',
    ],
    [
      true,
      [event('86400', '2027-08-01')],
      {
        durationDays: 1,
        window: { from: new Date('2027-09-30T12:00:00.501Z'), to: new Date('2027-09-30T12:00:02Z') },
      },
      '1',
      '86400',
      0,
      'one within a second, from the end of that: the plan before has had the whole of it',
    ],
  ])('recurring %s, %j over %j: %s, total %s: %s', (recurring, events, scope, units, total, count) => {
    expect(result(metric('weighted_sum_agg', recurring), events, scope)).toEqual([units, total, count]);
  });
});

test('the amounts sent with events are added up for the events that count', () => {
  const events = [event('1'), event('x'), event('2')].map((one) => ({ ...one, amount: new Big('0.7') }));
  const amounts = (['sum_agg', 'count_agg'] as const).map((type) =>
    aggregate(metric(type), events, SEPTEMBER).eventsAmount.toFixed(),
  );
  expect(amounts).toEqual(['1.4', '2.1']);
});

test.each([
  ['weighted_sum_agg', true, 'offered'],
  ['custom_agg', false, 'never offered: aggregations.md §9'],
  ['toString', false, 'an inherited member of Object is not a type'],
])('%s is an aggregation type: %s (%s)', (text, known) => {
  expect(isAggregationType(text)).toBe(known);
});

test.each<[string, RoundingFunction | null, number | null, string, string]>([
  ['335.5', 'ceil', -2, '400', 'aggregations.md §13.4'],
  ['2.345', 'round', 2, '2.35', 'half away from zero'],
  ['-2.345', 'round', 2, '-2.35', 'a negative half is rounded away from zero'],
  ['249.9', 'round', -2, '200', 'to hundreds'],
  ['2.1', 'ceil', null, '3', 'no precision means whole units'],
  ['2.9', 'floor', null, '2', 'no precision means whole units'],
  ['2.9', null, 0, '2.9', 'no rounding function'],
])('%s with %s at %s is %s: %s', (units, roundingFunction, roundingPrecision, expected) => {
  expect(roundUnits(new Big(units), { roundingFunction, roundingPrecision }).toFixed()).toBe(expected);
});

describe('properties', () => {
  const decimals = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => new Big(n).div(1000).toFixed());

  test('in any order of events, the maximum is a value that none exceeds', () => {
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1 }), (values) => {
        const max = (list: string[]) =>
          aggregate(
            metric('max_agg'),
            list.map((value) => event(value)),
            SEPTEMBER,
          ).units;
        expect(values.some((value) => max(values).eq(value))).toBe(true);
        expect(values.every((value) => max(values).gte(value))).toBe(true);
        expect(max(values.toReversed()).eq(max(values))).toBe(true);
      }),
    );
  });

  test('a weighted sum is between the lowest and the highest level of the quantity', () => {
    const moments = fc
      .integer({ min: 0, max: 30 * 86_400 - 1 })
      .map((n) => SEPTEMBER.window.from.getTime() + n * 1000);
    fc.assert(
      fc.property(fc.array(fc.tuple(moments, fc.integer({ min: -50, max: 50 }))), (steps) => {
        const events = steps
          .toSorted(([a], [b]) => a - b)
          .map(([at, value]) => ({ ...event(String(value)), at: new Date(at) }));
        const levels = [0];
        for (const { properties } of events) levels.push((levels.at(-1) ?? 0) + Number(properties['value']));
        const { units } = aggregate(metric('weighted_sum_agg'), events, SEPTEMBER);
        expect(units.gte(Math.min(...levels)) && units.lte(Math.max(...levels))).toBe(true);
      }),
    );
  });

  test('a recurring weighted sum is the total of its parts, wherever an upgrade splits the period', () => {
    const { from, to } = SEPTEMBER.window;
    const moments = fc.date({
      min: new Date('2027-08-01'),
      max: new Date(to.getTime() - 1),
      noInvalidDate: true,
    });
    const cuts = fc.date({ min: from, max: new Date(to.getTime() - 2_000), noInvalidDate: true });
    const near = fc.integer({ min: -1_500, max: 1_500 });
    const rules = metric('weighted_sum_agg', true);
    fc.assert(
      fc.property(
        cuts,
        fc.array(fc.tuple(fc.oneof(moments, near), fc.integer({ min: -999, max: 999 }))),
        (cut, steps) => {
          const events = steps
            .map(([at, value]) => ({ at: typeof at === 'number' ? new Date(cut.getTime() + at) : at, value }))
            .filter(({ at }) => at < to)
            .toSorted((a, b) => a.at.getTime() - b.at.getTime())
            .map(({ at, value }) => ({ ...event(String(value)), at }));
          const after = new Date(cut.getTime() + 1);
          const unitsOf = (window: typeof SEPTEMBER.window) =>
            aggregate(
              rules,
              events.filter(({ at }) => at < window.to),
              { ...SEPTEMBER, window },
            ).units;
          const parts = unitsOf({ from, to: after }).plus(unitsOf({ from: after, to }));
          // Each part is rounded up at its last decimal.
          expect(parts.minus(unitsOf({ from, to })).abs().lte('2e-20')).toBe(true);
        },
      ),
    );
  });
});

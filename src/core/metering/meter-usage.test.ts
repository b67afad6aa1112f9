import { expect, test } from '@jest/globals';
import { ZERO } from '../money/decimal.js';
import type { AggregationType, RoundingFunction } from './aggregation.js';
import { meterUsage, meterByPresentation, meterRecurringQuantity } from './meter-usage.js';

const scope = {
  window: { from: new Date('2027-10-01'), to: new Date('2027-11-01') },
  durationDays: 31,
  timezone: 'UTC',
  isUpgraded: false,
  isProrated: true,
};

interface Case {
  aggregationType: AggregationType;
  roundingFunction?: RoundingFunction;
  isProrated?: boolean;
}

function metered({ aggregationType, roundingFunction, isProrated = true }: Case) {
  const metric = {
    aggregationType,
    recurring: true,
    fieldName: 'value',
    roundingFunction: roundingFunction ?? null,
    roundingPrecision: 1,
  };
  const events = ['2027-09-20', '2027-10-11T10:00:00Z'].map((at, index) => ({
    at: new Date(at),
    properties: { value: index === 0 ? '1.25' : '2' },
    amount: ZERO,
  }));
  const usage = meterUsage(metric, events, { ...scope, isProrated });
  return [
    usage.units.toFixed(),
    usage.totalAggregatedUnits.toFixed(),
    usage.eventsCount,
    usage.proration?.units.toFixed() ?? null,
  ];
}

test.each<[Case, unknown[], string]>([
  [{ aggregationType: 'sum_agg', isProrated: false }, ['3.25', '3.25', 2n, null], 'full units only'],
  [{ aggregationType: 'sum_agg' }, ['3.25', '3.25', 2n, '2.60484'], 'full and prorated units'],
  [
    { aggregationType: 'sum_agg', roundingFunction: 'ceil' },
    ['3.3', '3.3', 2n, '2.7'],
    'rounding applies to both',
  ],
  [{ aggregationType: 'unique_count_agg' }, ['2', '2', 2n, '1.67742'], 'items by their days'],
  [
    { aggregationType: 'weighted_sum_agg', roundingFunction: 'floor' },
    ['2.5', '3.25', 1n, null],
    'already weighted by time: no proration, and its total is not rounded',
  ],
])('the meter of %j is %j: %s', (settings, expected) => {
  expect(metered(settings)).toEqual(expected);
});

const seats = {
  aggregationType: 'unique_count_agg' as const,
  recurring: true,
  fieldName: 'seat',
  roundingFunction: null,
  roundingPrecision: null,
};
const seat = (properties: Record<string, unknown>, at: string) => ({
  at: new Date(at),
  properties,
  amount: ZERO,
});

test('a recurring quantity is counted in full, regardless of when it was added', () => {
  const events = [
    seat({ seat: 'a' }, '2027-09-20'),
    seat({ seat: 'b' }, '2027-10-31T23:59:59Z'),
    seat({ seat: 'c' }, '2027-11-01'),
  ];
  const { units, proration } = meterRecurringQuantity(seats, events, scope);
  expect([units.toFixed(), proration]).toEqual(['2', null]);
});

test('units by presentation keys: an item may count in several groups', () => {
  const events = [
    seat({ seat: 'a', team: 'x' }, '2027-10-02'),
    seat({ seat: 'a', team: 'y' }, '2027-10-03'),
    seat({ seat: 'b', team: 'y' }, '2027-10-04'),
  ];
  const shown = meterByPresentation(['team'], seats, events, scope);
  expect(shown.map(({ presentationBy, units }) => [presentationBy, units.toFixed()])).toEqual([
    [{ team: 'x' }, '1'],
    [{ team: 'y' }, '2'],
  ]);
});

import { expect, test } from '@jest/globals';
import { Big } from '../money/decimal.js';
import type { RoundingFunction } from '../metering/aggregation.js';
import type { Price } from '../rating/charge-models.js';
import { usageOf } from '../usage.js';
import { rateInAdvanceUsage } from './in-advance-usage.js';

const standard = (amount: string): Price<'standard'> => ({ model: 'standard', properties: { amount } });

interface Case {
  price?: Price;
  total: string;
  /** `cur` and `max`; null before the first event. */
  state: [string, string] | null;
  rounding?: RoundingFunction;
  /** First day of the window in February 2024 and prorated billed units so far. */
  prorated?: { from: string; billedUnits: string };
}

function read({ price = standard('2'), total, state, rounding, prorated }: Case) {
  const window = { from: new Date(prorated?.from ?? '2024-02-01'), to: new Date('2024-03-01') };
  const rated = rateInAdvanceUsage(
    price,
    {
      usage: usageOf(new Big(total)),
      state: state === null ? null : { current: new Big(state[0]), highest: new Big(state[1]) },
      rounding: { roundingFunction: rounding ?? null, roundingPrecision: null },
      proration:
        prorated === undefined
          ? null
          : {
              scope: { window, durationDays: 29, timezone: 'UTC' },
              billedUnits: new Big(prorated.billedUnits),
            },
    },
    { currency: 'EUR', conversionRate: null },
  );
  expect(rated.totalAggregatedUnits).toEqual(rated.units);
  return [rated.units.toFixed(), rated.amountCents];
}

test.each<[Case, [string, bigint], string]>([
  [
    { total: '1', state: ['1', '4'] },
    ['1', 800n],
    'current-usage.md §6.3: present units, the highest level paid',
  ],
  [{ total: '11', state: ['1', '4'] }, ['11', 2800n], 'the quantity carried over is paid as well'],
  [{ total: '7', state: null }, ['7', 1400n], 'no event yet, or each on its own'],
  [{ total: '-3', state: ['-3', '-3'] }, ['0', 0n], 'both at least 0'],
  [{ total: '-1', state: ['-3', '2'] }, ['0', 800n], 'each by itself'],
  [
    { total: '1.2', state: ['1.2', '4.1'], rounding: 'ceil' },
    ['2', 1000n],
    "rounded by the metric's rounding",
  ],
  [
    {
      price: {
        model: 'graduated',
        properties: {
          graduatedRanges: [{ fromValue: 0, toValue: null, perUnitAmount: '1', flatAmount: '3' }],
        },
      },
      total: '0',
      state: null,
    },
    ['0', 300n],
    'a first flat amount',
  ],
  [
    {
      price: standard('1'),
      total: '1',
      state: ['1', '1'],
      prorated: { from: '2024-02-23T01:00:00Z', billedUnits: '0.24138' },
    },
    ['1', 24n],
    'prorated: what has been billed since',
  ],
  [
    {
      price: standard('1'),
      total: '0',
      state: ['0', '1'],
      prorated: { from: '2024-02-23T01:00:00Z', billedUnits: '0.24138' },
    },
    ['0', 24n],
    'also after a removal',
  ],
  [
    {
      price: standard('10'),
      total: '4.1234567',
      state: null,
      prorated: { from: '2024-02-01', billedUnits: '0' },
    },
    ['4.1234567', 4123n],
    'present in the whole period: not rounded',
  ],
  [
    {
      price: standard('10'),
      total: '5',
      state: ['1', '1'],
      prorated: { from: '2024-02-15', billedUnits: '0.5' },
    },
    ['5', 2569n],
    '4 x 15/29 carried over, rounded up, and 0.5 billed',
  ],
  [
    {
      price: standard('10'),
      total: '3',
      state: ['-1', '0'],
      prorated: { from: '2024-02-01', billedUnits: '0' },
    },
    ['3', 3000n],
    'a balance below 0 adds nothing to the quantity carried over',
  ],
])('usage of %j is %j: %s', (current, expected) => {
  expect(read(current)).toEqual(expected);
});

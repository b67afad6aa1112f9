import { expect, test } from '@jest/globals';
import type { RoundingFunction } from '../metering/aggregation.js';
import { PERCENTAGE_DEFAULTS } from '../rating/models/percentage-properties.js';
import { estimateInstantly, type InstantPrice } from './instant-estimate.js';

const standard: InstantPrice = { model: 'standard', properties: { amount: '0.333' } };
const percentage: InstantPrice = {
  model: 'percentage',
  properties: {
    ...PERCENTAGE_DEFAULTS,
    rate: '1.8',
    fixedAmount: '0.2',
    freeUnitsPerEvents: 5,
    freeUnitsPerTotalAggregation: '1000',
    perTransactionMinAmount: '0.6',
    perTransactionMaxAmount: '4',
  },
};

interface Metric {
  fieldName?: string | null;
  roundingFunction?: RoundingFunction;
}

test.each<[InstantPrice, Metric, Record<string, unknown>, string, bigint, string, string]>([
  [
    percentage,
    {},
    { value: '15' },
    '15',
    60n,
    '0.04',
    'current-usage.md §6.4: raised to the minimum, nothing is free',
  ],
  [percentage, {}, { value: 100 }, '100', 200n, '0.02', 'between the bounds'],
  [percentage, {}, { value: '1000' }, '1000', 400n, '0.004', 'lowered to the maximum'],
  [percentage, {}, {}, '0', 60n, '0', 'missing: no units, but a transaction'],
  [standard, {}, { value: '7' }, '7', 233n, '0.332857', 'the unit amount of the rounded amount'],
  [standard, {}, { value: 'x' }, '0', 0n, '0', 'no number counts 0'],
  [standard, {}, { value: '-3' }, '0', 0n, '0', 'negative usage costs nothing'],
  [standard, { fieldName: null }, { value: '7' }, '1', 33n, '0.33', 'without property each event counts 1'],
  [
    standard,
    { roundingFunction: 'ceil' },
    { value: '6.1' },
    '7',
    233n,
    '0.332857',
    "rounded by the metric's rounding",
  ],
])('%j, %j: %j is %s units, %s at %s: %s', (price, metric, properties, units, cents, unitAmount) => {
  const estimate = estimateInstantly(
    price,
    { fieldName: 'value', roundingFunction: null, roundingPrecision: null, ...metric },
    properties,
    { currency: 'EUR', conversionRate: null },
  );
  expect([
    estimate.units.toFixed(),
    estimate.amountCents,
    estimate.preciseUnitAmount.round(6).toFixed(),
  ]).toEqual([units, cents, unitAmount]);
});

import { expect, test } from '@jest/globals';
import { Big } from '../money/decimal.js';
import { PERCENTAGE_DEFAULTS } from '../rating/models/percentage-properties.js';
import { rateUsage, type Price } from '../rating/charge-models.js';
import { usageOf } from '../usage.js';
import { progressOf, projectUnits, projectUsage, type Progress } from './projected-usage.js';

const EUR = { currency: 'EUR', conversionRate: null };
const SEPTEMBER = { from: new Date('2027-09-01'), to: new Date('2027-10-01') };

test.each([
  ['2027-08-31T23:59:59Z', 'UTC', 0, 30, 'not begun'],
  ['2027-09-01T00:00:00Z', 'UTC', 1, 30, 'a day that begins counts'],
  ['2027-09-10T12:00:00Z', 'UTC', 10, 30, 'current-usage.md §6.1'],
  ['2027-10-01T00:00:00Z', 'UTC', 30, 30, 'over'],
])('usage at %s in %s, %s of %s days: %s', (now, timezone, elapsedDays, totalDays) => {
  expect(progressOf(SEPTEMBER, new Date(now), timezone)).toEqual({ elapsedDays, totalDays });
});

const third: Progress = { elapsedDays: 10, totalDays: 30 };
const range = (fromValue: number, toValue: number | null, perUnitAmount: string, flatAmount: string) => ({
  fromValue,
  toValue,
  perUnitAmount,
  flatAmount,
});
const RANGES = [range(0, 10, '1', '5'), range(11, null, '2', '7')];
const standard: Price = { model: 'standard', properties: { amount: '2' } };
const packages: Price = { model: 'package', properties: { amount: '4.5', packageSize: 25, freeUnits: 10 } };
const graduated: Price = { model: 'graduated', properties: { graduatedRanges: RANGES } };
const volume: Price = { model: 'volume', properties: { volumeRanges: RANGES } };
const percentage: Price = { model: 'percentage', properties: { ...PERCENTAGE_DEFAULTS, rate: '50' } };
const graduatedPercentage: Price = {
  model: 'graduated_percentage',
  properties: { graduatedPercentageRanges: [{ fromValue: 0, toValue: null, rate: '10', flatAmount: '2' }] },
};

test.each<[Price, string, Progress, boolean, string, bigint, string]>([
  [packages, '61', third, false, '183', 3150n, 'current-usage.md §6.1: 7 packages'],
  [standard, '10', third, false, '30', 6000n, 'units times amount'],
  [standard, '1', { elapsedDays: 7, totalDays: 30 }, false, '4.29', 858n, 'of units rounded to two decimals'],
  [standard, '10', { elapsedDays: 0, totalDays: 30 }, false, '0', 0n, 'nothing before it begins'],
  [standard, '10', { elapsedDays: 30, totalDays: 30 }, false, '10', 2000n, 'as it is when it is over'],
  [standard, '10', third, true, '10', 2000n, 'what lasts does not grow'],
  [graduated, '5', third, false, '15', 3200n, '10 + 5 + 10 + 7'],
  [graduated, '0', third, false, '0', 0n, 'no units: no flat amount'],
  [graduated, '0', third, true, '0', 500n, 'unless it lasts: as it is'],
  [volume, '3.4', third, false, '10.2', 2740n, 'the range of 11 started units: 20.4 + 7'],
  [volume, '0', third, false, '0', 500n, 'the first range has the first flat amount'],
  [percentage, '7', third, false, '21', 1050n, 'the amount grows'],
  [graduatedPercentage, '70', third, false, '210', 2700n, 'three times 9, regardless of its parts'],
  [graduatedPercentage, '0', third, false, '0', 600n, 'also without units'],
  [percentage, '7', { elapsedDays: 0, totalDays: 30 }, false, '0', 0n, 'nothing before it begins'],
])(
  '%j of %s units, %j, recurring %s: %s units, %s: %s',
  (price, units, progress, isRecurring, projected, cents) => {
    const current = rateUsage(price, usageOf(new Big(units)), EUR);
    const projection = projectUsage(price, current, { progress, isRecurring, pricing: EUR });
    expect([projection.units.toFixed(), projection.amountCents]).toEqual([projected, cents]);
  },
);

test('with pricing units, the amount in the pricing unit is extrapolated', () => {
  const pricing = { currency: 'EUR', conversionRate: new Big('0.7') };
  const current = rateUsage(percentage, usageOf(new Big('8.23')), pricing);
  const projection = projectUsage(percentage, current, { progress: third, isRecurring: false, pricing });
  // 4.115 x 3 = 12.345, rounded to 12.35 units before it is converted.
  expect([projection.pricingUnit?.amountCents, projection.amountCents]).toEqual([1235n, 865n]);
});

test.each([
  ['61', third, false, '183'],
  ['1', { elapsedDays: 7, totalDays: 30 }, false, '4.29'],
  ['1.234', third, true, '1.234'],
])('%s units after %j, recurring %s, will be %s', (units, progress, isRecurring, expected) => {
  expect(projectUnits(new Big(units), { progress, isRecurring }).toFixed()).toBe(expected);
});

import { expect, test } from '@jest/globals';
import { Big } from '../../money/decimal.js';
import { usageOf } from '../../usage.js';
import { codesOf } from '../../../../test/support/property-errors.js';
import { parseChargeProperties, rateUsage } from '../charge-models.js';
import type { GraduatedPercentageRange } from './graduated-percentage.js';

const EUR = { currency: 'EUR', conversionRate: null };
const range = (fromValue: number, toValue: number | null, rate: string, flatAmount: string) =>
  ({ fromValue, toValue, rate, flatAmount }) satisfies GraduatedPercentageRange;

const RANGES = [range(0, 1000, '1.5', '5'), range(1001, 5000, '1', '2'), range(5001, null, '0.5', '0')];

function rate(graduatedPercentageRanges: GraduatedPercentageRange[], units: string) {
  return rateUsage(
    { model: 'graduated_percentage', properties: { graduatedPercentageRanges } },
    usageOf(new Big(units)),
    EUR,
  );
}

test.each([
  [RANGES, '0', 500n, 'no usage charges the first flat amount'],
  [RANGES, '400', 1100n, '6 + 5'],
  [RANGES, '1000', 2000n, 'the end of a range lies inside: 15 + 5'],
  [RANGES, '1000.5', 2201n, 'a fraction reaches the next: 20 + 0.005 + 2'],
  [RANGES, '7000', 7200n, '20 + 40 + 2 + 10'],
  [[range(0, 1000, '1.5', '5'), range(1000, null, '1', '2')], '2000', 3200n, 'ranges that share their bound'],
  [RANGES, '-7', 0n, 'negative usage costs nothing'],
])('ranges %j, %s units: %s: %s', (ranges, units, cents) => {
  expect(rate(ranges, units).amountCents).toBe(cents);
});

test('details list every range reached, with its rate', () => {
  expect(rate(RANGES, '1400').amountDetails).toEqual({
    graduated_percentage_ranges: [
      {
        from_value: 0,
        to_value: 1000,
        flat_unit_amount: '5.0',
        rate: '1.5',
        units: '1000.0',
        per_unit_total_amount: '15.0',
        total_with_flat_amount: '20.0',
      },
      {
        from_value: 1001,
        to_value: 5000,
        flat_unit_amount: '2.0',
        rate: '1.0',
        units: '400.0',
        per_unit_total_amount: '4.0',
        total_with_flat_amount: '6.0',
      },
    ],
  });
});

test.each<[unknown, string[], string]>([
  [null, ['missing_graduated_percentage_ranges'], 'null'],
  [{}, ['invalid_graduated_percentage_ranges'], 'no list'],
  [[range(2, null, '1', '0')], ['invalid_graduated_percentage_ranges'], 'not from 0'],
  [
    [{ fromValue: 0, toValue: null, rate: 1, flatAmount: 'x' }],
    ['invalid_rate', 'invalid_amount'],
    'prices that are none',
  ],
])('ranges %j are refused with %j: %s', (graduatedPercentageRanges, errors) => {
  expect(codesOf(parseChargeProperties('graduated_percentage', { graduatedPercentageRanges }))).toEqual(
    errors,
  );
});

test.each<[Record<string, unknown>, GraduatedPercentageRange[], string]>([
  [{}, [range(0, null, '0', '0')], 'the default: one open range'],
  [{ graduatedPercentageRanges: RANGES }, RANGES, 'as sent'],
])('properties %j are %j: %s', (sent, graduatedPercentageRanges) => {
  expect(parseChargeProperties('graduated_percentage', sent)).toEqual({
    properties: { graduatedPercentageRanges },
  });
});

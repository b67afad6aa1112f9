import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { Big } from '../../money/decimal.js';
import { proratedTo, usageOf } from '../../usage.js';
import { codesOf } from '../../../../test/support/property-errors.js';
import { parseChargeProperties, rateUsage } from '../charge-models.js';
import type { VolumeRange } from './volume.js';

const EUR = { currency: 'EUR', conversionRate: null };
const range = (fromValue: number, toValue: number | null, perUnitAmount: string, flatAmount: string) =>
  ({ fromValue, toValue, perUnitAmount, flatAmount }) satisfies VolumeRange;

const RANGES = [range(0, 100, '2', '10'), range(101, 200, '1', '0'), range(201, null, '0.5', '50')];

function rate(volumeRanges: VolumeRange[], units: string, proratedUnits?: string) {
  const proration = proratedUnits === undefined ? null : proratedTo(new Big(proratedUnits));
  return rateUsage(
    { model: 'volume', properties: { volumeRanges } },
    usageOf(new Big(units), { proration }),
    EUR,
  );
}

test.each([
  [RANGES, '1', 1200n, 'the first range'],
  [RANGES, '100', 21000n, 'its end belongs to it'],
  [RANGES, '100.5', 10050n, 'a fraction above lies in the next one'],
  [RANGES, '101', 10100n, 'the next one, without flat amount'],
  [RANGES, '200', 20000n, 'its end'],
  [RANGES, '300', 20000n, 'the open range'],
  [RANGES, '0', 1000n, 'no usage charges the first flat amount'],
  [RANGES, '-5', 0n, 'negative usage costs nothing, flat amounts included'],
  [[range(1, null, '2', '10')], '0', 1000n, 'also when the first range starts at 1'],
  [[range(1, null, '2', '10')], '0.5', 1100n, 'as it does for a fraction'],
])('ranges %j, %s units: %s: %s', (ranges, units, cents) => {
  expect(rate(ranges, units).amountCents).toBe(cents);
});

test.each<[string, string | undefined, Record<string, string>, string]>([
  ['100.5', undefined, { flat_unit_amount: '0.0', per_unit_amount: '1.0', per_unit_total_amount: '100.5' }, 'as priced'], // prettier-ignore
  ['0', undefined, { flat_unit_amount: '10.0', per_unit_amount: '0.0', per_unit_total_amount: '0.0' }, 'no units, no unit amount'], // prettier-ignore
  ['200', '50', { flat_unit_amount: '0.0', per_unit_amount: '0.25', per_unit_total_amount: '50.0' }, 'an average over full units'], // prettier-ignore
])('details of %s units, %s prorated: %j: %s', (units, prorated, expected) => {
  expect(rate(RANGES, units, prorated).amountDetails).toEqual(expected);
});

test('full units choose the range, prorated units are charged, the flat amount is due in full', () => {
  const fee = rate(RANGES, '300', '150.5');
  expect([fee.amountCents, fee.units.toFixed(), fee.preciseUnitAmount.toFixed(4)]).toEqual([
    12525n,
    '300',
    '0.4175',
  ]);
});

test.each<[unknown, string[], string]>([
  [undefined, ['missing_volume_ranges'], 'absent'],
  [[], ['missing_volume_ranges'], 'empty'],
  ['all', ['invalid_volume_ranges'], 'no list'],
  [[range(0, 10, '1', '0'), range(10, null, '1', '0')], ['invalid_volume_ranges'], 'a shared bound'],
  [[{ ...range(0, null, '1', '0'), perUnitAmount: 1 }], ['invalid_amount'], 'a JSON number'],
])('ranges %j are refused with %j: %s', (volumeRanges, errors) => {
  expect(codesOf(parseChargeProperties('volume', { volumeRanges, other: 1 }))).toEqual(errors);
});

test('consecutive ranges are accepted', () => {
  expect(parseChargeProperties('volume', { volumeRanges: RANGES })).toEqual({
    properties: { volumeRanges: RANGES },
  });
  expect(parseChargeProperties('volume', null)).toEqual({
    properties: { volumeRanges: [range(0, null, '0', '0')] },
  });
});

describe('properties', () => {
  const price = fc.nat({ max: 10 ** 6 }).map((n) => new Big(n).div(10_000).toFixed());
  const units = fc.integer({ min: -(10 ** 6), max: 10 ** 9 }).map((n) => new Big(n).div(1000).toFixed());

  test('with one range, volume and graduated are the same', () => {
    fc.assert(
      fc.property(price, price, units, (perUnit, flat, quantity) => {
        const only = [range(0, null, perUnit, flat)];
        const graduated = rateUsage(
          { model: 'graduated', properties: { graduatedRanges: only } },
          usageOf(new Big(quantity)),
          EUR,
        );
        expect({ ...graduated, amountDetails: {} }).toEqual({ ...rate(only, quantity), amountDetails: {} });
      }),
    );
  });
});

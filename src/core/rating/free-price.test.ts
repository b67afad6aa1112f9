import { expect, test } from '@jest/globals';
import type { Price } from './charge-models.js';
import { isFree } from './free-price.js';
import { PERCENTAGE_DEFAULTS } from './models/percentage-properties.js';

const range = (perUnitAmount: string, flatAmount: string) => ({
  fromValue: 0,
  toValue: null,
  perUnitAmount,
  flatAmount,
});
const percentage = (over: object): Price => ({
  model: 'percentage',
  properties: { ...PERCENTAGE_DEFAULTS, rate: '0', ...over },
});

test.each<[Price, boolean, string]>([
  [{ model: 'standard', properties: { amount: '0.00' } }, true, 'nothing for each unit'],
  [{ model: 'standard', properties: { amount: '0.01' } }, false, 'something for each unit'],
  [
    { model: 'package', properties: { amount: '0', packageSize: 5, freeUnits: 3 } },
    true,
    'sizes cost nothing',
  ],
  [{ model: 'graduated', properties: { graduatedRanges: [range('0', '0')] } }, true, 'a range of nothing'],
  [{ model: 'volume', properties: { volumeRanges: [range('0', '1')] } }, false, 'a flat amount'],
  [percentage({ freeUnitsPerTotalAggregation: '5', perTransactionMaxAmount: '9' }), true, 'a cap of nothing'],
  [percentage({ fixedAmount: '1' }), false, 'a fixed amount'],
  [percentage({ perTransactionMinAmount: '1' }), false, 'a minimum'],
  [{ model: 'dynamic', properties: {} }, false, 'events name their price'],
])('%j is free: %s, %s', (price, expected) => {
  expect(isFree(price)).toBe(expected);
});

import { expect, test } from '@jest/globals';
import { sameProperties } from './same-properties.js';

test.each<[unknown, unknown, boolean, string]>([
  [{ amount: '1' }, { amount: '1.00' }, true, 'decimal texts are numbers'],
  [{ amount: '1' }, { amount: '1.01' }, false, 'another price'],
  [{ packageSize: 10 }, { packageSize: '10' }, true, 'a number and its text'],
  [{ amount: '1', freeUnits: null }, { amount: '1' }, true, 'null is absent'],
  [{ a: '1', b: '2' }, { b: '2', a: '1' }, true, 'in any order'],
  [{ amount: '1' }, { amount: '1', rate: '0' }, false, 'something more'],
  [{ graduatedRanges: [{ toValue: null }] }, { graduatedRanges: [{ toValue: null }] }, true, 'ranges'],
  [{ graduatedRanges: [{ toValue: 5 }] }, { graduatedRanges: [] }, false, 'fewer ranges'],
  [{ pricingGroupKeys: ['a', 'b'] }, { pricingGroupKeys: ['b', 'a'] }, false, 'lists have an order'],
  [{ pricingGroupKeys: ['1'] }, { pricingGroupKeys: ['01'] }, true, 'names that look like numbers too'],
  [{}, {}, true, 'nothing'],
])('the properties %j and %j: %s, %s', (one, other, expected) => {
  expect(sameProperties(one, other)).toBe(expected);
  expect(sameProperties(other, one)).toBe(expected);
});

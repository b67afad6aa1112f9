import { expect, test } from '@jest/globals';
import { feesByPeriod, firstOfSubscriptions } from './fees-by-period.js';

const at = (text: string) => new Date(text);
const june = { subscriptionId: 'a', chargesFrom: at('2027-06-01'), chargesTo: at('2027-07-01') };
const dayOfEnd = {
  subscriptionId: 'a',
  chargesFrom: at('2027-07-01'),
  chargesTo: at('2027-07-01T09:00:00.001Z'),
};
const other = { subscriptionId: 'b', chargesFrom: at('2027-06-01'), chargesTo: at('2027-07-01') };
const fee = (name: string, subscriptionId: string | null, from: string, isUsage = true) => {
  return { name, subscriptionId, from: at(from), isUsage };
};
const placed = (periods: readonly (typeof june)[], fees: readonly ReturnType<typeof fee>[]) =>
  feesByPeriod(periods, fees, (each) => each).map((own) => own.map(({ name }) => name));

test.each([
  [fee('usage of the day', 'a', '2027-07-01'), [[], ['usage of the day'], []]],
  [fee('usage of the period', 'a', '2027-06-01'), [['usage of the period'], [], []]],
  [fee('the plan', 'a', '2027-07-01', false), [['the plan'], [], []]],
  [fee('a coming period', 'a', '2027-08-01'), [['a coming period'], [], []]],
  [fee('of another subscription', 'b', '2027-07-01'), [[], [], ['of another subscription']]],
  [fee('of no subscription', null, '2027-07-01'), [[], [], []]],
])('the fees by period of %j', (each, expected) => {
  expect(placed([june, dayOfEnd, other], [each])).toEqual(expected);
});

test('the only period of a subscription has all its fees', () => {
  expect(placed([june], [fee('later', 'a', '2027-07-01')])).toEqual([['later']]);
});

test('the day of an end is not the first period of its subscription', () => {
  expect(firstOfSubscriptions([june, dayOfEnd, other])).toEqual([june, other]);
});

import { expect, test } from '@jest/globals';
import { contains, isEmpty, lastInstant, shownEnd, type Period } from './period.js';

const period = (from: string, to: string): Period => ({ from: new Date(from), to: new Date(to) });
const march = period('2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z');

test.each([
  ['2027-03-01T00:00:00.000Z', true, 'the first instant is in'],
  ['2027-03-31T23:59:59.999Z', true, 'the last millisecond is in'],
  ['2027-04-01T00:00:00.000Z', false, 'the next midnight is out'],
  ['2027-02-28T23:59:59.999Z', false, 'before it is out'],
])('March contains %s: %s (%s)', (at, inside) => {
  expect(contains(march, new Date(at))).toBe(inside);
});

test('the shown end is the last instant inside', () => {
  expect(shownEnd(march)).toEqual(new Date('2027-03-31T23:59:59.999Z'));
  expect(lastInstant(march)).toEqual(shownEnd(march));
});

test('an empty period shows its start twice', () => {
  const empty = period('2027-03-01T09:30:00Z', '2027-03-01T09:30:00Z');
  expect(isEmpty(empty)).toBe(true);
  expect(shownEnd(empty)).toEqual(empty.from);
});

import { expect, test } from '@jest/globals';
import { LANES, type Pair, Turns } from './turns.js';

const settings = { isInOrder: false, isBackground: false, isByCustomer: false };
const kinds = new Map([
  ['pay', { ...settings, lane: 'others' as const }],
  ['mail', { ...settings, lane: 'others' as const, isInOrder: true }],
  ['bill', { ...settings, lane: 'own' as const }],
  ['draw', { ...settings, lane: 'own' as const, isBackground: true }],
]);
const pair = (owner: string, kind: string): Pair => ({ owner, kind });

test('one organization has its share, and half of it while half of the lane is in use', () => {
  const turns = new Turns(kinds);
  const own = turns.next([pair('a', 'pay')]);
  expect(own).toHaveLength(LANES.others.ofKind);
  const crowd = Array.from({ length: 100 }, (_, index) => pair(`crowd ${index}`, 'pay'));
  expect(turns.next(crowd)).toHaveLength(LANES.others.total - own.length);
  expect(turns.next([pair('b', 'pay')])).toEqual([]);
});

test('with a full lane, whoever has waited longest is next, not who queued most', () => {
  const turns = new Turns(kinds);
  const hogs = Array.from({ length: 20 }, (_, index) => pair(`hog ${index}`, 'pay'));
  const [first = pair('', 'pay')] = turns.next(hogs);
  turns.next(hogs);
  turns.end(first);
  expect(turns.next([...hogs, pair('b', 'pay')])).toEqual([pair('b', 'pay')]);
});

test('the kinds of an organization take turns, those of the background last', () => {
  const turns = new Turns(kinds);
  expect(turns.next([pair('a', 'draw'), pair('a', 'bill')])).toEqual([pair('a', 'bill'), pair('a', 'bill')]);
});

test('a kind of job that is kept in order has one at a time', () => {
  const turns = new Turns(kinds);
  expect(turns.next([pair('a', 'mail')])).toEqual([pair('a', 'mail')]);
  expect(turns.next([pair('a', 'mail')])).toEqual([]);
  turns.end(pair('a', 'mail'));
  expect(turns.next([pair('a', 'mail')])).toHaveLength(1);
});

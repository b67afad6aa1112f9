import { expect, test } from '@jest/globals';
import { Slots } from './slots.js';

const ignore = () => undefined;

test('an endpoint has its share while most slots are free, then one request at a time', () => {
  const slots = new Slots(8, 3);
  const open = [0, 1, 2].map((before) => slots.take('a', before, ignore));
  expect([...open, slots.take('a', 3, ignore)]).toEqual([true, true, true, false]);
  expect([slots.take('a', 0, ignore), slots.take('a', 1, ignore)]).toEqual([true, false]);
  expect([slots.take('a', 0, ignore), slots.take('a', 0, ignore), slots.take('a', 0, ignore)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(slots.take('a', 0, ignore)).toBe(true);
  expect(slots.take('a', 0, ignore)).toBe(false);
});

test('whoever was refused is called when a slot becomes free, once', () => {
  const slots = new Slots(1, 5);
  const calls: string[] = [];
  expect(slots.take('a', 0, ignore)).toBe(true);
  expect(slots.take('a', 0, () => calls.push('second'))).toBe(false);
  slots.release('a');
  expect(calls).toEqual(['second']);
  expect(slots.take('a', 0, ignore)).toBe(true);
  slots.release('a');
  expect(calls).toEqual(['second']);
});

test('an organization has a share of them, however many endpoints it has, and half of it beyond half load', () => {
  const slots = new Slots(500, 5);
  const takeAll = (organization: string) =>
    Array.from({ length: 100 }, () => slots.take(organization, 0, ignore)).filter((isTaken) => isTaken)
      .length;
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(takeAll)).toEqual([50, 50, 50, 50, 50, 25, 25, 25]);
  slots.release('a');
  expect([takeAll('a'), takeAll('i')]).toEqual([0, 25]);
});

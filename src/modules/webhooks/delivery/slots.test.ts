import { expect, test } from '@jest/globals';
import { Slots } from './slots.js';

const ignore = () => undefined;

test('an endpoint has its share while most slots are free, then one request at a time', () => {
  const slots = new Slots(8, 3);
  const open = [0, 1, 2].map((before) => slots.take(before, ignore));
  expect([...open, slots.take(3, ignore)]).toEqual([true, true, true, false]);
  expect([slots.take(0, ignore), slots.take(1, ignore)]).toEqual([true, false]);
  expect([slots.take(0, ignore), slots.take(0, ignore), slots.take(0, ignore)]).toEqual([true, true, true]);
  expect(slots.take(0, ignore)).toBe(true);
  expect(slots.take(0, ignore)).toBe(false);
});

test('whoever was refused is called when a slot becomes free, once', () => {
  const slots = new Slots(1, 5);
  const calls: string[] = [];
  expect(slots.take(0, ignore)).toBe(true);
  expect(slots.take(0, () => calls.push('second'))).toBe(false);
  slots.release();
  expect(calls).toEqual(['second']);
  expect(slots.take(0, ignore)).toBe(true);
  slots.release();
  expect(calls).toEqual(['second']);
});

import { expect, test } from '@jest/globals';
import { FailureWaits } from './failure-waits.js';

test('ten failures are free, then the waits grow up to 15 minutes', () => {
  let now = 0;
  const waits = new FailureWaits(() => now);
  const isRefused = (name = 'a') => waits.begin(name) !== null;
  for (let failed = 0; failed < 10; failed += 1) expect(isRefused()).toBe(false);
  const waited: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const since = now;
    while (isRefused()) now += 1_000;
    waited.push((now - since) / 1_000);
  }
  expect(waited).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
  expect([isRefused(), isRefused('b')]).toEqual([true, false]);
  waits.clear('a');
  expect(isRefused()).toBe(false);
});

test('an hour without an attempt starts anew', () => {
  let now = 0;
  const waits = new FailureWaits(() => now);
  for (let failed = 0; failed < 10; failed += 1) waits.begin('a');
  now = 61 * 60_000;
  for (let failed = 0; failed < 10; failed += 1) expect(waits.begin('a')).toBeNull();
  expect(waits.begin('a')).toMatchObject({ kind: 'tooManyRequests' });
});

import { expect, test } from '@jest/globals';
import { waitAfter } from './retry-waits.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  [1, 5 * SECOND],
  [2, 30 * SECOND],
  [3, 2 * MINUTE],
  [4, 15 * MINUTE],
  [5, HOUR],
  [6, 6 * HOUR],
  [7, 24 * HOUR],
  [8, null],
])('the attempt that follows failed attempt %i of 8 waits %p ms, 10 %% more or less', (attempts, waitMs) => {
  expect(waitAfter(attempts, 8, 0.5)).toBe(waitMs);
  expect(waitAfter(attempts, 8, 0)).toBe(waitMs === null ? null : Math.round(waitMs * 0.9));
  expect(waitAfter(attempts, 8, 1)).toBe(waitMs === null ? null : Math.round(waitMs * 1.1));
});

test('with a higher limit the last wait repeats, with a lower one attempts end earlier', () => {
  expect(waitAfter(9, 12, 0.5)).toBe(24 * HOUR);
  expect(waitAfter(12, 12, 0.5)).toBeNull();
  expect(waitAfter(3, 3, 0.5)).toBeNull();
});

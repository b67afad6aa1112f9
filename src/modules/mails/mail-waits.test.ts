import { expect, test } from '@jest/globals';
import { waitAfter } from './mail-waits.js';

test('six attempts within about a day, with growing waits (documents-and-emails.md §5)', () => {
  const waits = [1, 2, 3, 4, 5, 6].map(waitAfter);
  expect(waits).toEqual([60, 600, 3_600, 14_400, 64_800, null]);
  const hours = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600;
  expect(Math.round(hours)).toBe(23);
});

import { expect, test } from '@jest/globals';
import { secondsUntilNextVatCheck } from './vat-check-waits.js';

test('an unavailable registry is asked again after 5, 5, 10, 20 and 40 minutes, then hourly', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => secondsUntilNextVatCheck(failures) / 60);
  expect(minutes).toEqual([5, 5, 10, 20, 40, 60, 60, 60]);
});

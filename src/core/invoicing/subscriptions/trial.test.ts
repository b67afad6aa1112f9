import { expect, test } from '@jest/globals';
import { trialEnd } from './trial.js';

test.each([
  [12, '2027-05-17T08:00:00.000Z', 'days of 24 hours'],
  [0, null, 'no trial'],
  [null, null, 'no trial'],
])('a trial of %s days ends at %s: %s', (...[days, at]) => {
  expect(trialEnd(new Date('2027-05-05T08:00:00Z'), days)?.toISOString() ?? null).toBe(at);
});

import { expect, test } from '@jest/globals';
import { nextTerminationAlertAt } from './termination-alerts.js';

test.each<[string, string | undefined, string]>([
  ['2027-01-01T00:00:00Z', '2027-01-15T12:00:00.000Z', '45 days before'],
  ['2027-01-15T12:00:00Z', '2027-02-14T12:00:00.000Z', '15 days before'],
  ['2027-02-14T12:00:00Z', undefined, 'no alert remains'],
])('the alert that follows %s is at %s: %s', (after, at) => {
  const next = nextTerminationAlertAt(new Date('2027-03-01T12:00:00Z'), new Date(after));
  expect(next?.toISOString()).toBe(at);
});

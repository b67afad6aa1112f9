import { expect, test } from '@jest/globals';
import { HandClock } from '../../../test/support/hand-clock.js';
import { ClockWatch } from './clock-watch.js';

test.each([
  ['2027-03-01T10:00:10Z', 10_000, [], 'it went on as it should'],
  ['2027-03-01T10:00:08Z', 10_000, [], 'it was corrected by two seconds'],
  ['2027-03-02T10:00:00Z', 10_000, [], 'it was set forward'],
  ['2027-03-01T10:00:05Z', 10_000, [5], 'it was set back by less than what has passed'],
  ['2027-02-28T10:00:10Z', 10_000, [86_400], 'it was set back by a day'],
])('the clock shows %s after %d ms: %j, since %s', (time, passedMs, expected) => {
  const clock = new HandClock('2027-03-01T10:00:00Z');
  const logged: number[] = [];
  let steadyMs = 500;
  const log = { warn: ({ seconds }: { seconds: number }) => void logged.push(seconds) };
  const watch = new ClockWatch(clock, log as ConstructorParameters<typeof ClockWatch>[1], () => steadyMs);
  clock.set(time);
  steadyMs += passedMs;
  watch.check();
  expect(logged).toEqual(expected);
  // It is logged once.
  watch.check();
  expect(logged).toEqual(expected);
});

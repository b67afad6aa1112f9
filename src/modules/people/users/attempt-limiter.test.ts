import { expect, test } from '@jest/globals';
import { AttemptLimiter } from './attempt-limiter.js';

const MINUTE_MS = 60_000;

test('ten attempts in any 15 minutes, by name', () => {
  let now = 0;
  const limit = { attempts: 10, windowMs: 15 * MINUTE_MS, sentence: 'Ten.' };
  const limiter = new AttemptLimiter(limit, () => now);
  const isRefused = (name = 'a') => {
    try {
      limiter.count(name);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'tooManyRequests', details: { base: ['Ten.'] } });
      return true;
    }
  };
  for (let minute = 0; minute < 10; minute += 1) {
    now = minute * MINUTE_MS;
    expect(isRefused()).toBe(false);
  }
  expect([isRefused(), isRefused('b')]).toEqual([true, false]);
  now = 15 * MINUTE_MS;
  expect([isRefused(), isRefused()]).toEqual([false, true]);
  limiter.clear('a');
  expect(isRefused()).toBe(false);
});

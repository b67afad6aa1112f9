import { describe, expect, test } from '@jest/globals';
import { BackgroundThrottle } from './background-throttle.js';

describe('the throttle of background work', () => {
  test('the throttle of background work closes while urgent work is done, but for a tenth of each second', async () => {
    let now = 5_500;
    const throttle = new BackgroundThrottle(() => now);
    const seen: boolean[] = [throttle.isClosed];
    await throttle.doUrgently(() => {
      for (now of [5_500, 5_999, 6_000, 6_099, 6_100]) seen.push(throttle.isClosed);
      return Promise.resolve();
    });
    seen.push(throttle.isClosed);
    expect(seen).toEqual([false, true, true, false, false, true, false]);
  });

  test('the throttle of background work opens when the last urgent work has ended, even if it failed', async () => {
    const throttle = new BackgroundThrottle(() => 500);
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const works = Promise.allSettled(
      [first, second].map(({ promise }) => throttle.doUrgently(() => promise)),
    );
    let isOpen = false;
    const opened = throttle.untilOpen().then(() => (isOpen = true));
    first.reject(new Error('failed'));
    await new Promise(setImmediate);
    expect(isOpen).toBe(false);
    second.resolve('done');
    await opened;
    expect(await works).toMatchObject([{ status: 'rejected' }, { value: 'done' }]);
  });

  test('the throttle of background work opens for a moment while urgent work goes on', async () => {
    const times = [999, 999, 1_000];
    const throttle = new BackgroundThrottle(() => times.shift() ?? 1_001);
    const work = Promise.withResolvers<undefined>();
    const urgent = throttle.doUrgently(() => work.promise);
    await throttle.untilOpen();
    work.resolve(undefined);
    await urgent;
    expect(times).toEqual([]);
  });
});

import { expect, test } from '@jest/globals';
import { LiveUpdates } from './live-updates.js';
import { type LiveUpdate, notificationsOf, updateOf } from './live-update.js';
import { PerSecondLimit } from './per-second-limit.js';
import { Throttle } from './throttle.js';
import { type StreamFailure, UpdateStream } from './update-stream.js';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id ${index}`);

test.each([
  ['x', 200, 36, 1, 'ids of records'],
  ['x', 205, 36, 2, 'further ids take another one'],
  ['é', 4, 1_900, 2, 'bytes count, not characters'],
])('%s: %i ids of %i characters are sent in %i notifications: %s', (letter, count, length, expected) => {
  const long = ids(count).map((each) => each.padEnd(length, letter));
  const update: LiveUpdate = { topic: 'activity', organizationId: 'o', group: 'Tax', ids: long };
  const notifications = notificationsOf(update);
  expect(notifications.filter((each) => Buffer.byteLength(each) >= 8_000)).toEqual([]);
  expect(notifications.flatMap((each) => updateOf(each).ids)).toEqual(long);
  expect(notifications).toHaveLength(expected);
  expect(notificationsOf({ ...update, ids: [] })).toEqual([]);
});

test('a throttle runs work at once, then the last of what came up meanwhile, separately for each key', async () => {
  const throttle = new Throttle(1);
  const ran: string[] = [];
  const runsLast = new Promise<void>((resolve) => {
    for (const [key, work] of ['a1', 'a2', 'b1', 'a3'].map((each) => [each.charAt(0), each] as const))
      throttle.run(key, () => {
        ran.push(work);
        if (work === 'a3') resolve();
      });
  });
  expect(ran).toEqual(['a1', 'b1']);
  await runsLast;
  expect(ran).toEqual(['a1', 'b1', 'a3']);
});

test('a pace lets a number pass in any second', () => {
  const pace = new PerSecondLimit(3);
  const times = [0, 100, 900, 950, 999, 1_000, 1_050, 1_100, 1_899, 1_900];
  expect(times.filter((ms) => pace.passes(ms))).toEqual([0, 100, 900, 1_000, 1_100, 1_900]);
});

function streamOf(mostWaiting: number, keepsLast = false) {
  const calls: (StreamFailure | 'ended')[] = [];
  const stream = new UpdateStream({
    mostWaiting,
    pace: null,
    keepsLast,
    onEnd: () => calls.push('ended'),
    onFailure: (failure) => calls.push(failure),
  });
  return { stream, calls };
}

test('a stream keeps what waits once, in its order, and ends with its return', async () => {
  const { stream, calls } = streamOf(2);
  const first = stream.next();
  for (const id of ['a', 'b', 'c', 'b']) stream.push(id);
  expect([await first, await stream.next()].map(({ value }) => value)).toEqual(['a', 'b']);
  stream.push('b');
  expect([await stream.next(), await stream.next()].map(({ value }) => value)).toEqual(['c', 'b']);
  const last = stream.next();
  await stream.return();
  expect([await last, await stream.next()].map(({ done }) => done)).toEqual([true, true]);
  stream.push('d');
  await stream.return();
  expect(calls).toEqual(['ended']);
});

test('a stream of which only the last id matters never holds more', async () => {
  const { stream, calls } = streamOf(1, true);
  for (const id of ['1', '2', '3']) stream.push(id);
  expect((await stream.next()).value).toBe('3');
  expect(calls).toEqual([]);
});

test('a stream of which too much waits fails', async () => {
  const { stream, calls } = streamOf(2);
  for (const id of ['a', 'b', 'c', 'd']) stream.push(id);
  expect(calls).toEqual(['ended', 'tooSlow']);
  expect((await stream.next()).done).toBe(true);
});

test('updates reach the streams that watch them, and a lost connection interrupts all', async () => {
  const channels = new Map<string, { hear: (payload: string) => void; onStart: () => void }>();
  const updates = new LiveUpdates(() => undefined, { liveWaiting: 10 });
  const stop = await updates.follow((channel, hear, onStart) => {
    channels.set(channel, { hear, onStart });
    onStart();
    return Promise.resolve(() => undefined);
  });
  const failures: string[] = [];
  const watch = (name: string, groups: string[] | null, chosen: string[] | null) =>
    updates.stream('o', { topic: 'activity', groups, ids: chosen }, (failure) => {
      failures.push(`${name} ${failure}`);
    });
  const all = watch('all', null, null);
  const taxes = watch('taxes', ['Tax'], null);
  const one = watch('one', null, ['id 1']);
  const chosen = updates.stream(
    'o',
    { topic: 'activity', groups: null, ids: null, isChosen: (id) => id === 'id 2' },
    () => undefined,
  );
  const stranger = updates.stream('p', { topic: 'activity', groups: null, ids: null }, () => undefined);
  const live = channels.get('live_updates');
  const say = (group: string, ...said: string[]) => {
    const update = { topic: 'activity', organizationId: 'o', group, ids: said } as const;
    for (const notification of notificationsOf(update)) live?.hear(notification);
  };
  say('Plan', 'id 1');
  say('Tax', 'id 2');
  expect([await all.next(), await all.next()].map(({ value }) => value)).toEqual(['id 1', 'id 2']);
  expect((await taxes.next()).value).toBe('id 2');
  expect((await one.next()).value).toBe('id 1');
  expect((await chosen.next()).value).toBe('id 2');
  await chosen.return();
  await stranger.return();
  expect(updates.size).toBe(3);
  live?.onStart();
  expect(failures).toEqual(['all interrupted', 'taxes interrupted', 'one interrupted']);
  expect(updates.size).toBe(0);
  stop();
});

test('events are announced only while somebody watches them, at a pace', () => {
  const sent: string[] = [];
  const updates = new LiveUpdates(
    (channel, payloads) => sent.push(...payloads.map((each) => `${channel} ${each}`)),
    {
      liveWaiting: 10,
    },
  );
  const announce = () => {
    updates.announceEvents({ organizationId: 'o', group: 'g', ids: ids(50) });
  };
  announce();
  expect(sent).toEqual([]);
  const stream = updates.stream('o', { topic: 'event', groups: ['g'], ids: null }, () => undefined);
  expect(sent.splice(0)).toEqual([expect.stringContaining('live_demand ["o","g","event",')]);
  announce();
  expect(sent.flatMap((each) => updateOf(each.replace('live_updates ', '')).ids)).toEqual(ids(20));
  void stream.return();
});

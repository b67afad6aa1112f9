import { expect, test } from '@jest/globals';
import { LiveUpdates } from './live-updates.js';
import { type LiveUpdate, notificationsOf, updateOf } from './live-update.js';
import { Pace } from './pace.js';
import { type StreamFailure, UpdateStream } from './update-stream.js';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id ${index}`);

test('an update is split into notifications that Postgres sends', () => {
  const update: LiveUpdate = { topic: 'activity', organizationId: 'o', group: 'Tax', ids: ids(151) };
  const notifications = notificationsOf(update);
  expect(notifications).toHaveLength(2);
  expect(notifications.flatMap((each) => updateOf(each).ids)).toEqual(ids(151));
  expect(updateOf(notifications[1] as string)).toEqual({ ...update, ids: ['id 150'] });
  expect(notificationsOf({ ...update, ids: [] })).toEqual([]);
});

test('a pace lets a number pass in any second', () => {
  const pace = new Pace(3);
  const times = [0, 100, 900, 950, 999, 1_000, 1_050, 1_100, 1_899, 1_900];
  expect(times.filter((ms) => pace.passes(ms))).toEqual([0, 100, 900, 1_000, 1_100, 1_900]);
});

function streamOf(mostWaiting: number) {
  const calls: (StreamFailure | 'ended')[] = [];
  const stream = new UpdateStream({
    mostWaiting,
    pace: null,
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
  expect(sent).toEqual(['live_demand ["o","g"]']);
  announce();
  expect(sent).toHaveLength(21);
  void stream.return();
});

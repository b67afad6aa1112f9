import { expect, test } from '@jest/globals';
import { LiveDemand } from './live-demand.js';

const GROUP = { organizationId: 'o', topic: 'event', group: 'g' } as const;

/** Two processes that hear each other, and a clock. */
function processes() {
  const clock = { nowMs: 0 };
  const hearers: ((notification: string) => void)[] = [];
  const announced: string[] = [];
  const notify = (_channel: string, payloads: readonly string[]) => {
    announced.push(...payloads);
    for (const payload of payloads) for (const hear of hearers) hear(payload);
  };
  const start = async () => {
    const demand = new LiveDemand(notify, () => clock.nowMs);
    const stop = await demand.follow((_channel, hear) => {
      hearers.push(hear);
      return Promise.resolve(() => undefined);
    });
    return { demand, stop };
  };
  return { start, clock, announced };
}
const watched = (demand: LiveDemand) => [...demand.groupsOf('o', 'event').keys()];

test('a demand ends for all processes with the last subscription of each', async () => {
  const { start, announced } = processes();
  const [one, other] = [await start(), await start()];
  const ends = [one.demand.begin(GROUP), one.demand.begin(GROUP), other.demand.begin(GROUP)];
  expect([watched(one.demand), watched(other.demand)]).toEqual([['g'], ['g']]);
  for (const [index, end] of ends.entries()) {
    end();
    const left = index === ends.length - 1 ? [] : ['g'];
    expect([watched(one.demand), watched(other.demand)]).toEqual([left, left]);
  }
  // A second subscription of a process tells nobody anything.
  expect(announced).toHaveLength(4);
  for (const { stop } of [one, other]) stop();
});

test('thousands of demands that have ended leave nothing', async () => {
  const { start } = processes();
  const { demand, stop } = await start();
  for (let count = 0; count < 3_000; count += 1) demand.begin({ ...GROUP, group: `g${count}` })();
  expect(watched(demand)).toEqual([]);
  stop();
});

test('a demand of a process that has died ends by itself, and a renewed one lasts', async () => {
  const { start, clock } = processes();
  const [dead, living, other] = [await start(), await start(), await start()];
  dead.demand.begin(GROUP);
  living.demand.begin({ ...GROUP, group: 'lasting' });
  dead.stop();
  for (clock.nowMs = 5_000; clock.nowMs <= 20_000; clock.nowMs += 5_000)
    for (const { demand } of [living, other]) demand.renew();
  expect(watched(other.demand)).toEqual(['lasting']);
  for (const { stop } of [living, other]) stop();
});

test('a demand of a program of the previous version is heard', () => {
  const demand = new LiveDemand(() => undefined);
  let tell: (notification: string) => void = () => undefined;
  void demand.follow((_channel, hear) => {
    tell = hear;
    return Promise.resolve(() => undefined);
  });
  tell(JSON.stringify(['o', 'g', 'event']));
  expect(watched(demand)).toEqual(['g']);
});

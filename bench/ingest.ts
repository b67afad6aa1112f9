import { checkEventsAndCounters } from './database-checks.ts';
import { copyToBaseline, countBaseline, createBaseline } from './copy-baseline.ts';
import { newEvents, pastEvents } from './events.ts';
import { flushDirectly, flushesOf } from './flush-directly.ts';
import type { Benchmark } from './harness.ts';
import { postBatches } from './load.ts';
import { perEvent, timed } from './measure.ts';
import type { World } from './world.ts';

const HTTP = 'REST';
const COPY = 'COPY';
const DIRECT = 'flush statement';

/** (a) Measures ingest over REST against COPY, the most that Postgres can write, and against the flush statement alone. */
export async function ingest(world: World): Promise<Benchmark> {
  const { pool, organizationId, rows, server, subscriptions } = world;
  const count = rows / 10;
  await createBaseline(pool);
  for (const events of pastEvents(rows, subscriptions)) await copyToBaseline(pool, organizationId, events);
  let copied = rows;
  return {
    title: `(a) Ingest: batches of 100 events over 16 connections, ${count} events a round`,
    variants: [
      {
        name: HTTP,
        run: async () => {
          const events = newEvents(count, subscriptions);
          world.stored += count;
          return perEvent(count, { ...world, appPid: server.pid }, () => postBatches(server, events));
        },
      },
      {
        name: COPY,
        run: async () => {
          // As many as both other variants write, so that all tables grow equally.
          const events = newEvents(2 * count, subscriptions);
          copied += events.length;
          return perEvent(events.length, { ...world, appPid: process.pid }, () =>
            timed(() => copyToBaseline(pool, organizationId, events)),
          );
        },
      },
      {
        name: DIRECT,
        run: async () => {
          const flushes = await flushesOf(pool, organizationId, newEvents(count, subscriptions));
          world.stored += count;
          return perEvent(count, { ...world, appPid: process.pid }, () =>
            timed(() => flushDirectly(pool, flushes)),
          );
        },
      },
    ],
    ratios: [
      { figure: 'events/s', of: HTTP, by: COPY, aim: { atLeast: 0.5 } },
      { figure: 'events/s', of: HTTP, by: DIRECT, aim: { atLeast: 0.7 } },
      { figure: 'events/s', of: DIRECT, by: COPY },
    ],
    check: async () => {
      await checkEventsAndCounters(world);
      const found = await countBaseline(pool);
      if (found !== copied) throw new Error(`${copied} rows copied, ${found} found.`);
    },
  };
}

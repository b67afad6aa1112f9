import { checkEventsAndCounters, countDeadlocks } from './database-checks.ts';
import { type BenchEvent, chunked, newEvents, pick, shuffled } from './events.ts';
import type { Benchmark, Variant } from './harness.ts';
import { postBatches } from './load.ts';
import { perEvent } from './measure.ts';
import type { World } from './world.ts';

const CLEAN = 'clean';
const RESENT = '30 % resent';
const BATCH = 100;
const RESENT_OF_BATCH = 30;
/** A retry repeats an event of the last 16 batches, some of which are still in flight. */
const BATCHES_UNDER_WAY = 16;

/** (c) Measures retries that arrive in another order than their originals, and at the same time. */
export async function duplicates(world: World): Promise<Benchmark> {
  const { pool, rows, server, subscriptions } = world;
  const count = rows / 10;
  const deadlocks = await countDeadlocks(pool);
  const variant = (name: string, resentOfBatch: number): Variant => ({
    name,
    run: async () => {
      const fresh = newEvents((count / BATCH) * (BATCH - resentOfBatch), subscriptions);
      const events = withResent(fresh, resentOfBatch);
      world.stored += fresh.length;
      return perEvent(count, { ...world, appPid: server.pid }, () =>
        postBatches(server, events, { ignoreDuplicates: true }),
      );
    },
  });
  return {
    title: `(c) Retries: the load of (a) without and with 30 % of it sent before, ${count} events a round`,
    variants: [variant(CLEAN, 0), variant(RESENT, RESENT_OF_BATCH)],
    ratios: [{ figure: 'events/s', of: RESENT, by: CLEAN, aim: { atLeast: 0.8 } }],
    check: async () => {
      await checkEventsAndCounters(world);
      const found = await countDeadlocks(pool);
      if (found > deadlocks) throw new Error(`${found - deadlocks} deadlocks.`);
    },
  };
}

/** Mixes events that were sent shortly before into each batch of new events, in random order. */
function withResent(fresh: readonly BenchEvent[], resentOfBatch: number): BenchEvent[] {
  const freshOfBatch = BATCH - resentOfBatch;
  return chunked(fresh, freshOfBatch).flatMap((batch, index) => {
    const sent = fresh.slice(
      Math.max(0, index - BATCHES_UNDER_WAY) * freshOfBatch,
      (index + 1) * freshOfBatch,
    );
    return shuffled([...batch, ...Array.from({ length: resentOfBatch }, () => pick(sent))]);
  });
}

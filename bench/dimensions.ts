import { checkEventsAndCounters } from './database-checks.ts';
import { METRICS, newEvents, richly } from './events.ts';
import type { Benchmark, Variant } from './harness.ts';
import { postBatches } from './load.ts';
import { perEvent } from './measure.ts';
import { createRichPlan, RICH_METRICS } from './rich-plan.ts';
import type { World } from './world.ts';

const PLAIN = 'five metrics';
const RICH = 'ten metrics, filters, groups';

/** (f) Measures counters of every aggregation, split by the filters and groups of charges. */
export async function dimensions(world: World): Promise<Benchmark> {
  const { pool, rows, server, subscriptions } = world;
  const count = rows / 10;
  await createRichPlan(server, pool);
  const variant = (name: string, codes: readonly string[]): Variant => ({
    name,
    run: async () => {
      // Events that differ only in their metric.
      const events = newEvents(count, subscriptions).map((event) => richly(event, codes));
      world.stored += count;
      return perEvent(count, { ...world, appPid: server.pid }, () => postBatches(server, events));
    },
  });
  const codesOf = (metrics: readonly { readonly code: string }[]) => metrics.map(({ code }) => code);
  return {
    title: `(f) Ingest: batches of 100 events over 16 connections by what is counted, ${count} events a round`,
    variants: [variant(PLAIN, codesOf(METRICS)), variant(RICH, codesOf(RICH_METRICS))],
    ratios: [{ figure: 'events/s', of: RICH, by: PLAIN, aim: { atLeast: 0.8 } }],
    check: () => checkEventsAndCounters(world),
  };
}

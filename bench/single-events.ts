import { startChildServer } from './child-server.ts';
import { checkEventsAndCounters, countCommits } from './database-checks.ts';
import { newEvents } from './events.ts';
import type { Benchmark, Variant } from './harness.ts';
import { postSingles } from './load.ts';
import { perEvent } from './measure.ts';
import type { World } from './world.ts';

const GROUPED = 'group commit';
const EACH = 'commit per request';

/** (b) Measures what requests gain by sharing commits. */
export async function singles(world: World): Promise<Benchmark> {
  const { server, pool, rows } = world;
  const count = rows / 50;
  const other = await startChildServer('commit-each-server.ts', {
    BENCH_CONNECTION: JSON.stringify(server.connection),
  });
  const variant = (name: string, target: { baseUrl: string; pid: number }): Variant => ({
    name,
    run: async () => {
      const events = newEvents(count, world.subscriptions);
      const figures = await perEvent(count, { ...world, appPid: target.pid }, () =>
        postSingles({ baseUrl: target.baseUrl, apiKey: server.apiKey }, events),
      );
      world.stored += count;
      return { ...figures, 'events/commit': count / (await countCommits(pool, count)) };
    },
  });
  return {
    title: `(b) Ingest: single events over 64 connections, ${count} events a round`,
    variants: [variant(GROUPED, server), variant(EACH, other)],
    ratios: [
      { figure: 'events/s', of: GROUPED, by: EACH, aim: { atLeast: 2 } },
      { figure: 'p50 ms', of: GROUPED, by: EACH },
      { figure: 'p99 ms', of: GROUPED, by: EACH },
    ],
    check: () => checkEventsAndCounters(world),
    end: () => other.stop(),
  };
}

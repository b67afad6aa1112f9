import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { checkEventsAndCounters, countCommits } from './database-checks.ts';
import { newEvents } from './events.ts';
import type { Benchmark, Variant } from './harness.ts';
import { postSingles } from './load.ts';
import { perEvent } from './measure.ts';
import type { Connection } from './product.ts';
import type { World } from './world.ts';

const GROUPED = 'group commit';
const EACH = 'commit per request';

/** (b) Measures what requests gain by sharing commits. */
export async function singles(world: World): Promise<Benchmark> {
  const { server, pool, rows } = world;
  const count = rows / 50;
  const other = await startCommittingEach(server.connection);
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
    end: other.stop,
  };
}

async function startCommittingEach(connection: Connection) {
  const child = fork(path.join(import.meta.dirname, 'commit-each-server.ts'), {
    env: { ...process.env, BENCH_CONNECTION: JSON.stringify(connection) },
  });
  const ended = once(child, 'exit');
  const [baseUrl] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (typeof baseUrl !== 'string' || child.pid === undefined)
    throw new Error('The server with a commit per request ended during its start.');
  const stop = async (): Promise<void> => {
    child.disconnect();
    await ended;
  };
  return { baseUrl, pid: child.pid, stop };
}

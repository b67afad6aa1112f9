import { type Figures, percentile } from './harness.ts';
import { processorMicroseconds } from './processes.ts';

export interface Work {
  readonly seconds: number;
  /** Empty where single responses were not timed. */
  readonly latenciesMs: readonly number[];
}

interface Place {
  /** The process of the application. */
  readonly appPid: number;
  /** The process whose children do the work of the database; null where there is no database. */
  readonly postmasterPid: number | null;
}

/** Runs the work and returns its speed and the cost of each event, in the columns that all ingest tables share. */
export async function perEvent(events: number, place: Place, work: () => Promise<Work>): Promise<Figures> {
  const before = processorTime(place);
  const { seconds, latenciesMs } = await work();
  const after = processorTime(place);
  return {
    'events/s': events / seconds,
    ...latencyFigures(latenciesMs),
    'app CPU µs/event': (after.app - before.app) / events,
    'Postgres CPU µs/event': (after.postgres - before.postgres) / events,
  };
}

/** Runs the work and says how much processor time each call took. */
export async function perCall(calls: number, place: Place, work: () => Promise<unknown>): Promise<Figures> {
  const before = processorTime(place);
  await work();
  const after = processorTime(place);
  const [app, postgres] = [after.app - before.app, after.postgres - before.postgres].map(
    (microseconds) => microseconds / calls / 1_000,
  ) as [number, number];
  return { 'server ms': app, 'Postgres ms': postgres, 'CPU ms': app + postgres };
}

export function latencyFigures(latenciesMs: readonly number[]): Figures {
  if (latenciesMs.length === 0) return {};
  return { 'p50 ms': percentile(latenciesMs, 0.5), 'p99 ms': percentile(latenciesMs, 0.99) };
}

/** Times work that consists of no single requests. */
export async function timed(work: () => Promise<void>): Promise<Work> {
  const startedAt = performance.now();
  await work();
  return { seconds: (performance.now() - startedAt) / 1_000, latenciesMs: [] };
}

function processorTime({ appPid, postmasterPid }: Place): { app: number; postgres: number } {
  return {
    app: processorMicroseconds(appPid),
    postgres: postmasterPid === null ? 0 : processorMicroseconds(postmasterPid, { family: true }),
  };
}

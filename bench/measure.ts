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
  /** The process whose children do the work of the database. */
  readonly postmasterPid: number;
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
    postgres: processorMicroseconds(postmasterPid, { family: true }),
  };
}

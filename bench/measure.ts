import { type Figures, percentile } from './harness.ts';
import { processorMicroseconds } from './processes.ts';

export interface Work {
  readonly seconds: number;
  /** Empty where nobody waited for single answers. */
  readonly latenciesMs: readonly number[];
}

interface Place {
  /** Process whose time is the application's. */
  readonly appPid: number;
  /** Process whose children do the database's work. */
  readonly postmasterPid: number;
}

/** Runs the work and says how fast it went and what each event cost, in the columns of every ingest table. */
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

/** Takes the time of work that has no answers to wait for. */
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

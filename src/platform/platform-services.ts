import { Recorder } from './activity/recorder.js';
import type { Change, Changes } from './changes/changes.js';
import type { Clock } from './clock.js';
import type { Connections, JobsDb } from './db/connections.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import type { Logger } from './log.js';
import { Metrics } from './metrics.js';

/** What the program is started with. */
export interface Foundations {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly limits?: Limits;
}

/** What every capability may use. @typeParam Announced the changes that it announces. */
export interface PlatformServices<Announced extends Change = never> {
  readonly connections: Connections;
  readonly jobsDb: JobsDb;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly recorder: Recorder;
  readonly changes: Changes<Announced>;
}

/** @param changes where services announce what they do. */
export function createPlatformServices<Announced extends Change>(
  { connections, clock, log, metrics = new Metrics(), limits = DEFAULT_LIMITS }: Foundations,
  changes: Changes<Announced>,
): PlatformServices<Announced> {
  return {
    connections,
    jobsDb: connections.jobs,
    clock,
    log,
    metrics,
    limits,
    changes,
    recorder: new Recorder(clock),
  };
}

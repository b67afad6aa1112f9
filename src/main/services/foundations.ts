import { Recorder } from '../../platform/activity/recorder.js';
import type { Changes } from '../../platform/changes/changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Connections } from '../../platform/db/connections.js';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency.js';
import { DEFAULT_LIMITS, type Limits } from '../../platform/limits.js';
import type { Logger } from '../../platform/log.js';
import { Metrics } from '../../platform/metrics.js';
import type { AnnouncedChange } from '../reactions.js';

/** What all services stand on. */
export interface Foundations {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly limits?: Limits;
}

export type PlatformServices = ReturnType<typeof createPlatformServices>;

/** @param changes where services announce what they do. */
export function createPlatformServices(
  { connections, clock, log, metrics = new Metrics(), limits = DEFAULT_LIMITS }: Foundations,
  changes: Changes<AnnouncedChange>,
) {
  return {
    connections,
    jobsDb: connections.jobs,
    clock,
    log,
    metrics,
    limits,
    changes,
    recorder: new Recorder(clock),
    idempotencyKeys: new IdempotencyKeys(connections.tenants, clock),
  };
}

import { Recorder } from '../../platform/activity/recorder.js';
import type { Clock } from '../../platform/clock.js';
import type { Pool } from '../../platform/db/database.js';
import { IdempotencyKeys } from '../../platform/idempotency/idempotency.js';
import { DEFAULT_LIMITS, type Limits } from '../../platform/limits.js';
import type { Logger } from '../../platform/log.js';
import { Metrics } from '../../platform/metrics.js';

/** What all services stand on. */
export interface Foundations {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly limits?: Limits;
}

export type PlatformServices = ReturnType<typeof createPlatformServices>;

export function createPlatformServices({
  pool,
  clock,
  log,
  metrics = new Metrics(),
  limits = DEFAULT_LIMITS,
}: Foundations) {
  return {
    pool,
    db: pool.db,
    clock,
    log,
    metrics,
    limits,
    recorder: new Recorder(clock),
    idempotencyKeys: new IdempotencyKeys(pool.db, clock),
  };
}

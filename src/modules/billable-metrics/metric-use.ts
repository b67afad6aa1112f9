import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';

/** Answers questions about a metric's use that only higher modules can; the composition root binds it. */
export interface MetricUse {
  /** True if a charge of a plan that is not deleted is on the metric. */
  isCharged(db: Db, actor: Actor, metricId: string): Promise<boolean>;
}

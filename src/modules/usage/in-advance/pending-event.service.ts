import type { Actor } from '../../../platform/actor.js';
import type { JobsDb } from '../../../platform/db/connections.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import {
  type PendingEvent,
  type PendingEventChoice,
  type PendingEventPage,
  pendingEventRepository,
} from './pending-event.repository.js';

/**
 * Events that wait for being billed one by one. A flush stores them with the events themselves and queues the job
 * `bill_events` of their subscription; whoever bills them removes them in the same transaction.
 * Source: events-ingest.md §5, §8.
 */
export class PendingEventService {
  constructor(private readonly jobsDb: JobsDb) {}

  /** Queues what waits and has no job that will run: it was killed with its process, or has failed for good. */
  resume(): Promise<void> {
    return this.jobsDb.transaction((tx) => pendingEventRepository.queueBilling(tx));
  }

  /** Those of a subscription in the order of reception, as far as they are committed. */
  list(db: Db, { organizationId }: Actor, page: PendingEventPage): Promise<PendingEvent[]> {
    return pendingEventRepository.find(db, organizationId, page);
  }

  /** Which of the subscriptions with these external ids have any: most have none. */
  async waiting(
    db: Db,
    { organizationId }: Actor,
    externalSubscriptionIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return new Set(await pendingEventRepository.findWaiting(db, organizationId, externalSubscriptionIds));
  }

  /** The external ids of the subscriptions on a test clock that have any. */
  onClock(db: Db, { organizationId }: Actor, testClockId: string): Promise<string[]> {
    return pendingEventRepository.findOnClock(db, organizationId, testClockId);
  }

  remove(tx: Tx, { organizationId }: Actor, done: PendingEventChoice): Promise<void> {
    return pendingEventRepository.delete(tx, organizationId, done);
  }

  /** Has events wait for another attempt, while those received after them go on. */
  async keep(tx: Tx, { organizationId }: Actor, failed: PendingEventChoice): Promise<void> {
    if (failed.sequences.length > 0) await pendingEventRepository.markOvertaken(tx, organizationId, failed);
  }
}

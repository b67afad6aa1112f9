import type { Actor } from '../../../platform/actor.js';
import type { JobsDb } from '../../../platform/db/database-connections.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import {
  type PendingEvent,
  type PendingEventChoice,
  type PendingEventPage,
  pendingEventRepository,
} from './pending-event.repository.js';

/**
 * Events that wait to be billed one by one. A flush writes them together with the events and queues the job
 * `bill_events` of their subscription; the transaction that bills them removes them.
 * Source: events-ingest.md §5, §8.
 */
export class PendingEventService {
  constructor(private readonly jobsDb: JobsDb) {}

  /** Queues a job for pending events whose job died with its process or failed for good. */
  resume(): Promise<void> {
    return this.jobsDb.transaction((tx) => pendingEventRepository.queueBilling(tx));
  }

  /** A page of the committed pending events of a subscription, in reception order. */
  list(db: Db, { organizationId }: Actor, page: PendingEventPage): Promise<PendingEvent[]> {
    return pendingEventRepository.find(db, organizationId, page);
  }

  /** The external subscription ids, of those given, that have pending events. */
  async waiting(
    db: Db,
    { organizationId }: Actor,
    externalSubscriptionIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return new Set(await pendingEventRepository.findWaiting(db, organizationId, externalSubscriptionIds));
  }

  /** The external ids of subscriptions on a test clock that have pending events. */
  onClock(db: Db, { organizationId }: Actor, testClockId: string): Promise<string[]> {
    return pendingEventRepository.findOnClock(db, organizationId, testClockId);
  }

  remove(tx: Tx, { organizationId }: Actor, done: PendingEventChoice): Promise<void> {
    return pendingEventRepository.delete(tx, organizationId, done);
  }

  /** Marks events whose billing failed, so that they are tried again while later events are billed. */
  async keep(tx: Tx, { organizationId }: Actor, failed: PendingEventChoice): Promise<void> {
    if (failed.sequences.length > 0) await pendingEventRepository.markOvertaken(tx, organizationId, failed);
  }
}

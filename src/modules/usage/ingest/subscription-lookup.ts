import { LRUCache } from 'lru-cache';
import type { Connections } from '../../../platform/db/connections.js';
import type { Db } from '../../../platform/db/database.js';
import { followSubscriptions } from '../../subscriptions/subscription-changes.js';
import { ingestRepository } from './ingest.repository.js';

/** The active, else latest, subscription with an external id, as far as taking in an event looks at it. */
export interface KnownSubscription {
  readonly id: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly isActive: boolean;
  /** From when events are its own. */
  readonly usageFrom: Date | null;
}

const CACHED_FOR_MS = 60_000;
/** Of all organizations together; the least recently used ones leave first. */
const MAX_CACHED = 200_000;

/**
 * Finds the subscriptions that events name. While changes are followed, active subscriptions of customers on the wall
 * clock are cached, until they change; for a minute at most, should a connection be lost unnoticed. One that is missing may
 * be created at any moment, and a test clock moves.
 */
export class SubscriptionLookup {
  /** Ages by the monotonic clock. */
  private readonly cache = new LRUCache<string, KnownSubscription>({ max: MAX_CACHED, ttl: CACHED_FOR_MS });
  private readonly changed = followSubscriptions({
    forget: ({ organizationId, externalId }) => this.cache.delete(keyOf(organizationId, externalId)),
    forgetAll: () => {
      this.cache.clear();
    },
  });

  /** Hears of what transactions of any process do to subscriptions, and caches from then on. @returns what ends it. */
  follow(listen: Connections['listen']): Promise<() => void> {
    return this.changed.follow(listen);
  }

  /** By external id; ids without a subscription are left out. */
  async find(
    db: Db,
    organizationId: string,
    externalIds: Iterable<string>,
  ): Promise<ReadonlyMap<string, KnownSubscription>> {
    const changesBefore = this.changed.changes;
    const found = new Map<string, KnownSubscription>();
    const missing: string[] = [];
    for (const externalId of externalIds) {
      const cached = this.cache.get(keyOf(organizationId, externalId));
      if (cached === undefined) missing.push(externalId);
      else found.set(externalId, cached);
    }
    if (missing.length === 0) return found;
    const known = await ingestRepository.findSubscriptions(db, organizationId, missing);
    const isCurrent = this.changed.isFollowing && this.changed.changes === changesBefore;
    for (const subscription of known) {
      found.set(subscription.externalId, subscription);
      if (isCurrent && subscription.isActive && subscription.testClockId === null) {
        this.cache.set(keyOf(organizationId, subscription.externalId), subscription);
      }
    }
    return found;
  }
}

function keyOf(organizationId: string, externalId: string): string {
  return `${organizationId}:${externalId}`;
}

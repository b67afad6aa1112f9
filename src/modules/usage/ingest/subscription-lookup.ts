import { LRUCache } from 'lru-cache';
import type { Connections } from '../../../platform/db/database-connections.js';
import type { Db } from '../../../platform/db/database.js';
import { followSubscriptions } from '../../subscriptions/records/subscription-notices.js';
import { ingestRepository } from './ingest.repository.js';
import type { KnownSubscription } from './known-subscription.js';

const CACHED_FOR_MS = 60_000;
/** Cached subscriptions of all organizations; the least recently used ones are evicted first. */
const MAX_CACHED = 200_000;

/**
 * Finds the subscriptions that events name. While it follows changes, it caches active subscriptions of customers without a
 * test clock until they change, and at most for a minute in case the connection is lost unnoticed. Missing subscriptions
 * are not cached, since they may be created at any moment; those on a test clock are not, since the clock moves.
 */
export class SubscriptionLookup {
  /** Entries expire by the monotonic clock. */
  private readonly cache = new LRUCache<string, KnownSubscription>({ max: MAX_CACHED, ttl: CACHED_FOR_MS });
  private readonly changed = followSubscriptions({
    evict: ({ organizationId, externalId }) => this.cache.delete(keyOf(organizationId, externalId)),
    evictAll: () => {
      this.cache.clear();
    },
  });

  /** Listens for changes of subscriptions by any process, and caches from then on. @returns a function that stops it. */
  follow(listen: Connections['listen']): Promise<() => void> {
    return this.changed.follow(listen);
  }

  /** Subscriptions by external id; ids without a subscription are omitted. */
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

import type { Clock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import { ingestRepository } from './ingest.repository.js';

/** The active, else latest, subscription with an external id, as far as taking in an event looks at it. */
export interface KnownSubscription {
  readonly id: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly isActive: boolean;
  readonly startedAt: Date | null;
}

const CACHED_FOR_MS = 60_000;
/** Of one organization; then its cache starts anew. */
const MAX_CACHED = 100_000;
const MAX_ORGANIZATIONS = 1_000;

interface Cached {
  readonly subscription: KnownSubscription;
  readonly untilMs: number;
}

/**
 * Finds the subscriptions that events name. Only what stays true is cached, for a minute: an active subscription
 * of a customer on the wall clock. One that is missing may be created at any moment, and a test clock moves.
 */
export class SubscriptionLookup {
  private readonly cache = new Map<string, Map<string, Cached>>();

  constructor(private readonly clock: Clock) {}

  /** By external id; ids without a subscription are left out. */
  async find(
    db: Db,
    organizationId: string,
    externalIds: Iterable<string>,
  ): Promise<ReadonlyMap<string, KnownSubscription>> {
    const nowMs = this.clock.now().getTime();
    const cache = this.cacheOf(organizationId);
    const found = new Map<string, KnownSubscription>();
    const missing: string[] = [];
    for (const externalId of externalIds) {
      const cached = cache.get(externalId);
      if (cached !== undefined && cached.untilMs > nowMs) found.set(externalId, cached.subscription);
      else missing.push(externalId);
    }
    if (missing.length === 0) return found;
    for (const subscription of await ingestRepository.findSubscriptions(db, organizationId, missing)) {
      found.set(subscription.externalId, subscription);
      if (subscription.isActive && subscription.testClockId === null) {
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(subscription.externalId, { subscription, untilMs: nowMs + CACHED_FOR_MS });
      }
    }
    return found;
  }

  private cacheOf(organizationId: string): Map<string, Cached> {
    const known = this.cache.get(organizationId);
    if (known !== undefined) return known;
    if (this.cache.size >= MAX_ORGANIZATIONS) this.cache.clear();
    const cache = new Map<string, Cached>();
    this.cache.set(organizationId, cache);
    return cache;
  }
}

import type postgres from 'postgres';
import type { Clock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import { hearOfChanges } from '../subscriptions/subscription-changes.js';
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
/** Of one organization; then its cache starts anew. */
const MAX_CACHED = 100_000;
const MAX_ORGANIZATIONS = 1_000;

interface Cached {
  readonly subscription: KnownSubscription;
  readonly untilMs: number;
}

/**
 * Finds the subscriptions that events name. While changes are followed, active subscriptions of customers on the wall
 * clock are cached, until they change; for a minute at most, should a connection be lost unnoticed. One that is missing may
 * be created at any moment, and a test clock moves.
 */
export class SubscriptionLookup {
  private readonly cache = new Map<string, Map<string, Cached>>();
  private isFollowing = false;
  /** Changes heard of: what was read before one of them may be out of date. */
  private changes = 0;

  constructor(private readonly clock: Clock) {}

  /** Hears of what transactions of any process do to subscriptions, and caches from then on. @returns what ends it. */
  async follow(sql: postgres.Sql): Promise<() => Promise<void>> {
    const unfollow = await hearOfChanges(sql, {
      onStart: () => {
        this.changes += 1;
        this.cache.clear();
        this.isFollowing = true;
      },
      onChange: ({ organizationId, externalId }) => {
        this.changes += 1;
        this.cache.get(organizationId)?.delete(externalId);
      },
    });
    return async () => {
      this.isFollowing = false;
      this.cache.clear();
      await unfollow();
    };
  }

  /** By external id; ids without a subscription are left out. */
  async find(
    db: Db,
    organizationId: string,
    externalIds: Iterable<string>,
  ): Promise<ReadonlyMap<string, KnownSubscription>> {
    const nowMs = this.clock.now().getTime();
    const changesBefore = this.changes;
    const cache = this.cacheOf(organizationId);
    const found = new Map<string, KnownSubscription>();
    const missing: string[] = [];
    for (const externalId of externalIds) {
      const cached = cache.get(externalId);
      if (cached !== undefined && cached.untilMs > nowMs) found.set(externalId, cached.subscription);
      else missing.push(externalId);
    }
    if (missing.length === 0) return found;
    const known = await ingestRepository.findSubscriptions(db, organizationId, missing);
    const isCurrent = this.isFollowing && this.changes === changesBefore;
    for (const subscription of known) {
      found.set(subscription.externalId, subscription);
      if (isCurrent && subscription.isActive && subscription.testClockId === null) {
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

import { performance } from 'node:perf_hooks';
import type { Actor } from '../../../platform/actor.js';
import { ChangeFollower } from '../../../platform/db/layers/change-follower.js';
import type { Connections } from '../../../platform/db/database-connections.js';
import type { Db } from '../../../platform/db/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { hashApiKey } from './api-key-value.js';
import { apiKeyRepository } from './api-key.repository.js';
import type { ApiKey } from './api-key.table.js';

/** Channel of the trigger on `api_keys`, which sends the id of each key that is created, changed or deleted. */
const CHANNEL = 'tollgate_api_keys';

/** How long a key is cached while this process listens to changes. Limited, as the connection may be lost unnoticed. */
const CACHED_FOR_MS = 10_000;
/** How long a key is cached while this process does not listen: a revoked key is accepted for at most a second. */
const CACHED_UNANNOUNCED_FOR_MS = 1_000;
/** How long a key that this process changes is not cached: longer than the transaction of the change may take. */
const UNCACHED_FOR_MS = 5_000;
/** How long an unknown value is refused without another lookup. */
const UNKNOWN_FOR_MS = 1_000;
const MAX_CACHED_KEYS = 10_000;

interface CachedKey {
  readonly key: ApiKey;
  /** On the monotonic clock, so that setting back the system clock does not prolong a key's life. */
  readonly untilMs: number;
}

/** Authenticates callers by API key. A key revoked in any process is refused by all processes within a second (ADR 0028). */
export class ApiKeyAuthenticator {
  /** Cached keys, by the hash of their value. */
  private readonly cache = new Map<string, CachedKey>();
  /** Until when an unknown value is refused without a lookup, by its hash. */
  private readonly unknownUntilMs = new Map<string, number>();
  /** Until when a key that this process changes is not cached, by its id. */
  private readonly uncachedUntilMs = new Map<string, number>();
  private readonly changed = new ChangeFollower(CHANNEL, {
    evict: (keyId) => {
      this.evict(keyId);
    },
    evictAll: () => {
      this.cache.clear();
      this.unknownUntilMs.clear();
    },
  });

  constructor(private readonly db: Db) {}

  /** Listens for changes of keys by any process, and caches longer from then on. @returns a function that stops it. */
  follow(listen: Connections['listen']): Promise<() => void> {
    return this.changed.follow(listen);
  }

  /** @throws AppError kind `unauthenticated` if the header is missing or not `Bearer`, or its key is unknown or expired. */
  async authenticate(authorization: string | undefined): Promise<Actor> {
    const value = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    const key = value === undefined ? null : await this.find(hashApiKey(value));
    if (key === null) throw new AppError('unauthenticated', 'unauthorized');
    return {
      organizationId: key.organizationId,
      permissions: key.permissions,
      source: 'api',
      apiKeyId: key.id,
      userEmail: null,
      member: null,
      at: null,
    };
  }

  private async find(valueHash: string): Promise<ApiKey | null> {
    const nowMs = performance.now();
    const cached = this.cache.get(valueHash);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.key;
    if ((this.unknownUntilMs.get(valueHash) ?? 0) > nowMs) return null;
    const changesBefore = this.changed.changes;
    const found = await apiKeyRepository.findByValueHash(this.db, valueHash);
    this.cache.delete(valueHash);
    if (this.changed.changes === changesBefore) {
      if (found === null) this.rememberUnknown(valueHash, nowMs);
      else this.remember(valueHash, found, nowMs);
    }
    return found?.key ?? null;
  }

  private remember(
    valueHash: string,
    { key, validForMs }: { key: ApiKey; validForMs: number | null },
    readAtMs: number,
  ): void {
    if ((this.uncachedUntilMs.get(key.id) ?? 0) > readAtMs) return;
    if (this.cache.size >= MAX_CACHED_KEYS) this.cache.clear();
    const cachedForMs = this.changed.isFollowing ? CACHED_FOR_MS : CACHED_UNANNOUNCED_FOR_MS;
    this.cache.set(valueHash, { key, untilMs: readAtMs + Math.min(cachedForMs, validForMs ?? cachedForMs) });
  }

  private rememberUnknown(valueHash: string, readAtMs: number): void {
    if (this.unknownUntilMs.size >= MAX_CACHED_KEYS) this.unknownUntilMs.clear();
    this.unknownUntilMs.set(valueHash, readAtMs + UNKNOWN_FOR_MS);
  }

  /** Stops caching a key that this process is changing, so that the change takes effect as soon as it is committed. */
  expectChange(keyId: string): void {
    const nowMs = performance.now();
    for (const [id, untilMs] of this.uncachedUntilMs) if (untilMs <= nowMs) this.uncachedUntilMs.delete(id);
    this.uncachedUntilMs.set(keyId, nowMs + UNCACHED_FOR_MS);
    this.evict(keyId);
  }

  private evict(keyId: string): void {
    this.unknownUntilMs.clear();
    for (const [valueHash, { key }] of this.cache) if (key.id === keyId) this.cache.delete(valueHash);
  }
}

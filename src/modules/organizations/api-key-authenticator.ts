import { performance } from 'node:perf_hooks';
import type { Actor } from '../../platform/actor.js';
import { ChangeFollower } from '../../platform/db/change-follower.js';
import type { Connections } from '../../platform/db/connections.js';
import type { Db } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import { hashApiKey } from './api-key-value.js';
import { apiKeyRepository } from './api-key.repository.js';
import type { ApiKey } from './api-key.table.js';

/** Of the trigger on `api_keys`, which sends the id of each key that is created, changed or deleted. */
const CHANNEL = 'tollgate_api_keys';

/** How long a key is cached while changes are announced to this process; bounds a connection lost unnoticed. */
const CACHED_FOR_MS = 10_000;
/** The same while they are not: no process accepts a revoked key for longer than a second. */
const CACHED_UNANNOUNCED_FOR_MS = 1_000;
/** How long a key that this process changes is not cached: longer than the transaction of the change takes. */
const UNCACHED_FOR_MS = 5_000;
/** A value that is no key is not looked up again for this long. */
const UNKNOWN_FOR_MS = 1_000;
const MAX_CACHED_KEYS = 10_000;

interface CachedKey {
  readonly key: ApiKey;
  /** On the monotonic clock: setting the wall clock back makes no key live longer. */
  readonly untilMs: number;
}

/** Finds out who calls. A key that is revoked in any process is refused in all of them within a second (ADR 0028). */
export class ApiKeyAuthenticator {
  /** By the hash of the value. */
  private readonly cache = new Map<string, CachedKey>();
  /** Until when a value is refused without a look-up, by its hash. */
  private readonly unknownUntilMs = new Map<string, number>();
  /** Until when keys that this process changes are not cached, by their id. */
  private readonly uncachedUntilMs = new Map<string, number>();
  private readonly changed = new ChangeFollower(CHANNEL, {
    forget: (keyId) => {
      this.evict(keyId);
    },
    forgetAll: () => {
      this.cache.clear();
      this.unknownUntilMs.clear();
    },
  });

  constructor(private readonly db: Db) {}

  /** Listens to changes of keys, made by any process, and caches longer from then on. @returns what ends it. */
  follow(listen: Connections['listen']): Promise<() => void> {
    return this.changed.follow(listen);
  }

  /** @throws AppError kind `unauthenticated` when the header is missing, no Bearer, or its key unknown or expired. */
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

  /** Makes this process see a change of a key as soon as it is committed, not only when it is announced. */
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

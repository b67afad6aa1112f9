import { eq } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '../../platform/actor.js';
import type { Permissions } from '../../platform/api/permissions.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/ids.js';
import { AppError } from '../../platform/errors/app-error.js';
import { type ApiKey, apiKeys } from './api-key.table.js';

/** Keys live this long in the cache at most; changes evict them at once. */
const CACHED_FOR_MS = 60_000;
const MAX_CACHED_KEYS = 10_000;
/** A value that is no key is not looked up again for this long. */
const UNKNOWN_FOR_MS = 1_000;

interface CachedKey {
  readonly key: ApiKey;
  readonly until: number;
}

/** Issues API keys and finds out who calls. Source: auth.md §1. */
export class ApiKeyService {
  private readonly cache = new Map<string, CachedKey>();
  /** Until when the hash of a value that is no key is refused without a look-up. */
  private readonly unknown = new Map<string, number>();

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** Stores a key; only its hash and last four characters are kept. */
  async issue(
    tx: Tx,
    organizationId: string,
    { value, name, permissions = 'all' }: { value: string; name: string; permissions?: Permissions },
  ): Promise<ApiKey> {
    const key: ApiKey = {
      id: newId(),
      organizationId,
      name,
      valueHash: hash(value),
      lastFour: value.slice(-4),
      permissions,
      expiresAt: null,
      createdAt: this.clock.now(),
    };
    await tx.insert(apiKeys).values(key);
    this.unknown.delete(key.valueHash);
    return key;
  }

  /** Gives the first key there is, the admin key of the default organization, another value. */
  async replaceAdminKey(tx: Tx, value: string): Promise<void> {
    const [first] = await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .orderBy(apiKeys.createdAt, apiKeys.id)
      .limit(1);
    if (first === undefined) throw new Error('The default organization has no key.');
    await tx
      .update(apiKeys)
      .set({ valueHash: hash(value), lastFour: value.slice(-4), expiresAt: null })
      .where(eq(apiKeys.id, first.id));
  }

  /** @throws AppError kind `unauthenticated` when the header is missing, no Bearer, or its key unknown or expired. */
  async authenticate(authorization: string | undefined): Promise<Actor> {
    const value = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    const key = value === undefined ? null : await this.find(hash(value));
    if (key === null || (key.expiresAt !== null && key.expiresAt <= this.clock.now())) {
      throw new AppError('unauthenticated', 'unauthorized');
    }
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
    const now = this.clock.now().getTime();
    const cached = this.cache.get(valueHash);
    if (cached !== undefined && cached.until > now) return cached.key;
    if ((this.unknown.get(valueHash) ?? 0) > now) return null;
    const [key] = await this.db.select().from(apiKeys).where(eq(apiKeys.valueHash, valueHash));
    this.cache.delete(valueHash);
    if (key === undefined) {
      if (this.unknown.size >= MAX_CACHED_KEYS) this.unknown.clear();
      this.unknown.set(valueHash, now + UNKNOWN_FOR_MS);
      return null;
    }
    if (this.cache.size >= MAX_CACHED_KEYS) this.cache.clear();
    this.cache.set(valueHash, { key, until: now + CACHED_FOR_MS });
    return key;
  }
}

/** A key that nobody can guess: `svc_` and 40 url-safe characters. */
export function generateApiKey(): string {
  return `svc_${randomBytes(30).toString('base64url')}`;
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

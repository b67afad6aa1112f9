import { and, eq, getTableColumns, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { recordsOf } from '../../../platform/paging/records.js';
import { type ApiKey, apiKeys } from './api-key.table.js';
import { apiKeyOrders } from './api-key.list.js';

/** Compares with the database's clock, the only one that all processes share. */
const isUnexpired = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));

const unexpired = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(apiKeys.organizationId, organizationId), isUnexpired, ...conditions);

export const apiKeyRepository = {
  ...recordsOf(apiKeys, {
    kept: unexpired,
    orders: apiKeyOrders,
    search: [apiKeys.name],
  }),

  /** Finds a valid key of any organization by its value, with the time until it expires; null: never. */
  async findByValueHash(
    db: Db,
    valueHash: string,
  ): Promise<{ key: ApiKey; validForMs: number | null } | null> {
    const [found] = await db
      .select({
        key: getTableColumns(apiKeys),
        validForMs: sql<number | null>`(extract(epoch from ${apiKeys.expiresAt} - now()) * 1000)::float8`,
      })
      .from(apiKeys)
      .where(and(eq(apiKeys.valueHash, valueHash), isUnexpired));
    return found ?? null;
  },

  /** True if any key, valid or expired, of any organization has this value. */
  async isValueTaken(db: Db, valueHash: string): Promise<boolean> {
    return (await db.$count(apiKeys, eq(apiKeys.valueHash, valueHash))) > 0;
  },

  findBootstrap(db: Db, organizationId: string): Promise<ApiKey[]> {
    return db
      .select()
      .from(apiKeys)
      .where(unexpired(organizationId, eq(apiKeys.isBootstrap, true)));
  },

  /** Locks the organization's valid keys, so that of two concurrent deletions the second sees the result of the first. */
  async lockAll(tx: Tx, organizationId: string): Promise<void> {
    await tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(unexpired(organizationId))
      .orderBy(apiKeys.id)
      .for('no key update');
  },

  async hasOtherWithoutExpiry(db: Db, organizationId: string, id: string): Promise<boolean> {
    const others = unexpired(organizationId, ne(apiKeys.id, id), isNull(apiKeys.expiresAt));
    return (await db.$count(apiKeys, others)) > 0;
  },

  /** The number of keys that have not expired. */
  countLive(db: Db, organizationId: string): Promise<number> {
    return db.$count(apiKeys, unexpired(organizationId));
  },

  /** @param at null: now, by the database's clock. */
  async expire(tx: Tx, organizationId: string, id: string, at: Date | null): Promise<void> {
    await tx
      .update(apiKeys)
      .set({ expiresAt: at ?? sql`now()` })
      .where(unexpired(organizationId, eq(apiKeys.id, id)));
  },

  /**
   * Records the use of keys whose last recorded use is earlier than `before`. Skips rows that another transaction has locked,
   * so that it never waits or deadlocks; the next use is recorded instead.
   */
  async recordUse(tx: Tx, ids: readonly string[], { at, before }: { at: Date; before: Date }): Promise<void> {
    const outdated = tx
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(isOneOf(apiKeys.id, ids), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))))
      .for('no key update', { skipLocked: true });
    await tx.update(apiKeys).set({ lastUsedAt: at }).where(isOneOf(apiKeys.id, outdated));
  },
};

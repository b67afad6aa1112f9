import { sql } from 'drizzle-orm';
import type { Tx } from './database.js';
import { queryRows } from './query-rows.js';

/** What an advisory lock protects; the second part of the key is the id of the thing locked. */
export type LockScope =
  | 'idempotency'
  | 'metric-catalog'
  | 'metric-recount'
  | 'event-partitions'
  | 'customer-number'
  | 'customer-external-id';

/** The text that is hashed to the number of the lock. */
export const lockName = (scope: LockScope, key: string): string => `${scope}:${key}`;

/** Holds the lock until the transaction ends; waits at most the connection's lock timeout. */
export async function lockExclusively(tx: Tx, scope: LockScope, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(scope, key)}, 0))`);
}

/** Holds the lock beside other sharers, and apart from exclusive holders. */
export async function lockShared(tx: Tx, scope: LockScope, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(scope, key)}, 0))`);
}

/** Answers false at once when another transaction holds the lock. */
export async function tryLockExclusively(tx: Tx, scope: LockScope, key: string): Promise<boolean> {
  const [row] = await queryRows<{ locked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName(scope, key)}, 0)) as locked`,
  );
  return row?.locked === true;
}

import { sql } from 'drizzle-orm';
import type { Tx } from '../database.js';
import { onlyRow } from '../only-row.js';
import { queryRows } from './query-rows.js';

/** The kinds of things that advisory locks protect; the key of a lock is its scope and the id of the locked thing. */
export type LockScope =
  | 'idempotency'
  | 'metric-catalog'
  | 'metric-recount'
  | 'event-partitions'
  | 'customer-number'
  | 'customer-test-number'
  | 'customer-external-id'
  | 'organization-slug'
  | 'people'
  | 'eu-taxes'
  | 'signing-keys'
  | 'webhook-endpoints'
  | 'report-folding'
  | 'report-rebuild';

/** The text whose hash is the number of the advisory lock. */
export const lockName = (scope: LockScope, key: string): string => `${scope}:${key}`;

/** Takes the lock until the transaction ends. Waits at most the lock timeout of the connection. */
export async function lockExclusively(tx: Tx, scope: LockScope, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(scope, key)}, 0))`);
}

/** Takes the lock in shared mode until the transaction ends: other shared locks are granted, exclusive ones wait. */
export async function lockShared(tx: Tx, scope: LockScope, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(scope, key)}, 0))`);
}

/** Takes the lock without waiting. @returns false if another transaction has it. */
export async function tryLockExclusively(tx: Tx, scope: LockScope, key: string): Promise<boolean> {
  const rows = await queryRows<{ locked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName(scope, key)}, 0)) as locked`,
  );
  return onlyRow(rows).locked;
}

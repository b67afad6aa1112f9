import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../pool.js';
import { onlyRow } from '../only-row.js';

const LOCK_POLL_MS = 100;

/**
 * Takes an advisory lock until the session ends; the pool has one. Polls for it: a session that waits for a lock would block
 * another session's `CREATE INDEX CONCURRENTLY`.
 */
export async function takeSessionLock({ sql }: Pool, lock: number): Promise<void> {
  for (;;) {
    const rows = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${lock}) as taken`;
    if (onlyRow(rows).taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

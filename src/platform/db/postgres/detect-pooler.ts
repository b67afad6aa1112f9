import { setTimeout as sleep } from 'node:timers/promises';
import { onlyRow } from '../only-row.js';
import type { Driver, DriverTransaction } from './driver.js';
import { type Connection, openDriver } from './open-driver.js';

/** A transaction pooler without a free session makes a statement wait; a session pooler answers at once. */
const TIMEOUT_MS = 2_000;
/** Number of checks, since other clients of the pooler may take the session that a check looks for. */
const CHECKS = 5;

/**
 * True if the connection leads to a pooler such as PgBouncer in transaction mode, which gives each transaction another
 * Postgres session. State of a session is lost there: prepared statements, LISTEN, advisory locks.
 */
export async function isTransactionPooler(connection: Connection): Promise<boolean> {
  const [own, other] = [openDriver(connection, { max: 1 }), openDriver(connection, { max: 1 })];
  try {
    const [answer, state] = await backendOf(own);
    // There is no pooler, or one that reports the process id of Postgres.
    if (answer === state) return false;
    for (let check = 0; check < CHECKS; check += 1) {
      const [before] = await backendOf(own);
      const after = await other.begin(async (tx) => {
        await backendOf(tx);
        return Promise.race([backendOf(own), sleep(TIMEOUT_MS, [null])]);
      });
      if (after[0] !== before) return true;
    }
    return false;
  } finally {
    await Promise.all([own, other].map((driver) => driver.end({ timeout: 5 })));
  }
}

/** The id of the Postgres process that serves a connection: queried now, and as reported when it was opened. */
async function backendOf(sql: Driver | DriverTransaction): Promise<[current: number, reported: number]> {
  // A statement without parameters is not prepared.
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return [onlyRow(rows).pid, rows.state.pid];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { connect, type Connection } from '../database.js';
import { onlyRow } from '../only-row.js';

/** A transaction pooler without a free session makes a statement wait; a session pooler answers at once. */
const TIMEOUT_MS = 2_000;
/** Number of checks, since other clients of the pooler may take the session that a check looks for. */
const CHECKS = 5;

/**
 * True if the connection leads to a pooler such as PgBouncer in transaction mode, which gives each transaction another
 * Postgres session. State of a session is lost there: prepared statements, LISTEN, advisory locks.
 */
export async function isTransactionPooler(connection: Connection): Promise<boolean> {
  const [own, other] = [connect(connection, { max: 1 }), connect(connection, { max: 1 })];
  try {
    const [answer, state] = await backendOf(own.sql);
    // There is no pooler, or one that reports the process id of Postgres.
    if (answer === state) return false;
    for (let check = 0; check < CHECKS; check += 1) {
      const [before] = await backendOf(own.sql);
      const after = await other.sql.begin(async (tx) => {
        await backendOf(tx);
        return Promise.race([backendOf(own.sql), sleep(TIMEOUT_MS, [null])]);
      });
      if (after[0] !== before) return true;
    }
    return false;
  } finally {
    await Promise.all([own.close(), other.close()]);
  }
}

/** The id of the Postgres process that serves a connection: queried now, and as reported when it was opened. */
async function backendOf(
  sql: postgres.Sql | postgres.TransactionSql,
): Promise<[current: number, reported: number]> {
  // A statement without parameters is not prepared.
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return [onlyRow(rows).pid, rows.state.pid];
}

import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { connect, type Connection } from './database.js';

/** A pooler that has no session left lets a transaction wait; one that keeps sessions answers at once. */
const PATIENCE_MS = 2_000;
/** Others may use the pooler at the same time, and take what is looked for. */
const LOOKS = 5;

/**
 * Whether a pooler stands before Postgres (PgBouncer in transaction mode) that lets a connection go on in another session
 * after each transaction. What belongs to a session is lost there: prepared statements, LISTEN, locks.
 */
export async function isTransactionPooler(connection: Connection): Promise<boolean> {
  const [own, other] = [connect(connection, { max: 1 }), connect(connection, { max: 1 })];
  try {
    const [answer, state] = await backendOf(own.sql);
    // Without a pooler, or with one that hides itself well.
    if (answer === state) return false;
    for (let look = 0; look < LOOKS; look += 1) {
      const [before] = await backendOf(own.sql);
      const after = await other.sql.begin(async (tx) => {
        await backendOf(tx);
        return Promise.race([backendOf(own.sql), sleep(PATIENCE_MS, [null])]);
      });
      if (after[0] !== before) return true;
    }
    return false;
  } finally {
    await Promise.all([own.close(), other.close()]);
  }
}

/** The process that serves a connection, as it says itself, and as was said when the connection was made. */
async function backendOf(sql: postgres.Sql | postgres.TransactionSql): Promise<[own: number, told: number]> {
  // Without parameters nothing is prepared.
  const rows = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return [rows[0]?.pid ?? 0, rows.state.pid];
}

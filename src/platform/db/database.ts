import { drizzle } from 'drizzle-orm/postgres-js';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { Socket } from 'node:net';
import postgres from 'postgres';

/** Something to read through: the pool, or a transaction. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Something to write through. A pool does not fit, so a write cannot run outside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Where Postgres is: a URL, or the socket folder (or host) of the embedded server. */
export type Connection =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

export interface Pool {
  readonly db: Db;
  /** The driver itself, for the ingest statement and LISTEN; everything else goes through `db`. */
  readonly sql: postgres.Sql;
  close(): Promise<void>;
}

/** Waiting longer than this for a row lock answers `lock_acquisition_failed`. */
const LOCK_TIMEOUT_MS = 10_000;

export function connect(connection: Connection, { max = 20 }: { max?: number } = {}): Pool {
  const options = {
    max,
    onnotice: () => undefined,
    connection: { lock_timeout: LOCK_TIMEOUT_MS, TimeZone: 'UTC', application_name: 'tollgate' },
  };
  const sql =
    'url' in connection
      ? postgres(connection.url, { ...options, socket: socketWithoutDelay } as postgres.Options<never>)
      : postgres({ ...options, ...connection });
  return {
    sql,
    db: drizzle({ client: sql }),
    close: () => sql.end({ timeout: 5 }),
  };
}

/** postgres.js leaves Nagle's algorithm on, which costs 40-80 ms per larger message (measured, ADR 0005). */
async function socketWithoutDelay({ host, port }: { host: string[]; port: number[] }): Promise<Socket> {
  const socket = new Socket();
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port[0] ?? 5432, host[0] ?? '127.0.0.1', () => {
      socket.off('error', reject);
      resolve();
    });
  });
  return socket;
}

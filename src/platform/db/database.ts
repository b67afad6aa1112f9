import { drizzle } from 'drizzle-orm/postgres-js';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import postgres from 'postgres';
import { Announcer } from './announcements.js';
import { endingWithTheirConnection } from './lost-connections.js';

/** Something to read through: the pool, or a transaction. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** Something to write through. A pool does not fit, so a write cannot run outside a transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Where Postgres is: a URL, or the socket folder (or host) of the embedded server. */
export type Connection = (
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    }
) & {
  /** The major version of the server; absent for the embedded one. */
  readonly version?: number;
};

export interface Pool {
  readonly db: Db;
  /** The driver itself, for the ingest statement and LISTEN; everything else goes through `db`. */
  readonly sql: postgres.Sql;
  /** Sends what its transactions announce. */
  readonly announcer: Announcer;
  close(): Promise<void>;
}

/** When Postgres ends what takes too long on its own; absent bounds are none. */
export interface TimeBounds {
  /** A statement is cancelled. */
  readonly statementMs?: number;
  /** A session that holds a transaction open without a statement is ended. */
  readonly idleInTransactionMs?: number;
  /** A session whose transaction takes longer is ended; Postgres before 17 has no such bound. */
  readonly transactionMs?: number;
}

interface PoolOptions {
  readonly max?: number;
  readonly bounds?: TimeBounds;
  /** Of another pool of the process, which then sends for both; by default the pool sends for itself. */
  readonly announcer?: Announcer;
}

/** Waiting longer than this for a row lock answers `lock_acquisition_failed`. */
const LOCK_TIMEOUT_MS = 10_000;

export function connect(
  { version, ...place }: Connection,
  { max = 20, bounds = {}, announcer: shared }: PoolOptions = {},
): Pool {
  const options = {
    max,
    onnotice: () => undefined,
    connection: {
      lock_timeout: LOCK_TIMEOUT_MS,
      TimeZone: 'UTC',
      application_name: 'tollgate',
      ...settingsOf(bounds, version),
    },
  };
  const driver = endingWithTheirConnection(
    'url' in place
      ? postgres(place.url, { ...options, socket: socketWithoutDelay } as postgres.Options<never>)
      : postgres({ ...options, ...place }),
  );
  const announcer = shared ?? new Announcer(driver);
  const sql = announcer.announcing(driver);
  return {
    sql,
    announcer,
    db: drizzle({ client: sql }),
    close: () => sql.end({ timeout: 5 }),
  };
}

/** The first version that knows `transaction_timeout`. */
const BOUNDS_TRANSACTIONS = 17;

function settingsOf(
  { statementMs, idleInTransactionMs, transactionMs }: TimeBounds,
  version = BOUNDS_TRANSACTIONS,
) {
  return {
    ...(statementMs === undefined ? {} : { statement_timeout: statementMs }),
    ...(idleInTransactionMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: idleInTransactionMs }),
    ...(transactionMs === undefined || version < BOUNDS_TRANSACTIONS
      ? {}
      : { transaction_timeout: transactionMs }),
  };
}

/** Waiting longer than this for a connection fails. */
const CONNECT_TIMEOUT_MS = 10_000;

interface SocketOptions {
  /** Of a Unix socket. */
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/** postgres.js leaves Nagle's algorithm on, which costs 40-80 ms per larger message (measured, ADR 0005). */
async function socketWithoutDelay({ path, host: [host], port: [port] }: SocketOptions): Promise<Socket> {
  const socket = createConnection(path === false ? { host, port: port ?? 5432, noDelay: true } : { path });
  await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      socket.destroy();
      throw cause;
    },
  );
  // For TLS, whose certificate names the host.
  return Object.assign(socket, { host });
}

import { drizzle } from 'drizzle-orm/postgres-js';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { Announcer } from './announcements.js';
import { endingWithTheirConnection } from './lost-connections.js';
import { CONNECT_TIMEOUT_MS, socketOpener } from './socket.js';

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

/** What ends what takes too long: Postgres itself, but for a Postgres that hangs. Absent bounds are none. */
export interface TimeBounds {
  /** A statement is cancelled. */
  readonly statementMs?: number;
  /** A session that holds a transaction open without a statement is ended. */
  readonly idleInTransactionMs?: number;
  /** A session whose transaction takes longer is ended; Postgres before 17 has no such bound. */
  readonly transactionMs?: number;
  /** A connection on which Postgres has not answered for so long is closed. */
  readonly answerMs?: number;
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
    connect_timeout: CONNECT_TIMEOUT_MS / 1000,
    socket: socketOpener(bounds.answerMs ?? null),
    connection: {
      lock_timeout: LOCK_TIMEOUT_MS,
      TimeZone: 'UTC',
      application_name: 'tollgate',
      ...settingsOf(bounds, version),
    },
  };
  const driver = endingWithTheirConnection(
    'url' in place
      ? postgres(place.url, options as postgres.Options<never>)
      : postgres({ ...options, ...place } as postgres.Options<never>),
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

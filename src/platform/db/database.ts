import { drizzle } from 'drizzle-orm/postgres-js';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { Announcer } from './announcements.js';
import { queryBuilder } from './query-builder.js';
import { driverOn, Sessions, type SessionSource } from './sessions.js';
import { openSocket } from './socket.js';

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
  /** What `db` works on. */
  readonly sessions: SessionSource;
  /**
   * A driver with as many connections of its own, for LISTEN and for programs that set a session up; everything else goes
   * through `db`, which knows better what to do when a connection is lost.
   */
  readonly sql: postgres.Sql;
  /** Sends what its transactions announce. */
  readonly announcer: Announcer;
  close(): Promise<void>;
}

/** What ends what takes too long: Postgres itself, unless it hangs or is out of reach. Absent bounds are none. */
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
  /** How long a statement or a transaction waits for a connection; without end when left out. */
  readonly patienceMs?: number;
  readonly bounds?: TimeBounds;
  /** Of another pool of the process, which then sends for both; by default the pool sends for itself. */
  readonly announcer?: Announcer;
}

/** Waiting longer than this for a row lock answers `lock_acquisition_failed`. */
const LOCK_TIMEOUT_MS = 10_000;

export function connect(
  { version, ...place }: Connection,
  { max = 20, bounds = {}, patienceMs, announcer: shared }: PoolOptions = {},
): Pool {
  const options = {
    max,
    onnotice: () => undefined,
    socket: openSocket,
    connection: {
      lock_timeout: LOCK_TIMEOUT_MS,
      TimeZone: 'UTC',
      application_name: 'tollgate',
      ...settingsOf(bounds, version),
    },
  };
  const sql =
    'url' in place
      ? postgres(place.url, options as unknown as postgres.Options<never>)
      : postgres({ ...options, ...place } as unknown as postgres.Options<never>);
  // Sets the driver up for the dates and the JSON of the query builder.
  drizzle({ client: sql });
  const own = new Sessions(sql, { max, patienceMs, answerMs: bounds.answerMs });
  const announcer = shared ?? new Announcer(own);
  const sessions = announcer.withAnnouncements(own);
  return {
    sql,
    sessions,
    announcer,
    db: queryBuilder(driverOn(sessions)),
    close: async () => {
      await Promise.all([own.close(), sql.end({ timeout: 5 })]);
    },
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

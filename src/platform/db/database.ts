import { parseJson } from '../parse-json.js';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type Postgres from 'postgres';
import { createLogger, type Logger } from '../log.js';
import { NotificationSender } from './layers/announcements.js';
import { ARRAY_TYPES } from './postgres/arrays.js';
import { postgres } from './postgres/driver.js';
import { queryBuilder } from './writing/query-builder.js';
import type { SessionSource } from './postgres/session-source.js';
import { driverOn, Sessions } from './postgres/sessions.js';
import { openSocket } from './postgres/socket.js';

/** A query builder to read with: over a pool, or over a transaction. */
export type Db = PgDatabase<PgQueryResultHKT>;

/**
 * A query builder over a transaction, to write with. A pool is not assignable, so no write runs outside a transaction.
 */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** The address of Postgres: a URL, or the socket folder (or host) of the embedded server. */
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
  /** The sessions that `db` uses. */
  readonly sessions: SessionSource;
  /**
   * A driver with as many connections of its own, for LISTEN and for programs that change settings of a session.
   * Everything else uses `db`, which handles lost connections better.
   */
  readonly sql: Postgres.Sql;
  /** Sends the notifications of its transactions. */
  readonly notificationSender: NotificationSender;
  close(): Promise<void>;
}

/** Time limits, in milliseconds; none if absent. Postgres enforces the first three. */
export interface TimeBounds {
  /** A statement that takes longer is cancelled. */
  readonly statementMs?: number;
  /** A session is closed when its transaction is open for this long without running a statement. */
  readonly idleInTransactionMs?: number;
  /** A session is closed when its transaction takes longer; has no effect before Postgres 17. */
  readonly transactionMs?: number;
  /** This process closes a connection on which Postgres does not answer for this long: it hangs or is unreachable. */
  readonly answerMs?: number;
}

interface PoolOptions {
  readonly max?: number;
  /** True for sessions that last as long as the pool; by default the driver replaces them after half an hour or later. */
  readonly isLasting?: boolean;
  /** How long a statement or a transaction waits for a connection; without limit if absent. */
  readonly patienceMs?: number;
  readonly bounds?: TimeBounds;
  /** The role that the sessions begin with; by default that of the login. */
  readonly role?: string;
  /** The sender of another pool, which then sends the notifications of both; by default the pool has its own. */
  readonly notificationSender?: NotificationSender;
  /** For notifications that cannot be sent; by default nobody reads of them. */
  readonly log?: Logger;
}

/** A statement that waits longer than this for a lock fails with `lock_acquisition_failed`. */
const LOCK_TIMEOUT_MS = 10_000;

export function connect(
  { version, ...place }: Connection,
  {
    max = 20,
    bounds = {},
    patienceMs,
    isLasting = false,
    role,
    notificationSender: shared,
    log,
  }: PoolOptions = {},
): Pool {
  const options = {
    max,
    onnotice: () => undefined,
    socket: openSocket,
    fetch_types: false,
    ...(isLasting ? { max_lifetime: null } : {}),
    types: ARRAY_TYPES,
    connection: {
      lock_timeout: LOCK_TIMEOUT_MS,
      TimeZone: 'UTC',
      application_name: 'tollgate',
      ...settingsOf(bounds, version),
      ...(role === undefined ? {} : { role }),
    },
  };
  const sql =
    'url' in place
      ? postgres(place.url, options as unknown as Postgres.Options<never>)
      : postgres({ ...options, ...place } as unknown as Postgres.Options<never>);
  // Configures how the driver converts dates and JSON, as the query builder requires.
  drizzle({ client: sql });
  // Numbers in JSON keep their digits (docs/adr/0130).
  sql.options.parsers[JSONB] = parseJson;
  const own = new Sessions(sql, { max, patienceMs, answerMs: bounds.answerMs });
  const notificationSender = shared ?? new NotificationSender(own, log ?? createLogger('silent'));
  const sessions = notificationSender.withAnnouncements(own);
  return {
    sql,
    sessions,
    notificationSender,
    db: queryBuilder(driverOn(sessions)),
    close: async () => {
      if (shared === undefined) notificationSender.stop();
      await Promise.all([own.close(), sql.end({ timeout: 5 })]);
    },
  };
}

/** The id of the type in Postgres. */
const JSONB = 3802;

/** The first version of Postgres with the setting `transaction_timeout`. */
const VERSION_WITH_TRANSACTION_TIMEOUT = 17;

function settingsOf(
  { statementMs, idleInTransactionMs, transactionMs }: TimeBounds,
  version = VERSION_WITH_TRANSACTION_TIMEOUT,
) {
  return {
    ...(statementMs === undefined ? {} : { statement_timeout: statementMs }),
    ...(idleInTransactionMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: idleInTransactionMs }),
    ...(transactionMs === undefined || version < VERSION_WITH_TRANSACTION_TIMEOUT
      ? {}
      : { transaction_timeout: transactionMs }),
  };
}

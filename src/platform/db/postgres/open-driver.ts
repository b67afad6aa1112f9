import { parseJson } from '../../text/parse-json.js';
import { ARRAY_TYPES } from './arrays.js';
import { type Driver, driverWith } from './driver.js';
import { openSocket } from './socket.js';

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

interface SessionSettings {
  readonly max: number;
  /** True for sessions that last as long as the pool; by default the driver replaces them after half an hour or later. */
  readonly isLasting?: boolean;
  readonly bounds?: TimeBounds;
  /** The role that the sessions begin with; by default that of the login. */
  readonly role?: string;
}

/** A statement that waits longer than this for a lock fails with `lock_acquisition_failed`. */
const LOCK_TIMEOUT_MS = 10_000;

/** Configures a driver. It connects when it is used. */
export function openDriver(
  { version, ...place }: Connection,
  { max, isLasting = false, bounds = {}, role }: SessionSettings,
): Driver {
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
  const driver = 'url' in place ? driverWith(options, place.url) : driverWith({ ...options, ...place });
  leaveConversions(driver);
  return driver;
}

/** Instants, dates and intervals, and lists of them: columns convert them. */
const CONVERTED_BY_COLUMNS = [1184, 1082, 1083, 1114, 1182, 1185, 1115, 1231];
/** Columns write these. */
const JSON_TYPES = [114, 3802];
const JSONB = 3802;

/** Has the driver leave the conversion of values to the query builder, which knows their columns. */
function leaveConversions({ options: { parsers, serializers } }: Driver): void {
  const asItIs = (value: unknown) => value;
  for (const type of CONVERTED_BY_COLUMNS) parsers[type] = asItIs;
  for (const type of [...CONVERTED_BY_COLUMNS, ...JSON_TYPES]) serializers[type] = asItIs;
  // Numbers in JSON keep their digits (docs/adr/0130).
  parsers[JSONB] = parseJson;
}

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

import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.js';
import type { PostgresConnection } from '../embedded-postgres/connection.js';
import { CannotRunHereError, EmbeddedPostgresError } from '../embedded-postgres/errors.js';
import { findRunningPostgres, hasEmbeddedPostgres } from '../embedded-postgres/running-postgres.js';
import type { DataDir } from './data-dir.js';
import { StartError } from './start-error.js';

/** Names the superuser, the database, and the folders outside of DATA_DIR. */
const NAME = 'tollgate';

/**
 * Server settings of our own Postgres. What keeps acknowledged data through a crash (`fsync`, `full_page_writes`,
 * `synchronous_commit`) stays at its default: on.
 */
export const OWN_SETTINGS = {
  /** Small enough for a laptop; the system's file cache does the rest. */
  shared_buffers: '256MB',
  /** Checkpoints far apart: each one makes the next write of every page a full page of WAL. Costs disk and recovery time. */
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  /** For SSDs; the default, 4, is the cost of moving a disk's head. */
  random_page_cost: '1.1',
  /**
   * Tables begin empty here and grow by thousands of rows a minute. Until autovacuum has analysed them again, Postgres plans
   * for the few rows there were (docs/adr/0019), and reads a queue past the rows that have left it.
   */
  autovacuum_naptime: '15s',
  /** Compiling a query costs more than billing's short ones take. */
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  /** Above ERROR: a refused statement is its caller's to report, and would put customers' data into the log. */
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const;

type OwnPostgresOptions = Omit<EmbeddedPostgresOptions, 'name' | 'dataDir' | 'settings'> & {
  readonly dataDir: DataDir;
};

/**
 * Starts the embedded Postgres on a data folder that this process has claimed.
 * @throws StartError when it cannot be had.
 */
export function startOwnPostgres(options: OwnPostgresOptions): Promise<EmbeddedPostgres> {
  const { onExit, dataDir } = options;
  return withStartErrors(() =>
    startEmbeddedPostgres({
      ...options,
      name: NAME,
      dataDir: dataDir.path,
      settings: OWN_SETTINGS,
      onExit: (error) => onExit?.(startErrorOf(error)),
    }),
  );
}

/** Whether our own Postgres has ever been started on this folder. */
export function hasOwnPostgres(dataDir: string): Promise<boolean> {
  return withStartErrors(() => hasEmbeddedPostgres(dataDir));
}

/**
 * How to reach the Postgres of the server that runs on this folder.
 * @returns `null` when it does not answer.
 */
export function findOwnPostgres(dataDir: string): Promise<PostgresConnection | null> {
  return withStartErrors(() => findRunningPostgres({ name: NAME, dataDir }));
}

/** @throws StartError in place of an error of the embedded Postgres. */
async function withStartErrors<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? startErrorOf(error) : error;
  }
}

/** Says the same and, where the embedded Postgres cannot run at all, how to do without it. */
export function startErrorOf(error: EmbeddedPostgresError): StartError {
  const advice =
    error instanceof CannotRunHereError
      ? '\nTo do without the embedded Postgres, set DATABASE_URL to a Postgres 15 or newer.'
      : '';
  return new StartError(`${error.message}${advice}`, { cause: error });
}

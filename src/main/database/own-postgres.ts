import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../embedded-postgres/embedded-postgres.js';
import type { PostgresConnection } from '../../embedded-postgres/connection.js';
import {
  CannotRunHereError,
  EmbeddedPostgresError,
} from '../../embedded-postgres/embedded-postgres-errors.js';
import { findRunningPostgres, hasEmbeddedPostgres } from '../../embedded-postgres/running-postgres.js';
import type { DataDir } from '../settings/data-dir.js';
import { StartError } from '../settings/start-error.js';

/** Name of the superuser, of the database, and of the folders outside DATA_DIR. */
const NAME = 'tollgate';

/**
 * Server settings of the embedded Postgres. The settings that keep committed data through a crash (`fsync`,
 * `full_page_writes`, `synchronous_commit`) keep their default, which is on.
 */
export const OWN_SETTINGS = {
  /** Small enough for a laptop; the file cache of the system holds the rest. */
  shared_buffers: '256MB',
  /**
   * Rare checkpoints, since the first write to each page after one writes the full page to the WAL. Costs disk and
   * recovery time.
   */
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  /** For SSDs; the default of 4 is meant for disks with moving heads. */
  random_page_cost: '1.1',
  /**
   * New tables are empty and may grow by thousands of rows a minute. Until autovacuum analyzes and vacuums them,
   * Postgres plans for the old sizes (docs/adr/0019) and scans the dead rows of queues.
   */
  autovacuum_naptime: '15s',
  /** Our queries are short: compiling them takes longer than running them. */
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  /** Above ERROR: the program reports failed statements itself, and Postgres would log customers' data with them. */
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const;

/**
 * Further settings of a server whose WAL is archived: Postgres keeps each WAL file until `WalArchiver` has marked it as copied.
 * The command of Postgres' own archiver stays empty.
 */
export const ARCHIVED_SETTINGS = { archive_mode: 'on' } as const;

type OwnPostgresOptions = Omit<EmbeddedPostgresOptions, 'name' | 'dataDir'> & {
  readonly dataDir: DataDir;
};

/**
 * Starts the embedded Postgres in a data folder that this process has claimed.
 * @throws StartError when it cannot be started.
 */
export function startOwnPostgres(options: OwnPostgresOptions): Promise<EmbeddedPostgres> {
  const { onExit, dataDir } = options;
  return withStartErrors(() =>
    startEmbeddedPostgres({
      ...options,
      name: NAME,
      dataDir: dataDir.path,
      settings: { ...OWN_SETTINGS, ...options.settings },
      onExit: (error) => onExit?.(startErrorOf(error)),
    }),
  );
}

/** True if the embedded Postgres has been started in this folder before. */
export function hasOwnPostgres(dataDir: string): Promise<boolean> {
  return withStartErrors(() => hasEmbeddedPostgres(dataDir));
}

/**
 * Finds the embedded Postgres of the server that runs on this folder.
 * @returns how to connect to it; null if it does not answer.
 */
export function findOwnPostgres(dataDir: string): Promise<PostgresConnection | null> {
  return withStartErrors(() => findRunningPostgres({ name: NAME, dataDir }));
}

/** Runs `work` and converts errors of the embedded Postgres. @throws StartError */
async function withStartErrors<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? startErrorOf(error) : error;
  }
}

/** Converts an error. If the embedded Postgres cannot run on this machine at all, the message mentions DATABASE_URL. */
export function startErrorOf(error: EmbeddedPostgresError): StartError {
  const advice =
    error instanceof CannotRunHereError
      ? '\nTo do without the embedded Postgres, set DATABASE_URL to a Postgres 15 or newer.'
      : '';
  return new StartError(`${error.message}${advice}`, { cause: error });
}

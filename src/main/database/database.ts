import { sql } from 'drizzle-orm';
import path from 'node:path';
import type { EmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.js';
import type { Db } from '../../platform/db/database.js';
import { connect, type Connection } from '../../platform/db/pool.js';
import { isTransactionPooler } from '../../platform/db/postgres/detect-pooler.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { queryRows } from '../../platform/db/statements/query-rows.js';
import { requireFinished } from './restore-record.js';
import type { Config } from '../settings/config.js';
import { claimDataDir } from '../settings/data-dir.js';
import { readDatabaseUrl } from './database-url.js';
import { ARCHIVED_SETTINGS, startOwnPostgres } from './own-postgres.js';
import { StartError } from '../settings/start-error.js';

/** The Postgres that a program uses: the embedded one, or the one at DATABASE_URL. */
export interface Database {
  /** @throws StartError when it cannot be started or reached. */
  start(): Promise<Connection>;
  /** Stops the embedded Postgres and releases its data folder; also if it was claimed but not started. */
  stop(): Promise<void>;
  /** Ends the embedded Postgres without a checkpoint, like a crash: its next start recovers all committed data. */
  stopImmediately(): Promise<void>;
}

export interface DatabaseEvents {
  /** Prints a line for people about something slow or unusual. */
  readonly say: (line: string) => void;
  /** Prints a warning about a setting of the operator's Postgres that puts data at risk. */
  readonly warn?: (line: string) => void;
  /** Called when the embedded Postgres ends unexpectedly. */
  readonly onFailure: (error: Error) => void;
  /** Aborted when the start is interrupted. */
  readonly signal?: AbortSignal;
}

/**
 * Chooses the database and claims the data folder of the embedded one.
 * @throws StartError when another server uses it, or a restore is not finished.
 */
export function claimDatabase(config: Config, events: DatabaseEvents): Database {
  const { databaseUrl } = config;
  if (databaseUrl !== null) return givenDatabase(databaseUrl, events);
  requireFinished(config.dataDir);
  return claimOwnDatabase(config, events);
}

/** Claims the data folder of the embedded Postgres, also where a restore is not finished. */
export function claimOwnDatabase(
  { dataDir: folder, backupUrl }: Pick<Config, 'dataDir' | 'backupUrl'>,
  { say, onFailure, signal }: DatabaseEvents,
): Database {
  const dataDir = claimDataDir(folder);
  let postgres: EmbeddedPostgres | null = null;
  return {
    async start() {
      postgres = await startOwnPostgres({
        dataDir,
        log: say,
        onExit: onFailure,
        settings: backupUrl === null ? {} : ARCHIVED_SETTINGS,
        ...(signal && { signal }),
      });
      return postgres.connection;
    },
    async stop() {
      await postgres?.stop();
      dataDir.release();
    },
    async stopImmediately() {
      await postgres?.stopImmediately();
      dataDir.release();
    },
  };
}

const SHARED_SESSIONS =
  'DATABASE_URL leads to a pooler that gives every transaction another session (pool_mode = transaction). Prepared statements, LISTEN and locks are lost there. Tollgate pools its connections itself: give it the address of Postgres, or a pool in session mode.';

/** Postgres 15 introduced `nulls not distinct`, which our unique keys use. */
const OLDEST_VERSION = 15;

function givenDatabase(url: string, { warn }: DatabaseEvents): Database {
  return {
    async start() {
      const connection = readDatabaseUrl(url);
      const facts = await factsOf(connection).catch((cause: unknown) => {
        throw new StartError(`DATABASE_URL cannot be used: ${String(cause)}`, { cause });
      });
      if (facts.version < OLDEST_VERSION) {
        throw new StartError(
          `DATABASE_URL leads to Postgres ${facts.version}; ${OLDEST_VERSION} or newer is needed.`,
        );
      }
      if (await isTransactionPooler(connection)) throw new StartError(SHARED_SESSIONS);
      for (const risk of risksOf(facts, connection)) warn?.(risk);
      return { ...connection, version: facts.version };
    },
    stop: () => Promise.resolve(),
    stopImmediately: () => Promise.resolve(),
  };
}

interface DatabaseFacts {
  readonly version: number;
  readonly fsync: string;
  readonly synchronousCommit: string;
}

/** @returns a warning for each setting that may lose acknowledged data or expose it to others. */
export function risksOf({ fsync, synchronousCommit }: DatabaseFacts, connection: Connection): string[] {
  const risks: string[] = [];
  if (fsync === 'off')
    risks.push(
      'Warning: this Postgres runs with fsync=off. A crash of its machine can lose the whole database.',
    );
  if (synchronousCommit === 'off')
    risks.push(
      'Warning: this Postgres runs with synchronous_commit=off. A crash can lose what was acknowledged just before.',
    );
  if ('url' in connection && new URL(connection.url).searchParams.get('sslmode') === 'require')
    risks.push(
      "Warning: sslmode=require does not check the server's certificate. Use sslmode=verify-full where others can reach the network.",
    );
  return risks;
}

/** @returns the location of the database, without credentials, and its version, for people. */
export async function describeDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  db: Db,
): Promise<string> {
  const rows = await queryRows<{ version: string }>(
    db,
    sql`select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  const place =
    databaseUrl === null ? `embedded, ${path.resolve(dataDir)}` : placeOf(readDatabaseUrl(databaseUrl));
  return `${place} (Postgres ${onlyRow(rows).version})`;
}

function placeOf(connection: Connection): string {
  if (!('url' in connection)) return `${connection.host}/${connection.database}`;
  const { host, pathname } = new URL(connection.url);
  return `${host}${pathname}`;
}

async function factsOf(connection: Connection): Promise<DatabaseFacts> {
  const pool = connect(connection, { max: 1 });
  try {
    const [row] = await pool.sql<DatabaseFacts[]>`
      select
        current_setting('server_version_num')::int / 10000 as version,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as "synchronousCommit"`;
    if (row === undefined) throw new Error('The database answered nothing.');
    return row;
  } finally {
    await pool.close();
  }
}

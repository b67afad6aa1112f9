import { connect, type Connection } from '../platform/db/database.js';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js';
import type { DataDir } from './data-dir.js';
import { StartError } from './start-error.js';

/** A Postgres to work with: our own, or the operator's. */
export interface Database {
  readonly connection: Connection;
  stop(): Promise<void>;
}

/** Since 15, unique keys can treat nulls as equal. */
const OLDEST_VERSION = 15;

/** @throws StartError naming DATABASE_URL when the server does not answer, or is too old. */
export async function useDatabase(url: string): Promise<Database> {
  const connection = { url };
  const pool = connect(connection, { max: 1 });
  try {
    const [row] = await pool.sql<{ version: number }[]>`
      select current_setting('server_version_num')::int / 10000 as version`;
    const version = row?.version ?? 0;
    if (version < OLDEST_VERSION) {
      throw new StartError(
        `DATABASE_URL leads to Postgres ${version}; ${OLDEST_VERSION} or newer is needed.`,
      );
    }
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`DATABASE_URL cannot be used: ${String(cause)}`, { cause });
  } finally {
    await pool.close();
  }
  return { connection, stop: () => Promise.resolve() };
}

interface OwnDatabaseOptions {
  readonly dataDir: DataDir;
  readonly say: (line: string) => void;
  /** Called when it ends without having been asked to. */
  readonly onExit: (error: Error) => void;
}

/** @throws StartError when Postgres cannot run here. */
export async function startDatabase({ dataDir, say, onExit }: OwnDatabaseOptions): Promise<Database> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: say, onExit });
  return { connection: postgres.connection, stop: () => postgres.stop() };
}

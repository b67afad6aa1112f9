import postgres from 'postgres';
import { SOCKET_PORT } from './socket-folder.js';
import { EmbeddedPostgresError } from './errors.js';

/** Options that `postgres` (postgres.js) and `pg` both take as they are. */
export interface PostgresConnection {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** How to reach the embedded Postgres that listens in this folder: its superuser and its database have one name. */
export function embeddedConnection(socketFolder: string, name: string, password: string): PostgresConnection {
  return { host: socketFolder, port: SOCKET_PORT, user: name, password, database: name };
}

/** Of a server that is not there yet, not any more, or not ready (57P03 cannot_connect_now). */
const NOT_YET = new Set<unknown>([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  '57P03',
]);

/**
 * Asks the server for the database `connection.database`, which it creates unless it is there.
 * @returns `false` when the server does not answer yet.
 * @throws EmbeddedPostgresError when it refuses us for a reason that waiting does not mend.
 */
export async function openDatabase(connection: PostgresConnection): Promise<boolean> {
  const { database } = connection;
  const sql = postgres({
    ...connection,
    database: 'postgres',
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
  });
  try {
    const found = await sql`select 1 from pg_database where datname = ${database}`;
    if (found.length === 0) await sql`create database ${sql(database)}`;
    return true;
  } catch (cause) {
    if (NOT_YET.has((cause as { readonly code?: unknown }).code)) return false;
    throw new EmbeddedPostgresError(`The embedded Postgres refuses us: ${String(cause)}`, { cause });
  } finally {
    await sql.end({ timeout: 0 });
  }
}

import postgres from 'postgres';
import { SOCKET_PORT } from './socket-folder.js';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';

/** Connection options that both `postgres` (postgres.js) and `pg` accept unchanged. */
export interface PostgresConnection {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Connection options for the embedded Postgres that listens in this folder; user and database have the same name. */
export function embeddedConnection(socketFolder: string, name: string, password: string): PostgresConnection {
  return { host: socketFolder, port: SOCKET_PORT, user: name, password, database: name };
}

/** Error codes of a server that is not running or not ready (57P03 cannot_connect_now). */
const NOT_READY = new Set<unknown>([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'CONNECTION_CLOSED',
  'CONNECT_TIMEOUT',
  '57P03',
]);

/**
 * Connects to the server and creates the database `connection.database` unless it exists.
 * @returns `false` when the server is not ready yet.
 * @throws EmbeddedPostgresError when the connection fails for any other reason.
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
    if (NOT_READY.has((cause as { readonly code?: unknown }).code)) return false;
    throw new EmbeddedPostgresError(`Cannot connect to the embedded Postgres: ${String(cause)}`, { cause });
  } finally {
    await sql.end({ timeout: 0 });
  }
}

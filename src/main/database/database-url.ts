import { userInfo } from 'node:os';
import type { Connection } from '../../platform/db/pool.js';
import { StartError } from '../settings/start-error.js';

const DEFAULT_PORT = 5432;

/**
 * Reads DATABASE_URL: a URL with a host, or libpq's form for Unix sockets, `postgres://user:password@/database?host=/run/postgresql`.
 * @throws StartError for another address.
 */
export function readDatabaseUrl(url: string): Connection {
  // URLs need a host.
  const parsed = URL.parse(url.replace(/^([a-z]+:\/\/(?:[^@/?#]*@)?)(?=[/?:]|$)/, '$1localhost'));
  if (parsed === null)
    throw new StartError('DATABASE_URL is no address such as postgres://user:password@host/database.');
  const { searchParams, pathname, username, password, port } = parsed;
  const host = searchParams.get('host');
  if (host === null) return { url };
  const others = [...searchParams.keys()].filter((name) => name !== 'host' && name !== 'port');
  if (!host.startsWith('/'))
    throw new StartError(
      '`host` in DATABASE_URL is the folder of a Unix socket, such as /run/postgresql; another host stands before the database.',
    );
  if (others.length > 0)
    throw new StartError(`With a Unix socket, DATABASE_URL takes no ${others.join(', ')}.`);
  const user = decodeURIComponent(username) || userInfo().username;
  return {
    host,
    port: Number(searchParams.get('port') ?? (port || DEFAULT_PORT)),
    user,
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || user,
  };
}

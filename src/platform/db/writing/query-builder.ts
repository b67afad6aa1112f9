import type { SqlChannel } from '../sql-channel.js';
import type { Db } from '../database.js';
import { Dialect } from './dialect.js';
import { QueryDatabase, QuerySession } from './query-session.js';

const dialect = new Dialect();

/** Creates a query builder over a channel. Each request gets its own. */
export function queryBuilder(channel: SqlChannel): Db {
  return new QueryDatabase(dialect, new QuerySession(dialect, channel, (work) => channel.begin(work)));
}

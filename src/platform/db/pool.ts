import { createLogger, type Logger } from '../log.js';
import type { SqlChannel } from './sql-channel.js';
import type { Db } from './database.js';
import { NotificationSender } from './layers/announcements.js';
import type { Driver } from './postgres/driver.js';
import { type Connection, openDriver, type TimeBounds } from './postgres/open-driver.js';
import { Sessions } from './postgres/sessions.js';
import { queryBuilder } from './writing/query-builder.js';

export type { Connection } from './postgres/open-driver.js';

export interface Pool {
  readonly db: Db;
  /** The way of `db` to Postgres. */
  readonly channel: SqlChannel;
  /** The sessions that `channel` uses. */
  readonly sessions: Sessions;
  /**
   * A driver with as many connections of its own, for LISTEN and for programs that change settings of a session.
   * Everything else uses `db`, which handles lost connections better.
   */
  readonly sql: Driver;
  /** Sends the notifications of its transactions. */
  readonly notificationSender: NotificationSender;
  close(): Promise<void>;
}

interface PoolOptions {
  readonly max?: number;
  /** True for sessions of `sql` that last as long as the pool; by default the driver replaces them after half an hour or later. */
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

export function connect(
  connection: Connection,
  { max = 20, patienceMs, notificationSender: shared, log, ...settings }: PoolOptions = {},
): Pool {
  const sql = openDriver(connection, { max, ...settings });
  const sessions = new Sessions(sql, { max, patienceMs, answerMs: settings.bounds?.answerMs });
  const notificationSender = shared ?? new NotificationSender(sessions, log ?? createLogger('silent'));
  const channel = notificationSender.withAnnouncements(sessions);
  return {
    sql,
    sessions,
    channel,
    notificationSender,
    db: queryBuilder(channel),
    close: async () => {
      if (shared === undefined) notificationSender.stop();
      await Promise.all([sessions.close(), sql.end({ timeout: 5 })]);
    },
  };
}

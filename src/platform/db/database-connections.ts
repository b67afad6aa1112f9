import type { Limits } from '../limits.js';
import { createLogger, type Logger } from '../log.js';
import type { Db } from './database.js';
import { ConnectionGate } from './layers/connection-gate.js';
import { withoutNesting } from './layers/nested-connection.js';
import { type Listen, NotificationListener } from './layers/notification-listener.js';
import { TenantConnections } from './layers/tenant-connections.js';
import { REQUESTS_ROLE } from './layers/tenant-wall.js';
import { connect, type Connection, type Pool } from './pool.js';
import type { Driver } from './postgres/driver.js';
import { queryBuilder } from './writing/query-builder.js';

declare const opensTransactions: unique symbol;

/**
 * The separate pool for transactions that belong to no request: those of jobs, due work, test clocks and the server
 * start. A service must not use it inside the transaction of a request (docs/adr/0027).
 */
export type JobsDb = Db & { readonly [opensTransactions]: true };

/** The database connections of a process, in separate pools, so that no kind of work can exhaust those of another. */
export interface Connections {
  /** For requests; each organization may use a share of them. */
  readonly tenants: TenantConnections;
  readonly jobs: JobsDb;
  /** For authentication and the readiness check, which must work when all other connections are busy. */
  readonly reserved: Db;
  /**
   * Receives the notifications of a channel, on a separate connection.
   * @param onStart called when listening starts, and again whenever notifications may have been missed: after each
   *   reconnect, and when a process could not send one.
   * @returns a function that stops it.
   */
  readonly listen: Listen;
  /** Sends notifications that belong to no transaction, soon. @throws Error for a payload that Postgres would refuse. */
  readonly notify: (channel: string, payloads: readonly string[]) => void;
  /** The drivers whose configuration the sessions of each pool copy. */
  readonly drivers: readonly Pick<Driver, 'options'>[];
  close(): Promise<void>;
}

/** One for the readiness check, one for looking up API keys. */
const RESERVED_CONNECTIONS = 2;
/** If either takes longer, the database counts as unreachable. */
const RESERVED_STATEMENT_MS = 1_000;
/** One sends all notifications. So those neither wait for long statements, nor disturb the looking up of API keys. */
const ANNOUNCING_CONNECTIONS = 1;

export function openConnections(
  connection: Connection,
  limits: Limits,
  log: Logger = createLogger('silent'),
  hasWall = true,
): Connections {
  const idleInTransactionMs = limits.idleTransactionMs;
  const statementBounds = (statementMs: number) => ({
    statementMs,
    answerMs: statementMs + limits.databaseSilenceMs,
  });
  const reservedBounds = { idleInTransactionMs, ...statementBounds(RESERVED_STATEMENT_MS) };
  const announcing = connect(connection, { max: ANNOUNCING_CONNECTIONS, bounds: reservedBounds, log });
  const { notificationSender } = announcing;
  const reserved = connect(connection, {
    max: RESERVED_CONNECTIONS,
    patienceMs: limits.connectionWaitMs,
    notificationSender,
    bounds: reservedBounds,
  });
  const requests = connect(connection, {
    max: limits.requestConnections,
    notificationSender,
    bounds: {
      idleInTransactionMs,
      ...statementBounds(limits.requestStatementMs),
      transactionMs: limits.requestTransactionMs,
    },
    ...(hasWall ? { role: REQUESTS_ROLE } : {}),
  });
  const jobs = connect(connection, {
    max: limits.jobConnections,
    notificationSender,
    bounds: { idleInTransactionMs, ...statementBounds(limits.jobStatementMs) },
  });
  const gate = new ConnectionGate({
    connections: limits.requestConnections,
    connectionsPerOrganization: limits.organizationConnections,
    waitingPerOrganization: limits.organizationWaiting,
    patienceMs: limits.connectionWaitMs,
    ownPatienceMs: limits.organizationWaitMs,
  });
  const pools: readonly Pool[] = [requests, jobs, reserved, announcing];
  const listener = new NotificationListener(jobs.sql);
  return {
    tenants: new TenantConnections(requests.channel, { gate, mostReads: limits.requestReads, hasWall }),
    jobs: queryBuilder(withoutNesting(jobs.channel)) as JobsDb,
    reserved: queryBuilder(withoutNesting(reserved.channel)),
    listen: (channel, hear, onStart) => listener.listen(channel, hear, onStart),
    notify: (channel, payloads) => {
      notificationSender.notify(channel, payloads);
    },
    drivers: pools.map(({ sql }) => sql),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

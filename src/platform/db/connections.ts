import type postgres from 'postgres';
import type { Limits } from '../limits.js';
import { ConnectionGate } from './connection-gate.js';
import { connect, type Connection, type Db, type Pool } from './database.js';
import { withoutNesting } from './nested-connection.js';
import { queryBuilder } from './query-builder.js';
import { driverOn } from './sessions.js';
import { TenantConnections } from './tenant-connections.js';

declare const opensTransactions: unique symbol;

/**
 * A pool of one's own, for what opens transactions that belong to no request: jobs, due work, test clocks, the start. A
 * service must not use it inside the transaction of a request (docs/adr/0027).
 */
export type JobsDb = Db & { readonly [opensTransactions]: true };

/** Every connection of a process to its database, by who uses it: none can use up those of the others. */
export interface Connections {
  /** For requests, with a share for each organization. */
  readonly tenants: TenantConnections;
  readonly jobs: JobsDb;
  /** For what must answer when all others are busy: who calls, and whether the database is there. */
  readonly reserved: Db;
  /**
   * Hears notifications, on a connection of its own.
   * @param onStart called when it begins to, and again after the connection was lost.
   * @returns what ends it.
   */
  readonly listen: (
    channel: string,
    hear: (payload: string) => void,
    onStart: () => void,
  ) => Promise<() => void>;
  /** What the drivers of each pool are configured like. */
  readonly drivers: readonly Pick<postgres.Sql, 'options'>[];
  close(): Promise<void>;
}

/** One for readiness, one for keys. */
const RESERVED_CONNECTIONS = 2;
/** A database that takes longer for a look at a key, or a sign of life, counts as unreachable. */
const RESERVED_STATEMENT_MS = 1_000;

export function openConnections(connection: Connection, limits: Limits): Connections {
  const idleInTransactionMs = limits.idleTransactionMs;
  const statementBounds = (statementMs: number) => ({
    statementMs,
    answerMs: statementMs + limits.databaseSilenceMs,
  });
  const reserved = connect(connection, {
    max: RESERVED_CONNECTIONS,
    patienceMs: limits.connectionWaitMs,
    bounds: { idleInTransactionMs, ...statementBounds(RESERVED_STATEMENT_MS) },
  });
  // Announcements are not held up by long statements.
  const { announcer } = reserved;
  const requests = connect(connection, {
    max: limits.requestConnections,
    announcer,
    bounds: {
      idleInTransactionMs,
      ...statementBounds(limits.requestStatementMs),
      transactionMs: limits.requestTransactionMs,
    },
  });
  const jobs = connect(connection, {
    max: limits.jobConnections,
    announcer,
    bounds: { idleInTransactionMs, ...statementBounds(limits.jobStatementMs) },
  });
  const gate = new ConnectionGate({
    connections: limits.requestConnections,
    connectionsPerOrganization: limits.organizationConnections,
    waitingPerOrganization: limits.organizationWaiting,
    patienceMs: limits.connectionWaitMs,
    ownPatienceMs: limits.organizationWaitMs,
  });
  const pools: readonly Pool[] = [requests, jobs, reserved];
  return {
    tenants: new TenantConnections(requests.sessions, gate),
    jobs: queryBuilder(driverOn(withoutNesting(jobs.sessions))) as JobsDb,
    reserved: queryBuilder(driverOn(withoutNesting(reserved.sessions))),
    listen: async (channel, hear, onStart) => {
      const listening = await jobs.sql.listen(channel, hear, onStart);
      return () => {
        // Nobody waits for it: without its database it never ends, and the channel ends with its connection.
        listening.unlisten().catch(() => undefined);
      };
    },
    drivers: pools.map(({ sql }) => sql),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

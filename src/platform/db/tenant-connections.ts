import type postgres from 'postgres';
import { type Claimant, callerLeft, type ConnectionGate } from './connection-gate.js';
import type { Db } from './database.js';
import { insideTransaction, refuseNested } from './nested-connection.js';
import { beginOf, type Driver, queryBuilder, type Work } from './query-builder.js';

type Statement = ReturnType<postgres.Sql['unsafe']>;
type StatementArguments = Parameters<postgres.Sql['unsafe']>;

/** Something that runs in Postgres and can be stopped there. */
interface Cancellable {
  cancel(): unknown;
}

/**
 * A statement whose caller has left is cancelled when it still runs after this time: most are over by then, and to cancel
 * takes a connection of its own.
 */
const CANCELLED_AFTER_MS = 100;

/** Connections for organizations, each of which has its share of them (`ConnectionGate`). Source: docs/adr/0027. */
export class TenantConnections {
  constructor(
    private readonly sql: postgres.Sql,
    readonly gate: ConnectionGate,
  ) {}

  /**
   * What one request of an organization reads through and opens its transaction on.
   * @param left aborted when its caller leaves: what runs for it is cancelled, what waits is dropped.
   */
  of(organizationId: string, left?: AbortSignal): Db {
    return queryBuilder(this.driverOf(organizationId, left));
  }

  /**
   * What stores the events of many requests of an organization at once (group commit). It has a share of its own: events
   * are taken in however many other requests wait.
   */
  ingestOf(organizationId: string): Driver {
    return this.driverOf(`${organizationId}:events`);
  }

  private driverOf(share: string, left?: AbortSignal): Driver {
    const { sql } = this;
    const claimant = this.gate.claimant(share, left);
    const running = new Running(left);
    return {
      options: sql.options,
      unsafe: (...statement) => gated(claimant, running, () => sql.unsafe(...statement)) as never,
      begin: beginOf(async (options, work) => {
        refuseNested();
        return claimant.use(() =>
          sql.begin(options, (tx) => insideTransaction(() => running.transact(tx, work))),
        );
      }),
    };
  }
}

/** A statement that takes its connection when it is waited for. */
function gated(claimant: Claimant, running: Running, ask: () => Statement): Statement {
  const answer = async () => {
    refuseNested();
    return claimant.use(() => running.run(ask()));
  };
  // The query builder awaits it, which is all that anybody does with it.
  const awaited: Pick<Statement, 'then' | 'values'> = {
    then: (onAnswer, onError) => answer().then(onAnswer, onError),
    values: () => gated(claimant, running, () => ask().values() as unknown as Statement) as never,
  };
  return awaited as Statement;
}

/** What one caller has running, until he leaves. */
class Running {
  private readonly statements = new Set<Cancellable>();

  constructor(private readonly left: AbortSignal | undefined) {
    left?.addEventListener('abort', () => {
      if (this.statements.size === 0) return;
      setTimeout(() => {
        this.cancelAll();
      }, CANCELLED_AFTER_MS);
    });
  }

  async run(statement: Statement): Promise<postgres.RowList<postgres.Row[]>> {
    this.statements.add(statement);
    try {
      return await statement;
    } finally {
      this.statements.delete(statement);
    }
  }

  /** Runs the work of a transaction, which is rolled back with its next statement when the caller has left. */
  async transact(sql: postgres.TransactionSql, work: Work): Promise<unknown> {
    if (this.left === undefined) return work(sql);
    const latest: { statement?: Cancellable } & Cancellable = { cancel: () => latest.statement?.cancel() };
    this.statements.add(latest);
    try {
      return await work(this.watched(sql, latest));
    } finally {
      this.statements.delete(latest);
    }
  }

  private watched(
    sql: postgres.TransactionSql,
    latest: { statement?: Cancellable },
  ): postgres.TransactionSql {
    const members = {
      unsafe: (...statement: StatementArguments) => {
        if (this.left?.aborted === true) throw callerLeft();
        const sent = sql.unsafe(...statement);
        latest.statement = sent;
        return sent;
      },
      savepoint: (part: Work) => sql.savepoint((inner) => part(this.watched(inner, latest))),
    };
    // The query builder uses nothing else of it.
    return members as unknown as postgres.TransactionSql;
  }

  /** A statement that cannot be cancelled, as the connection is lost, ends anyway. */
  private cancelAll(): void {
    for (const statement of this.statements) {
      Promise.resolve(statement.cancel()).catch(() => undefined);
    }
  }
}

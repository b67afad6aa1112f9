import type postgres from 'postgres';
import { CatalogReads } from './catalog-reads.js';
import { type Claimant, callerDisconnected, type ConnectionGate } from './connection-gate.js';
import { invalid } from '../../errors/app-error.js';
import type { Db } from '../database.js';
import { MergedReads } from './merged-reads.js';
import { withoutNesting } from './nested-connection.js';
import {
  type Driver,
  queryBuilder,
  type Statement,
  type StatementArguments,
  type Work,
} from '../writing/query-builder.js';
import { withoutRepeatedReads } from './repeated-reads.js';
import type { Preamble } from '../postgres/preamble.js';
import { type SessionSource, type SessionUse, withPreamble } from '../postgres/session-source.js';
import { driverOn } from '../postgres/sessions.js';
import { OF_ALL, onlyOf } from '../migrating/tenant-wall.js';

/** A running statement, or the latest statement of a transaction, which can be cancelled in Postgres. */
interface Cancellable {
  cancel(): unknown;
}

/**
 * When a caller disconnects, its statements get this much time before they are cancelled. Most have ended by then, and
 * to cancel one takes another connection.
 */
const CANCELLED_AFTER_MS = 100;

/** Connections for organizations, each of which has its share of them (`ConnectionGate`). Source: docs/adr/0027. */
export class TenantConnections {
  private readonly catalogs = new CatalogReads();
  private readonly merged = new MergedReads();

  constructor(
    private readonly sessions: SessionSource,
    readonly gate: ConnectionGate,
    /** The most statements of a caller outside of transactions. */
    private readonly mostReads: number,
    /** True if the sessions see rows of an organization only after they have named it. */
    private readonly hasWall: boolean,
  ) {}

  /**
   * The query builder of one request of an organization, for its reads and its transaction.
   * @param disconnected aborted when the caller disconnects: running statements are cancelled, waiting ones are dropped.
   * @param count counts the statements of a request whose caller may disconnect.
   */
  forOrganization(organizationId: string, disconnected?: AbortSignal, count?: StatementCount): Db {
    const sessions = this.merged.inTransactions(
      this.sessionsOf(organizationId, onlyOf(organizationId), disconnected, count),
    );
    const driver = this.merged.outsideTransactions(driverOn(withoutRepeatedReads(sessions)));
    return queryBuilder(this.catalogs.wrap(organizationId, driver));
  }

  /**
   * The query builder of one request that belongs to no organization, such as a login. All such requests together have
   * the share of one organization.
   */
  forVisitors(disconnected?: AbortSignal, count?: StatementCount): Db {
    return queryBuilder(driverOn(this.sessionsOf('visitors', OF_ALL, disconnected, count)));
  }

  /**
   * The query builder of one request without credentials that names an organization, such as a message of a payment provider
   * before its signature was checked. All such requests together have the share of one organization, and logins another one.
   */
  forStrangers(disconnected?: AbortSignal): Db {
    return queryBuilder(driverOn(this.sessionsOf('strangers', OF_ALL, disconnected)));
  }

  /**
   * The driver that stores the events of several requests of an organization at once (group commit). It has a separate
   * share of the connections, so that events are stored however many other requests wait.
   */
  forIngest(organizationId: string): Driver {
    return driverOn(this.sessionsOf(`${organizationId}:events`, onlyOf(organizationId)));
  }

  private sessionsOf(
    share: string,
    preamble: Preamble,
    disconnected?: AbortSignal,
    count?: StatementCount,
  ): SessionSource {
    const claimant = this.gate.claimant(share, disconnected);
    const running = new Running(disconnected, this.mostReads, count);
    const sessions = this.hasWall ? withPreamble(this.sessions, preamble) : this.sessions;
    return withoutNesting(ofClaimant(sessions, claimant, running));
  }
}

/** Restricts sessions to the share of a claimant, and tracks its running statements. */
function ofClaimant(sessions: SessionSource, claimant: Claimant, running: Running): SessionSource {
  return {
    options: sessions.options,
    use: (work, preamble) =>
      claimant.use(() => sessions.use((session) => work(running.watching(session)), preamble)),
  };
}

/** Number of statements that a request has sent, without those that begin and end transactions. */
export interface StatementCount {
  statements: number;
}

/** The running statements of one caller, which are cancelled when the caller disconnects. */
class Running {
  private readonly statements = new Set<Cancellable>();
  private reads = 0;

  constructor(
    private readonly disconnected: AbortSignal | undefined,
    private readonly mostReads: number,
    private readonly count: StatementCount = { statements: 0 },
  ) {
    disconnected?.addEventListener('abort', () => {
      if (this.statements.size === 0) return;
      setTimeout(() => {
        this.cancelAll();
      }, CANCELLED_AFTER_MS);
    });
  }

  /** Wraps a session so that the caller's statements on it are tracked. */
  watching(session: SessionUse): SessionUse {
    if (this.disconnected === undefined) return session;
    return {
      unsafe: (...statement) => {
        this.countRead();
        return this.cancellable(session.unsafe(...statement));
      },
      begin: (options, work) => session.begin(options, (sql) => this.transact(sql, work)),
    };
  }

  /** @throws AppError `validation_errors` when the caller exceeds the limit on reads. */
  private countRead(): void {
    this.count.statements += 1;
    this.reads += 1;
    if (this.reads <= this.mostReads) return;
    throw invalid({}, `A request reads with at most ${this.mostReads} database statements.`);
  }

  private cancellable(statement: Statement): Statement {
    const awaited: Pick<Statement, 'then' | 'values'> = {
      then: (onAnswer, onError) => this.run(statement).then(onAnswer, onError),
      values: () => this.cancellable(statement.values() as unknown as Statement) as never,
    };
    return awaited as Statement;
  }

  private async run(statement: Statement): Promise<postgres.RowList<postgres.Row[]>> {
    this.statements.add(statement);
    try {
      return await statement;
    } finally {
      this.statements.delete(statement);
    }
  }

  /** Runs the work of a transaction, which is rolled back with its next statement when the caller has disconnected. */
  private async transact(sql: postgres.TransactionSql, work: Work): Promise<unknown> {
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
        if (this.disconnected?.aborted === true) throw callerDisconnected();
        this.count.statements += 1;
        const sent = sql.unsafe(...statement);
        latest.statement = sent;
        return sent;
      },
      savepoint: (part: Work) => sql.savepoint((inner) => part(this.watched(inner, latest))),
    };
    // The query builder uses no other members of a transaction.
    return members as unknown as postgres.TransactionSql;
  }

  /** Cancels all running statements. Errors are ignored: if the connection is lost, the statements fail anyway. */
  private cancelAll(): void {
    for (const statement of this.statements) {
      Promise.resolve(statement.cancel()).catch(() => undefined);
    }
  }
}

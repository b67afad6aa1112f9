import type { Socket } from 'node:net';
import postgres from 'postgres';
import { endsConnection, isOutdatedPlan } from './postgres-error.js';
import { PreparedStatements, type SentStatements } from './prepared-statements.js';
import type { Statement, StatementArguments, Work } from './query-builder.js';
import { openSocket } from './socket.js';

/** Connecting, the server's side of it included, fails after this time. */
const CONNECT_TIMEOUT_MS = 10_000;

interface SessionOptions {
  /** The driver that the session is configured like. */
  readonly like: postgres.Sql;
  /** By when Postgres answers whatever it is sent; without it, a session waits without end. */
  readonly answerMs: number | undefined;
  /** Those of all sessions of a pool. */
  readonly sent: SentStatements;
}

/**
 * One connection to Postgres, with a driver of its own. A driver keeps state of a connection that it has lost, and
 * mistakes it for that of the next one: an unsent message, an error (docs/adr/0027). So a session that has lost its
 * connection is never used again.
 *
 * Whatever waits for an answer when the connection is lost is refused, and so is what is sent afterwards. Postgres cannot
 * end a statement when it hangs itself or is out of reach: a connection on which it does not answer in time is closed.
 */
export class Session {
  private readonly driver: postgres.Sql;
  private readonly sockets = new Set<Socket>();
  private readonly answerMs: number | undefined;
  private readonly prepared: PreparedStatements;
  private hasMetOutdatedPlan = false;
  private loss: Error | undefined;
  /** Of those who wait for an answer. */
  private readonly refusals = new Set<(error: Error) => void>();

  constructor({ like, answerMs, sent }: SessionOptions) {
    this.answerMs = answerMs;
    this.prepared = new PreparedStatements(sent);
    const options = {
      ...like.options,
      // Set later, by tests.
      get debug() {
        return like.options.debug;
      },
      max: 1,
      // `Sessions` bounds it; a driver may close its connection while it is given a statement.
      max_lifetime: null,
      idle_timeout: null,
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      socket: (address: Parameters<typeof openSocket>[0]) => this.keep(openSocket(address)),
      onclose: () => {
        this.lose(failure('CONNECTION_CLOSED', 'The connection to Postgres was closed.'));
      },
    };
    this.driver = postgres(options as unknown as postgres.Options<never>);
  }

  get isLost(): boolean {
    return this.loss !== undefined;
  }

  /** Whether what it has prepared was planned for another schema. */
  get isOutdated(): boolean {
    return this.hasMetOutdatedPlan;
  }

  /** A statement, sent when it is waited for. */
  unsafe(...statement: StatementArguments): Statement {
    return this.asked(this.driver, statement);
  }

  /** @returns what the work returns, once it is committed. */
  begin(options: string, work: Work): Promise<unknown> {
    return this.enclosed((inner) => this.driver.begin(options, inner), work);
  }

  /** Waits some seconds for what is under way. */
  close(): Promise<void> {
    return this.driver.end({ timeout: this.isLost ? 0 : 5 });
  }

  private asked(driver: Pick<postgres.Sql, 'unsafe'>, statement: StatementArguments): Statement {
    const [text, parameters = []] = statement;
    return this.answered(driver.unsafe(text, parameters, { prepare: this.prepared.take(text, parameters) }));
  }

  private answered(statement: Statement): Statement {
    let answer: Promise<unknown> | undefined;
    const answering = () => (answer ??= this.inTime(statement));
    const members: Record<string, unknown> = {
      then: (...handlers: Parameters<Promise<unknown>['then']>) => answering().then(...handlers),
      catch: (...handlers: Parameters<Promise<unknown>['catch']>) => answering().catch(...handlers),
      finally: (...handlers: Parameters<Promise<unknown>['finally']>) => answering().finally(...handlers),
      values: () => this.answered(statement.values() as unknown as Statement),
      cancel: statement.cancel.bind(statement),
    };
    // Nobody uses more of it.
    return members as unknown as Statement;
  }

  private async inTime(answer: PromiseLike<unknown>): Promise<unknown> {
    const answered = this.awaitAnswer();
    try {
      return await this.unlessLost(answer);
    } finally {
      answered();
    }
  }

  private async unlessLost(answer: PromiseLike<unknown>): Promise<unknown> {
    const { promise: lost, reject: refuse } = Promise.withResolvers<never>();
    this.refusals.add(refuse);
    try {
      return await Promise.race([answer, lost]);
    } catch (error) {
      // The driver tells of the error before it notices that the connection is closed.
      if (endsConnection(error)) this.lose(error as Error);
      if (isOutdatedPlan(error)) this.hasMetOutdatedPlan = true;
      throw error;
    } finally {
      this.refusals.delete(refuse);
    }
  }

  /** Work between two statements that the driver sends by itself: the begin and the end of a transaction or a savepoint. */
  private async enclosed(enclose: (work: Work) => Promise<unknown>, work: Work): Promise<unknown> {
    let answered = this.awaitAnswer();
    const done = enclose(async (sql) => {
      answered();
      try {
        return await this.untilLost(() => work(this.guarded(sql)));
      } finally {
        answered = this.awaitAnswer();
      }
    });
    try {
      return await this.unlessLost(done);
    } finally {
      answered();
    }
  }

  /** Does not return once the connection is lost: the driver would end the transaction on a socket that is not there. */
  private async untilLost(work: () => unknown): Promise<unknown> {
    try {
      const result = await work();
      return this.isLost ? await never() : result;
    } catch (error) {
      if (this.isLost) return never();
      throw error;
    }
  }

  private guarded(sql: postgres.TransactionSql): postgres.TransactionSql {
    const refuseIfLost = () => {
      if (this.loss !== undefined) throw this.loss;
    };
    const members = {
      unsafe: (...statement: StatementArguments) => {
        refuseIfLost();
        return this.asked(sql, statement);
      },
      savepoint: async (part: Work) => {
        refuseIfLost();
        return this.enclosed((inner) => sql.savepoint(inner), part);
      },
    };
    // The query builder uses nothing else of it.
    return members as unknown as postgres.TransactionSql;
  }

  /** @returns what is called when Postgres has answered. */
  private awaitAnswer(): () => void {
    const { answerMs } = this;
    if (answerMs === undefined) return () => undefined;
    let hasAnswered = false;
    const silence = setTimeout(() => {
      // What arrived while the process was busy, or asleep, is read first.
      setImmediate(() => {
        if (hasAnswered) return;
        this.lose(failure('ETIMEDOUT', `Postgres has not answered for ${answerMs} milliseconds.`));
        for (const socket of this.sockets) socket.destroy();
      });
    }, answerMs);
    return () => {
      hasAnswered = true;
      clearTimeout(silence);
    };
  }

  private lose(error: Error): void {
    this.loss ??= error;
    for (const refuse of this.refusals) refuse(this.loss);
    this.refusals.clear();
  }

  /** Its own, or one by which the driver cancels a statement. */
  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.once('close', () => this.sockets.delete(socket));
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The driver waits for it; who began the transaction does not. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

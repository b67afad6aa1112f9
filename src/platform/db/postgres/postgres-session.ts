import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type Postgres from 'postgres';
import type {
  Handling,
  Preamble,
  Records,
  Rows,
  SqlChannel,
  Statement,
  Transaction,
  Work,
} from '../sql-channel.js';
import { asSent } from './arrays.js';
import { type Driver, type DriverTransaction, driverWith } from './driver.js';
import { endsConnection, isOutdatedPlan, postgresError } from './postgres-error.js';
import { PreparedStatements, type SentStatements } from './prepared-statements.js';
import { misfitOf, type ResultFacts } from './result-fit.js';
import { openSocket } from './socket.js';

/** Time limit for opening a connection, including authentication by the server. */
const CONNECT_TIMEOUT_MS = 10_000;

const SETS_TRANSACTION = /^\s*set\s+transaction\b/i;

/** What the next statement of a transaction is sent with. */
interface Unsent {
  preamble: Preamble | null;
}

interface SessionOptions {
  /** The driver whose configuration the session copies. */
  readonly like: Driver;
  /** Time limit for each response of Postgres; undefined for no limit. */
  readonly answerMs: number | undefined;
  /** The statements sent by all sessions of the pool. */
  readonly sent: SentStatements;
}

/**
 * One connection to Postgres, with its own driver. When a driver loses its connection, it keeps state of it (an unsent
 * message, an error) and applies that to the next connection (docs/adr/0027). So a session that has lost its connection
 * is never used again.
 *
 * When the connection is lost, all statements that wait for a response fail, and so do all later ones. A Postgres that
 * hangs or is unreachable cannot time out statements itself, so a connection is closed if it does not answer in time.
 *
 * No statement may see what another one has left in the session (docs/adr/0116). So a session whose result does not fit its
 * statement is closed, and one on which a statement has failed is checked before others use it (`isDoubtful`).
 */
export class Session implements SqlChannel {
  private readonly driver: Driver;
  private readonly sockets = new Set<Socket>();
  private readonly answerMs: number | undefined;
  private readonly prepared: PreparedStatements;
  private hasMetOutdatedPlan = false;
  private hasFailed = false;
  private checks = 0;
  private loss: Error | undefined;
  private readonly running = new Set<RunningStatement>();
  /** Requests to cancel a statement that Postgres may not have received yet. */
  private readonly cancellations = new Set<Promise<unknown>>();
  /** Rejects the promises of all statements that wait for a response. */
  private readonly refusals = new Set<(error: Error) => void>();

  constructor({ like, answerMs, sent }: SessionOptions) {
    this.answerMs = answerMs;
    this.prepared = new PreparedStatements(sent);
    const options = {
      ...like.options,
      // Read late, since tests set it after the driver is created.
      get debug() {
        return like.options.debug;
      },
      max: 1,
      // `Sessions` limits the lifetime instead: the driver might close its connection just as a statement is sent.
      max_lifetime: null,
      idle_timeout: null,
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      socket: (address: Parameters<typeof openSocket>[0]) => this.keep(openSocket(address)),
      onclose: () => {
        this.lose(failure('CONNECTION_CLOSED', 'The connection to Postgres was closed.'));
      },
    };
    this.driver = driverWith(options);
  }

  get isLost(): boolean {
    return this.loss !== undefined;
  }

  /** True if a migration has invalidated the prepared statements of the session. */
  get isOutdated(): boolean {
    return this.hasMetOutdatedPlan;
  }

  /** True if the session has prepared other statements than are sent now. */
  get isOutgrown(): boolean {
    return this.prepared.areOutgrown;
  }

  /** True if a statement or transaction has failed or was cancelled since the last `check`. */
  get isDoubtful(): boolean {
    return this.hasFailed || this.cancellations.size > 0;
  }

  /**
   * Checks that a failed or cancelled statement has left nothing in the session that the next one would see: no transaction, no
   * rows, no answer that is still to come, no request to cancel it. Closes the session otherwise.
   */
  async check(): Promise<void> {
    const stopTimer = this.startTimer();
    try {
      await Promise.allSettled(this.cancellations);
    } finally {
      stopTimer();
    }
    this.cancellations.clear();
    this.hasFailed = false;
    this.checks += 1;
    try {
      const rows = await this.run({
        text: `select now() = statement_timestamp() as "isOutsideOfTransactions", ${this.checks} as "check"`,
        parameters: [],
      });
      if (isDeepStrictEqual(rows, [{ isOutsideOfTransactions: true, check: this.checks }])) return;
      this.abandon('A failed statement has left something in the session.');
    } catch {
      this.abandon('A statement failed that checks whether the session can be used again.');
    }
  }

  rows(statement: Statement, { preamble = null, running }: Handling = {}): Promise<Rows> {
    return this.answer(() => this.query(this.driver, statement, preamble).values(), running);
  }

  run(statement: Statement, { preamble = null, running }: Handling = {}): Promise<Records> {
    return this.answer(() => this.query(this.driver, statement, preamble), running);
  }

  async begin<Result>(work: Work<Result>, { preamble = null, running }: Handling = {}): Promise<Result> {
    running?.add(this.cancel);
    try {
      return await this.runBlock((inner) => this.driver.begin(inner), work, { preamble });
    } finally {
      running?.delete(this.cancel);
    }
  }

  /** Closes the connection; waits up to 5 seconds for running statements. */
  close(): Promise<void> {
    return this.driver.end({ timeout: this.isLost ? 0 : 5 });
  }

  private query(driver: Sending, { text, parameters }: Statement, preamble: Preamble | null) {
    const prepare = this.prepared.take(text, parameters);
    // A message with several statements has no place for a preamble.
    const options = preamble === null ? { prepare } : { prepare, preamble, simple: false };
    return driver.unsafe(text, parameters.map(asSent) as Postgres.ParameterOrJSON<never>[], options);
  }

  /** Sends a statement of the driver, which fails when the connection is lost or does not answer in time. */
  private async answer<Row>(
    send: () => PromiseLike<Answer<Row>>,
    running?: Handling['running'],
  ): Promise<Row[]> {
    const statement = send();
    const sent = statement as unknown as RunningStatement;
    const stopTimer = this.startTimer();
    this.running.add(sent);
    running?.add(this.cancel);
    try {
      return takenFrom(this.requireFit(await this.waitUnlessLost(statement)));
    } catch (error) {
      this.hasFailed = true;
      throw error;
    } finally {
      this.running.delete(sent);
      running?.delete(this.cancel);
      stopTimer();
    }
  }

  /** @throws the loss of the session if a result does not fit its statement: it may be that of another one. */
  private requireFit<Row>(answer: Answer<Row>): Answer<Row> {
    for (const result of resultsIn(answer)) {
      const misfit = misfitOf(result);
      if (misfit !== null) throw this.abandon(misfit);
    }
    return answer;
  }

  /** Asks Postgres to cancel the statement that it is executing; those that wait behind it are of the same transaction. */
  private readonly cancel = (): void => {
    for (const statement of this.running) {
      if (!statement.active || statement.canceller === null) continue;
      const { canceller } = statement;
      // The driver's own `cancel` does not return the promise, so that nobody could catch its failure.
      statement.canceller = null;
      this.cancellations.add(canceller(statement));
    }
    for (const cancellation of this.cancellations) cancellation.catch(() => undefined);
  };

  /** Waits for a response, and fails as soon as the connection is lost. */
  private async waitUnlessLost<Result>(answer: PromiseLike<Result>): Promise<Result> {
    const { promise: lost, reject: refuse } = Promise.withResolvers<never>();
    this.refusals.add(refuse);
    try {
      return await Promise.race([answer, lost]);
    } catch (error) {
      // The driver reports the error before it notices that the connection is closed.
      if (endsConnection(error)) this.lose(error as Error);
      if (isOutdatedPlan(error)) this.hasMetOutdatedPlan = true;
      throw error;
    } finally {
      this.refusals.delete(refuse);
    }
  }

  /**
   * Runs the work of a transaction or savepoint. The driver itself sends the statements that begin and end it, so the
   * time limit applies before and after `work` here; the statements of `work` have their own.
   */
  private async runBlock<Result>(
    openBlock: (work: (sql: DriverTransaction) => Promise<Result>) => Promise<unknown>,
    work: Work<Result>,
    unsent: Unsent,
  ): Promise<Result> {
    let stopTimer = this.startTimer();
    const done = openBlock(async (sql) => {
      stopTimer();
      try {
        return await this.hangWhenLost(() => work(this.inside(sql, unsent)));
      } finally {
        stopTimer = this.startTimer();
      }
    }) as Promise<Result>;
    try {
      return await this.waitUnlessLost(done);
    } catch (error) {
      // The work may also be rolled back for reasons of its own, which leaves nothing to doubt but statements that it left alone.
      this.hasFailed ||= postgresError(error) !== null || this.running.size > 0;
      throw error;
    } finally {
      stopTimer();
    }
  }

  /**
   * Runs `work`, and never settles if the connection is lost meanwhile: the driver would then try to end the
   * transaction on a closed socket. The caller of the transaction does not wait for it (`waitUnlessLost`).
   */
  private async hangWhenLost<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      return this.isLost ? await never() : result;
    } catch (error) {
      if (this.isLost) return never();
      throw error;
    }
  }

  /** The inside of a transaction, whose statements fail once the connection is lost. */
  private inside(sql: DriverTransaction, unsent: Unsent): Transaction {
    const refuseIfLost = () => {
      if (this.loss !== undefined) throw this.loss;
    };
    const preambleOf = ({ text }: Statement) => {
      // Postgres wants to know the isolation level before anything else.
      if (SETS_TRANSACTION.test(text)) return null;
      const { preamble } = unsent;
      unsent.preamble = null;
      return preamble;
    };
    const send = (statement: Statement) => {
      refuseIfLost();
      return this.query(sql, statement, preambleOf(statement));
    };
    return {
      rows: (statement) => this.answer(() => send(statement).values()),
      run: (statement) => this.answer(() => send(statement)),
      savepoint: async (work) => {
        refuseIfLost();
        const within = { ...unsent };
        const result = await this.runBlock((inner) => sql.savepoint(inner), work, within);
        // What was set within is undone if that fails.
        unsent.preamble = within.preamble;
        return result;
      },
    };
  }

  /** Closes the connection if Postgres does not answer in time. @returns a function to call when it has answered. */
  private startTimer(): () => void {
    const { answerMs } = this;
    if (answerMs === undefined) return () => undefined;
    let hasAnswered = false;
    const silence = setTimeout(() => {
      // First reads a response that has arrived while the process was busy or suspended.
      setImmediate(() => {
        if (hasAnswered) return;
        this.abandon(`Postgres has not answered for ${answerMs} milliseconds.`, 'ETIMEDOUT');
      });
    }, answerMs);
    return () => {
      hasAnswered = true;
      clearTimeout(silence);
    };
  }

  /** Closes the connection at once. @returns the reason why the session is lost. */
  private abandon(reason: string, code = 'CONNECTION_CLOSED'): Error {
    const loss = this.lose(failure(code, reason));
    for (const socket of this.sockets) socket.destroy();
    return loss;
  }

  private lose(error: Error): Error {
    this.loss ??= error;
    for (const refuse of this.refusals) refuse(this.loss);
    this.refusals.clear();
    return this.loss;
  }

  /** Remembers a socket of the driver: that of the connection, or one that the driver opens to cancel a statement. */
  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.once('close', () => this.sockets.delete(socket));
  }
}

/** What the driver knows of a statement that has been sent, beyond its public type. */
interface RunningStatement {
  /** True while Postgres executes it, and until its answer is complete. */
  readonly active: boolean;
  /** Asks Postgres to cancel it. The promise resolves once Postgres has done so; null if it was cancelled already. */
  canceller: ((statement: RunningStatement) => Promise<unknown>) | null;
}

/** The part of the driver, or of a transaction of it, that sends statements. */
type Sending = Pick<Driver, 'unsafe'>;

/** What the driver returns. */
type Answer<Row> = Row[] & ResultFacts;

/**
 * Takes the rows out of a result of the driver, which V8 keeps until it collects old objects: it creates functions that are assigned to
 * a property among these, so that the `resolve` of a settled statement still refers to its result. With their rows in them, each
 * collection of young objects had to copy all rows that were read since the one before it, and took 20 ms instead of 5.
 */
function takenFrom<Row>(result: Answer<Row>): Row[] {
  if (!isResult(result)) return result;
  const rows = result.splice(0);
  Object.defineProperty(rows, 'count', { value: result.count });
  Object.defineProperty(rows, 'columns', { value: result.columns });
  return rows;
}

/** False for the results of several statements in one text, which the driver returns as a list. */
function isResult(result: unknown): result is Answer<never> {
  return Array.isArray(result) && 'statement' in result;
}

/** The result of a statement, or of each statement of a text with several. */
function resultsIn(answer: readonly unknown[]): readonly (readonly unknown[] & ResultFacts)[] {
  return isResult(answer) ? [answer] : answer.filter(isResult);
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** A promise that never settles. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

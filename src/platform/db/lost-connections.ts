import { setImmediate as nextTurn } from 'node:timers/promises';
import type postgres from 'postgres';

type Work = (sql: postgres.TransactionSql) => unknown;

interface Transaction {
  /** Why it is over without its own doing; undefined while it is not. */
  lostBy: Error | undefined;
  /** Rejects when it is over, for what waits in it. */
  readonly lost: Promise<never>;
}

/**
 * The driver, whose transactions end with their connection. By itself it rejects a transaction whose connection is lost, but
 * lets its work go on: the next statement, or the rollback, is written to a socket that is not there any more, which throws
 * where nobody can catch it, or to the backend that the connection has got since, into whatever runs there. Here nothing
 * more is sent: statements of the work are refused with the error that the transaction was rejected with.
 *
 * Of a loss only they are told who suffered it, not who uses the connection next.
 */
export function endingWithTheirConnection(sql: postgres.Sql): postgres.Sql {
  const beginOnce = (options: string, work: Work): Promise<unknown> => {
    let tell: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      tell = reject;
    });
    // It may be that nobody waits.
    lost.catch(() => undefined);
    const transaction: Transaction = { lostBy: undefined, lost };
    const begun = sql.begin(options, guarded(transaction, work));
    // Within the turn in which the connection closes. That a transaction fails by itself is told to nobody.
    begun.catch((error: unknown) => {
      transaction.lostBy = error as Error;
      tell(transaction.lostBy);
    });
    return begun;
  };
  const begin = (...args: readonly [Work] | readonly [options: string, Work]): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    let hasBegun = false;
    const begun: Work = (transaction) => {
      hasBegun = true;
      return work(transaction);
    };
    const attempt = () => beginOnce(options, begun);
    return unlessOldNews(attempt(), attempt, () => !hasBegun);
  };
  const unsafe = (...statement: Parameters<typeof sql.unsafe>) => askedAgain(() => sql.unsafe(...statement));
  return replacing(sql, { begin, unsafe });
}

type Statement = ReturnType<postgres.Sql['unsafe']>;
type Answer = Pick<Promise<unknown>, 'then' | 'catch' | 'finally'>;

/** A statement that is sent when it is waited for, like the driver's own, and again if it came upon old news. */
function askedAgain(ask: () => Statement, first = ask()): Statement {
  let answer: Promise<unknown> | undefined;
  const answered = () => (answer ??= unlessOldNews(first, ask));
  const answering =
    (name: keyof Answer) =>
    (...handlers: never[]) =>
      (answered()[name] as (...of: never[]) => unknown)(...handlers);
  return replacing(first, {
    then: answering('then'),
    catch: answering('catch'),
    finally: answering('finally'),
    values: () => askedAgain(() => valuesOf(ask()), valuesOf(first)),
  });
}

/** The same statement, answered with rows as lists. */
function valuesOf(statement: Statement): Statement {
  return statement.values() as unknown as Statement;
}

/**
 * Does something again, once, that was refused with an error that ended a connection before. With its end the driver tells
 * of the loss; the error itself it keeps, and tells it in place of the first statement that uses the connection after it
 * was made again, without sending that. (An error that refuses a connection is the same again.)
 */
async function unlessOldNews<Result>(
  first: PromiseLike<Result>,
  again: () => PromiseLike<Result>,
  isUnsent = () => true,
): Promise<Result> {
  try {
    return await first;
  } catch (error) {
    const { severity } = error as Partial<postgres.PostgresError>;
    if (severity === 'FATAL' && isUnsent()) return again();
    throw error;
  }
}

/** The same work, after which neither commit nor rollback is asked for when the connection is lost. */
function guarded(transaction: Transaction, work: Work) {
  return async (sql: postgres.TransactionSql): Promise<unknown> => {
    const refuseIfLost = () => {
      if (transaction.lostBy !== undefined) throw transaction.lostBy;
    };
    const guardedSql = replacing(
      sql,
      {
        savepoint: async (part: Work) => {
          refuseIfLost();
          return Promise.race([sql.savepoint(guarded(transaction, part)), transaction.lost]);
        },
        unsafe: (...statement: Parameters<typeof sql.unsafe>) => {
          refuseIfLost();
          return sql.unsafe(...statement);
        },
      },
      refuseIfLost,
    );
    try {
      const result = await work(guardedSql);
      return transaction.lostBy === undefined ? result : await never();
    } catch (error) {
      // A statement that runs is rejected a little before its transaction.
      await nextTurn();
      if (transaction.lostBy !== undefined) return never();
      throw error;
    }
  };
}

/** The driver waits for it; who began the transaction does not. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** The driver, or what it makes, with other members. @param before runs before it is called as a template tag. */
export function replacing<Driver extends postgres.Sql | postgres.TransactionSql | Statement>(
  driver: Driver,
  members: Readonly<Record<string, unknown>>,
  before: () => void = () => undefined,
): Driver {
  return new Proxy(driver, {
    get: (target, name) =>
      typeof name === 'string' && name in members ? members[name] : Reflect.get(target, name),
    apply: (target, self, args) => {
      before();
      return Reflect.apply(target as unknown as () => unknown, self, args) as unknown;
    },
  });
}

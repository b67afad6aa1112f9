import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlChannel } from '../sql-channel.js';

const transaction = new AsyncLocalStorage<boolean>();

/**
 * Runs the work of a transaction. Until it ends, channels that are `withoutNesting` refuse everything that it calls: a transaction that
 * needs a second connection would deadlock when the pool is exhausted (docs/adr/0004, docs/adr/0027).
 */
export function insideTransaction<Result>(work: () => Result): Result {
  return transaction.run(true, work);
}

function isInsideTransaction(): boolean {
  return transaction.getStore() === true;
}

function nestingFault(): Error {
  return new Error('A transaction is open: read and write through it, not through another connection.');
}

/** The channel, which cannot be used inside a transaction of another one. */
export function withoutNesting(next: SqlChannel): SqlChannel {
  const unlessNested = <Result>(send: () => Promise<Result>): Promise<Result> =>
    isInsideTransaction() ? Promise.reject(nestingFault()) : send();
  return {
    rows: (statement) => unlessNested(() => next.rows(statement)),
    run: (statement) => unlessNested(() => next.run(statement)),
    begin: (work) => unlessNested(() => next.begin((inside) => insideTransaction(() => work(inside)))),
  };
}

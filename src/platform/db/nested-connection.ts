import { AsyncLocalStorage } from 'node:async_hooks';
import type postgres from 'postgres';
import { beginOf, type Driver } from './query-builder.js';

const transaction = new AsyncLocalStorage<boolean>();

/**
 * Runs the work of a transaction. Until it ends, `refuseNested` refuses another connection to whatever it calls: with the
 * pool full, a transaction that waits for a second connection waits for ever (docs/adr/0004, docs/adr/0027).
 */
export function insideTransaction<Result>(work: () => Result): Result {
  return transaction.run(true, work);
}

/** Starts work that outlives the transaction it is started in, and takes connections of its own. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return transaction.run(false, work);
}

/** @throws Error, a bug of the caller, inside a transaction. */
export function refuseNested(): void {
  if (transaction.getStore() === true) {
    throw new Error('A transaction is open: read and write through it, not through another connection.');
  }
}

/** The driver of a pool, which serves nobody inside a transaction. */
export function refusingNested(sql: postgres.Sql): Driver {
  return {
    options: sql.options,
    unsafe: (...statement) => {
      refuseNested();
      return sql.unsafe(...statement);
    },
    begin: beginOf((options, work) => {
      refuseNested();
      return sql.begin(options, (tx) => insideTransaction(() => work(tx)));
    }),
  };
}

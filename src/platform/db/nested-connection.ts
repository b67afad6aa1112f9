import { AsyncLocalStorage } from 'node:async_hooks';
import type { SessionSource } from './sessions.js';

const transaction = new AsyncLocalStorage<boolean>();

/**
 * Runs the work of a transaction. Until it ends, `refuseNested` refuses another connection to whatever it calls: with the
 * pool full, a transaction that waits for a second connection waits for ever (docs/adr/0004, docs/adr/0027).
 */
export function insideTransaction<Result>(work: () => Result): Result {
  return transaction.run(true, work);
}

/** @throws Error, a bug of the caller, inside a transaction. */
export function refuseNested(): void {
  if (transaction.getStore() === true) {
    throw new Error('A transaction is open: read and write through it, not through another connection.');
  }
}

/** The same sessions, which serve nobody inside a transaction. */
export function withoutNesting(sessions: SessionSource): SessionSource {
  return {
    options: sessions.options,
    use: async (work) => {
      refuseNested();
      return sessions.use((session) =>
        work({
          unsafe: (...statement) => session.unsafe(...statement),
          begin: (options, inside) => session.begin(options, (tx) => insideTransaction(() => inside(tx))),
        }),
      );
    },
  };
}

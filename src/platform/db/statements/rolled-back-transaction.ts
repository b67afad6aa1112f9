import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Tx } from '../database.js';

const rolledBack = new AsyncLocalStorage<true>();

/** Thrown to roll the transaction back; carries the result out of it. */
class RolledBackWith<Answer> extends Error {
  constructor(readonly answer: Answer) {
    super('rolled back');
  }
}

/**
 * Runs `work` in a transaction (inside another one, a savepoint) that is then rolled back.
 * @returns the result of `work`.
 */
export async function inRolledBackTransaction<Answer>(
  db: Db,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await db.transaction(async (tx) => {
      throw new RolledBackWith(await rolledBack.run(true, () => work(tx)));
    });
  } catch (error) {
    if (error instanceof RolledBackWith) return error.answer as Answer;
    throw error;
  }
}

/** True in the work of `inRolledBackTransaction`: nobody will ever read what it writes beside its result. */
export function willBeRolledBack(): boolean {
  return rolledBack.getStore() === true;
}

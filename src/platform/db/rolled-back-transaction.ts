import type { Db, Tx } from './database.js';

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
      throw new RolledBackWith(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBackWith) return error.answer as Answer;
    throw error;
  }
}

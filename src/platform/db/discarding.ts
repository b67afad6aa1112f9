import type { Db, Tx } from './database.js';

/** Carries an answer past the rollback. */
class Discarded<Answer> extends Error {
  constructor(readonly answer: Answer) {
    super('discarded');
  }
}

/** Works in a transaction, a savepoint inside another one, that is rolled back: only the answer remains. */
export async function discarding<Answer>(db: Db, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  try {
    return await db.transaction(async (tx) => {
      throw new Discarded(await work(tx));
    });
  } catch (error) {
    if (error instanceof Discarded) return error.answer as Answer;
    throw error;
  }
}

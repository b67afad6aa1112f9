import type { Db, Tx } from './database.js';

/** Carries an answer past the rollback. */
class RolledBackWith<Answer> extends Error {
  constructor(readonly answer: Answer) {
    super('rolled back');
  }
}

/** Works in a transaction, a savepoint inside another one, that is rolled back: only the answer remains. */
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

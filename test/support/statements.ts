import type { Pool } from '../../src/platform/db/database.js';

/** The statements that go to the database during some work, those of everybody who shares the pool. */
export async function statementsOf({ sql }: Pool, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  sql.options.debug = (_connection, statement) => void statements.push(statement);
  try {
    await work();
  } finally {
    sql.options.debug = false;
  }
  return statements;
}

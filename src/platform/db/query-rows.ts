import type { SQL } from 'drizzle-orm';
import type { Db } from './database.js';

/** The rows that a statement answers which is written by hand: the query builder does not know what they hold. */
export async function queryRows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  return [...((await db.execute(statement)) as Iterable<Row>)];
}

import type { SQL } from 'drizzle-orm';
import type { Db } from '../database.js';

/** Runs a handwritten SQL statement. @typeParam Row the type of its rows, which is not checked. */
export async function queryRows<Row>(db: Db, statement: SQL): Promise<Row[]> {
  return [...((await db.execute(statement)) as Iterable<Row>)];
}

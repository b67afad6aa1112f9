import { sql } from 'drizzle-orm';
import type { Tx } from './database.js';

/**
 * Has the session plan its checks of foreign keys anew. It keeps a plan until statistics change; one that was made while
 * a table was nearly empty, on a first billing day, reads all rows of the organization for each check, so that every row
 * makes the next one dearer. Who writes many rows asks for it first: among a hundred invoices it cannot be measured.
 */
export async function replanKeyChecks(tx: Tx): Promise<void> {
  await tx.execute(sql`discard plans`);
}

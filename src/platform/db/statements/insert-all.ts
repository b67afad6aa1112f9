import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.js';
import { columnNames, jsonRows } from './json-rows.js';

/** Inserts rows with one statement. Rows must have all columns: defaults of the table are not applied. */
export async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferSelect'][],
  onConflict: SQL = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columnNames(table), sql`, `);
  await tx.execute(sql`
    insert into ${table} (${names}) select ${names} from ${jsonRows(table, rows)} ${onConflict}`);
}

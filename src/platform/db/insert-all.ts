import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.js';

/**
 * Inserts rows with one statement, as one JSON parameter: with a parameter for each value, building the statement costs
 * ten times as much as all else that the rows take here. Rows are complete, since no default of the table fills a gap.
 * Large documents are better given as parameters of their own: those in JSON are parsed twice.
 */
export async function insertAll<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferSelect'][],
  onConflict: SQL = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const records = (rows as readonly Record<string, unknown>[]).map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, jsonValue(column, row[key])])),
  );
  await tx.execute(sql`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::text::json)
    ${onConflict}`);
}

/** What the driver would send, in JSON: a document as it is, anything else as what Postgres reads as such a column. */
function jsonValue(column: PgColumn, value: unknown): unknown {
  if (value === null || column.dataType === 'json') return value;
  return typeof value === 'bigint' ? String(value) : column.mapToDriverValue(value);
}

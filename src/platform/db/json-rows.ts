import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The names of all columns of a table, as a statement has them. */
export function columnNames(table: PgTable): SQL[] {
  return Object.values<PgColumn>(getTableColumns(table)).map(({ name }) => sql`${sql.identifier(name)}`);
}

/**
 * Complete rows of a table as one JSON parameter, to be selected from: with a parameter for each value, building the
 * statement costs ten times as much as all else that the rows take here. Large documents are better given as parameters
 * of their own: those in JSON are parsed twice.
 */
export function jsonRows<Table extends PgTable>(table: Table, rows: readonly Table['$inferSelect'][]): SQL {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const records = (rows as readonly Record<string, unknown>[]).map((row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, jsonValue(column, row[key])])),
  );
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::text::json)`;
}

/** What the driver would send, in JSON: a document as it is, anything else as what Postgres reads as such a column. */
function jsonValue(column: PgColumn, value: unknown): unknown {
  if (value === null || column.dataType === 'json') return value;
  return typeof value === 'bigint' ? String(value) : column.mapToDriverValue(value);
}

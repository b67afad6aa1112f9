import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** The quoted SQL names of all columns of a table. */
export function columnNames(table: PgTable): SQL[] {
  return Object.values<PgColumn>(getTableColumns(table)).map(({ name }) => sql`${sql.identifier(name)}`);
}

/**
 * An SQL source of complete rows of a table, sent as one JSON parameter. With a parameter for each value, building the
 * statement would take ten times as long as all other work on the rows in this process. Send large JSON documents as
 * parameters of their own instead: inside this JSON, Postgres parses them twice.
 */
export function jsonRows<Table extends PgTable>(table: Table, rows: readonly Table['$inferSelect'][]): SQL {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const records = (rows as readonly Record<string, unknown>[]).map((row) => {
    const record: Record<string, unknown> = {};
    for (const [key, column] of columns) {
      const value = row[key];
      // What a record lacks is null.
      if (value !== null) record[column.name] = jsonValue(column, value);
    }
    return record;
  });
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::text::json)`;
}

/**
 * The JSON form of a value: a JSON document unchanged, any other value as text that Postgres converts to the column's
 * type.
 */
function jsonValue(column: PgColumn, value: unknown): unknown {
  if (column.dataType === 'json' || column.getSQLType() === 'jsonb') return value;
  return typeof value === 'bigint' ? String(value) : column.mapToDriverValue(value);
}

import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { check, type CheckBuilder, type PgColumn } from 'drizzle-orm/pg-core';

/**
 * Builds a check constraint for each enum column of a table, so that the database refuses all other words too. Spread
 * the result into the constraints of the table.
 * @param columns the columns that the callback of `pgTable` receives. They lack the enum words, so these are read from
 *   the columns of their table.
 */
export function enumChecks(columns: Readonly<Record<string, PgColumn>>): CheckBuilder[] {
  const [table] = Object.values(columns).map((column) => column.table);
  if (table === undefined) return [];
  return Object.values<PgColumn>(getTableColumns(table)).flatMap((column) => {
    const words = column.enumValues ?? [];
    if (words.length === 0) return [];
    const list = sql.raw(words.map((word) => `'${word}'`).join(', '));
    return [check(`${getTableName(table)}_${column.name}_words`, sql`${column} in (${list})`)];
  });
}

import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { check, type CheckBuilder, type PgColumn } from 'drizzle-orm/pg-core';

/**
 * A check for each column of a table whose type lists its words, so that the database refuses every other word as well.
 * Spread into the table's constraints.
 * @param columns as the callback of `pgTable` gets them: they lack the words, which the columns of the table itself have.
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

import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * The condition that at least one column contains the term, ignoring case. The term is trimmed; % and _ are literal.
 * Source: rest-conventions.md §3, §7.
 */
export function containsText(columns: readonly PgColumn[], term: string): SQL {
  const pattern = `%${term.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`;
}

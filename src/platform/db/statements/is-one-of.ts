import { Column, type GetColumnData, is, isSQLWrapper, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** A value that a column, or a text expression, can be compared with. */
type Candidate<Value extends Column | SQL<string>> = Value extends Column
  ? GetColumnData<Value, 'raw'>
  : string;

/**
 * The SQL condition that a value is in a list or in the result of a query. A list is one parameter, so that the
 * statement has the same text for every length; lint refuses drizzle's `inArray`, which has a parameter for each
 * element. Its elements are sorted, so that the same read of a catalog is known again (catalog-reads.ts) although the rows
 * that named them came in another order.
 */
export function isOneOf<Value extends Column | SQL<string>>(
  value: Value,
  candidates: readonly Candidate<Value>[] | SQLWrapper,
): SQL {
  if (isSQLWrapper(candidates)) return sql`${value} in ${candidates}`;
  const textOf = (candidate: unknown) =>
    String(is(value, Column) ? value.mapToDriverValue(candidate) : candidate);
  const encoder = { mapToDriverValue: (list: readonly unknown[]) => list.map(textOf).toSorted() };
  return sql`${value} = any(${sql.param(candidates, encoder)})`;
}

import { Column, type GetColumnData, is, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { PgTimestamp } from 'drizzle-orm/pg-core';

/** A value that a column, or a text expression, can be compared with. */
type Candidate<Value extends Column | SQL<string>> = Value extends Column
  ? GetColumnData<Value, 'raw'>
  : string;

/**
 * The SQL condition that a value is in a list or in the result of a query. A list is one parameter, so that the
 * statement has the same text for every length; lint refuses drizzle's `inArray`, which has a parameter for each
 * element.
 */
export function isOneOf<Value extends Column | SQL<string>>(
  value: Value,
  candidates: readonly Candidate<Value>[] | SQLWrapper,
): SQL {
  if (!Array.isArray(candidates)) return sql`${value} in ${candidates}`;
  const texts = candidates.map((candidate) =>
    String(is(value, Column) ? value.mapToDriverValue(candidate) : candidate),
  );
  const list = sql.param(texts);
  // The query builder configures the driver so that it cannot send a list of instants.
  return is(value, PgTimestamp)
    ? sql`${value} = any(${list}::text[]::timestamptz[])`
    : sql`${value} = any(${list})`;
}

import { Column, type GetColumnData, is, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { PgTimestamp } from 'drizzle-orm/pg-core';

/** What a column, or an expression of text, may be compared with. */
type Candidate<Value extends Column | SQL<string>> = Value extends Column
  ? GetColumnData<Value, 'raw'>
  : string;

/**
 * Whether a value is one of many: of a list, which is one parameter, so that the statement is the same for every length,
 * or of what a query finds. The query builder's `inArray` has a parameter for each; lint refuses it.
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
  // As it is set up by the query builder, the driver takes no list of instants.
  return is(value, PgTimestamp)
    ? sql`${value} = any(${list}::text[]::timestamptz[])`
    : sql`${value} = any(${list})`;
}

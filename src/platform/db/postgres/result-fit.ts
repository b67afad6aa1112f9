/** What Postgres said of the rows in a result of the driver. */
export interface ResultFacts {
  /** Null for a statement that returns no rows, such as COMMIT. */
  readonly count: number | null;
  readonly command: string;
  readonly columns: readonly unknown[] | null;
}

/**
 * Compares a result of the driver with what Postgres said of it: how many rows it returned or changed, and whether it returns
 * any. Source: docs/adr/0116.
 * @returns what does not fit; null for a result that is whole.
 */
export function misfitOf(result: readonly unknown[] & ResultFacts): string | null {
  const { length } = result;
  if (length > 0 && !(0 in result)) return `The first of ${length} rows is missing.`;
  const expected = expectedRows(result);
  return expected === null || expected === length
    ? null
    : `Postgres returned ${expected} rows, and ${length} arrived.`;
}

/** The number of rows of the result; null if Postgres does not count them, as for SHOW and EXPLAIN. */
function expectedRows({ count, command, columns }: ResultFacts): number | null {
  const hasColumns = (columns ?? []).length > 0;
  // A SELECT may return rows without columns. Others count the rows that they change, and return them only with RETURNING.
  if (command === 'SELECT' || hasColumns) return count;
  return 0;
}

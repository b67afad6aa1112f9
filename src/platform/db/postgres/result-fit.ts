import type postgres from 'postgres';

type Result = Pick<postgres.RowList<postgres.Row[]>, 'count' | 'command' | 'columns'> & readonly unknown[];

/**
 * Compares a result of the driver with what Postgres said of it: how many rows it returned or changed, and whether it returns
 * any. Source: docs/adr/0116.
 * @returns what does not fit; null for a result that is whole.
 */
export function misfitOf(result: Result): string | null {
  const { length } = result;
  if (length > 0 && !(0 in result)) return `The first of ${length} rows is missing.`;
  const expected = expectedRows(result);
  return expected === null || expected === length
    ? null
    : `Postgres returned ${expected} rows, and ${length} arrived.`;
}

/** The number of rows of the result; null if Postgres does not count them, as for SHOW and EXPLAIN. */
function expectedRows({ count, command, columns }: Result): number | null {
  // The types say that these are always there. A statement that returns no rows, such as COMMIT, has no count.
  const counted = count as number | null;
  const hasColumns = ((columns as unknown as readonly unknown[] | null) ?? []).length > 0;
  // A SELECT may return rows without columns. Others count the rows that they change, and return them only with RETURNING.
  if (command === 'SELECT' || hasColumns) return counted;
  return 0;
}

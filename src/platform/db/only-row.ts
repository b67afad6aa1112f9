/**
 * The row of a statement that always returns exactly one, such as a count.
 * @throws Error when it has returned none, or more: no default may stand for a missing row (docs/adr/0116).
 */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    throw new Error(`Expected one row of the database, and got ${rows.length}.`);
  return row;
}

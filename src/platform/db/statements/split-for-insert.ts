/** A statement can have 65,535 parameters; the widest table has about forty columns. */
const ROWS_PER_STATEMENT = 1_000;

/** Splits rows into parts that fit one insert statement each. Yields nothing for no rows. */
export function* splitForInsert<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    yield rows.slice(from, from + ROWS_PER_STATEMENT);
  }
}

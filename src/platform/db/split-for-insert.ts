/** Postgres takes 65,535 parameters a statement; a wide row has some forty. */
const ROWS_PER_STATEMENT = 1_000;

/** Splits rows so that each part fits one insert; none for no rows. */
export function* splitForInsert<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    yield rows.slice(from, from + ROWS_PER_STATEMENT);
  }
}

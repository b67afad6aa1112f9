import { Temporal } from 'temporal-polyfill';

/** First days of months, both inclusive; null: as far as the rows reach. */
export interface FilledMonths {
  readonly first: string | null;
  readonly last: string | null;
}

interface Filling<Row> {
  /** Names the series of a row: what distinguishes it from the other rows of its month. */
  readonly seriesOf: (row: Row) => string;
  /** The row of a month in which the series of another row has nothing. */
  readonly emptyRow: (row: Row, startsOn: string) => Row;
  /** Shows the series of an empty report; null: it stays empty. */
  readonly onlySeries: Row | null;
}

/**
 * Adds a row for each month in which a series has none. Source: issue 32, point 7.
 * @param rows by month; `startsOn` is the first day of the month.
 * @returns rows by month, then by series.
 */
export function fillMonths<Row extends { readonly startsOn: string }>(
  rows: readonly Row[],
  bounds: FilledMonths,
  { seriesOf, emptyRow, onlySeries }: Filling<Row>,
): Row[] {
  const first = bounds.first ?? rows[0]?.startsOn ?? bounds.last;
  const last = bounds.last ?? rows.at(-1)?.startsOn ?? bounds.first;
  const templates = rows.length === 0 && onlySeries !== null ? [onlySeries] : rows;
  if (first === null || last === null || templates.length === 0) return [...rows];
  const series = new Map(templates.map((row) => [seriesOf(row), row]));
  const ordered = [...series].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const known = new Map(rows.map((row) => [`${row.startsOn} ${seriesOf(row)}`, row]));
  return monthsBetween(first, last).flatMap((startsOn) =>
    ordered.map(([name, row]) => known.get(`${startsOn} ${name}`) ?? emptyRow(row, startsOn)),
  );
}

/** The number of months from the first to the last, both included. */
export function countMonths({ first, last }: { readonly first: string; readonly last: string }): number {
  const [from, to] = [Temporal.PlainYearMonth.from(first), Temporal.PlainYearMonth.from(last)];
  return 12 * (to.year - from.year) + to.month - from.month + 1;
}

function monthsBetween(first: string, last: string): string[] {
  const month = Temporal.PlainYearMonth.from(first);
  return Array.from({ length: Math.max(0, countMonths({ first, last })) }, (_, index) =>
    month.add({ months: index }).toPlainDate({ day: 1 }).toString(),
  );
}

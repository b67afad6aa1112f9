import { Temporal } from 'temporal-polyfill';
import { localDate } from '../../../core/time/calendar.js';
import { Big } from '../../../core/money/decimal.js';
import { countMonths, fillMonths } from '../../../core/reports/fill-months.js';
import { roundedSum } from '../../../core/reports/fraction-sum.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { MonthParameters } from './analytics.input.js';
import { monthOf } from '../recording/report-entry.js';
import type { FractionFigure, MonthRange, SumFigure } from '../records/report.repository.js';

/** A row of a report: a sum of a month and a currency. */
export interface ReportRow {
  /** The first instant of the month. */
  readonly month: Date;
  /** The first day of the month. */
  readonly startsOn: string;
  readonly currency: string;
  readonly amountCents: bigint;
}

/** The most months that `fill` adds rows for. */
const MOST_FILLED_MONTHS = 240;
/** The most rows of a filled report: a series for each plan or metric, over all its months. */
const MOST_FILLED_ROWS = 20_000;

/** What distinguishes the rows of a month beside their currency, and the amounts of a row that has none. */
interface Series<Row> {
  readonly keyOf: (row: Row) => string;
  readonly zeros: Partial<Row>;
  /** The key of the only series that there can be, which an empty report shows in the currency; null: unknown. */
  readonly only: Partial<Row> | null;
}

/** More months than years of four digits have. */
const ALL_MONTHS = 12 * 9_999;

/** Adds the rows of months without anything, if the caller asks for them. */
export function filledRows<Row extends Pick<ReportRow, 'month' | 'startsOn' | 'currency'>>(
  rows: readonly Row[],
  { fill, currency }: MonthParameters,
  { months: bounds }: { readonly months: MonthRange },
  { keyOf, zeros, only }: Series<Row>,
): Row[] {
  if (fill !== true) return [...rows];
  const seriesOf = (row: Row) => `${row.currency} ${keyOf(row)}`;
  const first = bounds.first ?? rows[0]?.startsOn;
  const last = bounds.last ?? rows.at(-1)?.startsOn;
  if (first !== undefined && last !== undefined) {
    const months = countMonths({ first, last });
    const errors = new FieldErrors();
    if (months > MOST_FILLED_MONTHS) errors.add('months', 'value_is_out_of_range');
    else if (months * new Set(rows.map(seriesOf)).size > MOST_FILLED_ROWS)
      errors.add('fill', 'value_is_out_of_range');
    errors.throwIfAny();
  }
  const isKnown = only !== null && typeof currency === 'string';
  return fillMonths(rows, bounds, {
    seriesOf,
    emptyRow: (row, startsOn) => ({ ...row, ...zeros, ...monthly(startsOn) }),
    onlySeries: isKnown ? ({ ...only, ...zeros, currency } as Row) : null,
  });
}

/** @throws AppError `months: value_is_invalid`. */
export function monthsOf({ months, from, to, asOf }: MonthParameters, now: Date): MonthRange {
  const errors = new FieldErrors();
  const isCounted = months !== undefined && months !== null;
  if (isCounted && months < 1) errors.add('months', 'value_is_invalid');
  errors.throwIfAny();
  const range = { first: from ?? null, last: to ?? null };
  if (isCounted) {
    const today = typeof asOf === 'string' ? Temporal.PlainDate.from(asOf) : localDate(now, 'UTC');
    const before = Math.min(months, ALL_MONTHS) - 1;
    range.first = later(range.first, firstMonth(today, before));
    range.last = earlier(range.last, today.toString());
  }
  return {
    first: range.first === null ? null : monthOf(range.first),
    last: range.last === null ? null : monthOf(range.last),
  };
}

/** The month a number of months before a date's; the first month that has a date if that is earlier. */
function firstMonth(today: Temporal.PlainDate, before: number): string {
  const month = today.toPlainYearMonth();
  const elapsed = 12 * (month.year - 1) + month.month - 1;
  return month
    .subtract({ months: Math.min(before, elapsed) })
    .toPlainDate({ day: 1 })
    .toString();
}

function later(one: string | null, other: string): string {
  return one === null || one < other ? other : one;
}

function earlier(one: string | null, other: string): string {
  return one === null || one > other ? other : one;
}

export function rowOf({
  month,
  currency,
  amountCents,
}: Pick<SumFigure, 'month' | 'currency'> & { readonly amountCents: string | bigint }): ReportRow {
  return { ...monthly(month), currency, amountCents: BigInt(amountCents) };
}

export function monthly(startsOn: string): Pick<ReportRow, 'month' | 'startsOn'> {
  return { month: new Date(`${startsOn}T00:00:00Z`), startsOn };
}

/** The order of reports: by month, currency and the remaining word of the row. Source: analytics.md §1. */
export function orderOf(
  { month, currency }: { readonly month: string; readonly currency: string },
  word: string,
): string {
  return `${month} ${currency} ${word}`;
}

export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Adds up the fractions of each month, currency and scope, in this order. Rows without any document are omitted. */
export function recurringRows(
  fractions: readonly FractionFigure[],
): { readonly row: ReportRow; readonly scopeId: string }[] {
  const groups = Map.groupBy(fractions, (fraction) => orderOf(fraction, fraction.scopeId));
  return [...groups]
    .toSorted(([one], [other]) => compareTexts(one, other))
    .flatMap(([, group]) => {
      const [first] = group;
      const itemsCount = group.reduce((sum, fraction) => sum + fraction.itemsCount, 0);
      if (first === undefined || itemsCount === 0) return [];
      const amountCents = roundedSum(
        group.map(({ amount, divisor }) => ({ amount: new Big(amount), divisor })),
      );
      return [{ row: rowOf({ ...first, amountCents }), scopeId: first.scopeId }];
    });
}

/**
 * A span of time, half-open: `[from, to)`. Where the spec gives an inclusive end, the end of a day becomes
 * the next local midnight, and a cut at an instant `T` becomes `T + 1 ms`.
 */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The last instant of a period; before `from` when the period is empty. */
export function lastInstant(period: Period): Date {
  return new Date(period.to.getTime() - 1);
}

/** The inclusive end that API responses show (in whole seconds), never before `from`. */
export function shownEnd(period: Period): Date {
  return new Date(Math.max(period.from.getTime(), period.to.getTime() - 1));
}

/** The period between two instants that are stored together; null where there is none. */
export function periodBetween(from: Date | null, to: Date | null): Period | null {
  return from === null || to === null ? null : { from, to };
}

export function isEmpty(period: Period): boolean {
  return period.from >= period.to;
}

/** True if an event at this instant belongs to the period. Source: periods.md §1. */
export function contains(period: Period, at: Date): boolean {
  return period.from <= at && at < period.to;
}

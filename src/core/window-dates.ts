import type { Temporal } from 'temporal-polyfill';
import { localDate, startOfLocalDay } from './calendar.js';
import type { Period } from './period.js';

/** A window with the zone of its own invoice, in which its dates are read. Source: periods.md §9. */
export interface ZonedWindow extends Period {
  readonly timezone: string;
}

/** Where a billed window ended, with the zone of its invoice. */
export type BilledTo = Pick<ZonedWindow, 'to' | 'timezone'>;

/** The first local date of a window. */
export function firstDate({ from, timezone }: ZonedWindow): Temporal.PlainDate {
  return localDate(from, timezone);
}

/** The last local date of a window, which is included. */
export function lastDate(window: BilledTo): Temporal.PlainDate {
  const { at, timezone } = lastInstantOf(window);
  return localDate(at, timezone);
}

/** The local date in the middle of a window, the later one of two. A change of zone hardly moves it. */
export function middleDate(window: ZonedWindow): Temporal.PlainDate {
  const firstOn = firstDate(window);
  const days = firstOn.until(lastDate(window)).days + 1;
  return firstOn.add({ days: Math.floor(days / 2) });
}

/** An instant with the zone in which its date is read. */
export interface ZonedInstant {
  readonly at: Date;
  readonly timezone: string;
}

/** Whether two instants lie on the same billing day. Source: periods.md §9.4. */
export function isSameBillingDay(one: ZonedInstant, other: ZonedInstant): boolean {
  const days = localDate(one.at, one.timezone).until(localDate(other.at, other.timezone)).days;
  // An anchor near midnight may have another date in another zone, by up to two days.
  return Math.abs(days) <= (one.timezone === other.timezone ? 0 : 2);
}

/** Whether two windows are of the same period, since they end on the same day. Source: periods.md §9.3. */
export function isSamePeriod(one: BilledTo, other: BilledTo): boolean {
  return isSameBillingDay(lastInstantOf(one), lastInstantOf(other));
}

function lastInstantOf({ to, timezone }: BilledTo): ZonedInstant {
  return { at: new Date(to.getTime() - 1), timezone };
}

/**
 * The instant from which the days of a window count: its start or, when the last window of its kind was billed in another
 * zone, the first date after that one, if later. The window is paid already when it holds no date from then on.
 * @param last the last billed window of the same kind; null before the first one.
 * Source: periods.md §9.3.
 */
export function unpaidFrom({ from, timezone }: ZonedWindow, last: BilledTo | null): Date {
  if (last === null || last.timezone === timezone) return from;
  const at = startOfLocalDay(lastDate(last).add({ days: 1 }), timezone);
  return at > from ? at : from;
}

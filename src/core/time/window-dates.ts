import type { Temporal } from 'temporal-polyfill';
import { localDate, startOfLocalDay } from './calendar.js';
import type { Period } from './period.js';

/** A window with the time zone of its invoice, in which its dates are counted. Source: periods.md §9. */
export interface ZonedWindow extends Period {
  readonly timezone: string;
}

/** The exclusive end of a billed window, with the time zone of its invoice. */
export type BilledTo = Pick<ZonedWindow, 'to' | 'timezone'>;

/** The first local date of a window. */
export function firstDate({ from, timezone }: ZonedWindow): Temporal.PlainDate {
  return localDate(from, timezone);
}

/** The last local date of a window, inclusive. */
export function lastDate(window: BilledTo): Temporal.PlainDate {
  const { at, timezone } = lastInstantOf(window);
  return localDate(at, timezone);
}

/**
 * The local date in the middle of a window; of two, the later one. It stays inside the same period after a change of zone,
 * which may shift first and last date to a neighbouring one.
 */
export function middleDate(window: ZonedWindow): Temporal.PlainDate {
  const firstOn = firstDate(window);
  const days = firstOn.until(lastDate(window)).days + 1;
  return firstOn.add({ days: Math.floor(days / 2) });
}

/** An instant with the time zone that determines its date. */
export interface ZonedInstant {
  readonly at: Date;
  readonly timezone: string;
}

/** True if both instants fall on the same billing day. Source: periods.md §9.4. */
export function isSameBillingDay(one: ZonedInstant, other: ZonedInstant): boolean {
  const days = localDate(one.at, one.timezone).until(localDate(other.at, other.timezone)).days;
  // An anchor near midnight may have another date in another zone, by up to two days.
  return Math.abs(days) <= (one.timezone === other.timezone ? 0 : 2);
}

/** True if both windows belong to the same period: they end on the same billing day. Source: periods.md §9.3. */
export function isSamePeriod(one: BilledTo, other: BilledTo): boolean {
  return isSameBillingDay(lastInstantOf(one), lastInstantOf(other));
}

function lastInstantOf({ to, timezone }: BilledTo): ZonedInstant {
  return { at: new Date(to.getTime() - 1), timezone };
}

/**
 * The instant from which the days of a window count: its start or, if the last window of its kind was billed in another
 * time zone, the start of the first date after that window, if later. A window that ends by then is paid already.
 * @param last the last billed window of the same kind; null before the first one.
 * Source: periods.md §9.3.
 */
export function unpaidFrom({ from, timezone }: ZonedWindow, last: BilledTo | null): Date {
  if (last === null || last.timezone === timezone) return from;
  const at = startOfLocalDay(lastDate(last).add({ days: 1 }), timezone);
  return at > from ? at : from;
}

import { Temporal } from 'temporal-polyfill';
import { lastInstant, type Period } from './period.js';
import { ianaZone } from './timezones.js';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** The calendar date that clocks in the zone show at this instant. */
export function localDate(at: Date, timezone: string): Temporal.PlainDate {
  return zoned(at, timezone).toPlainDate();
}

/**
 * The first instant of a local date: midnight, or the end of the gap where clocks skip it. A date that the
 * zone skipped whole (Pacific/Apia, 30 December 2011) starts with the next one.
 */
export function startOfLocalDay(date: Temporal.PlainDate, timezone: string): Date {
  return new Date(date.toZonedDateTime(ianaZone(timezone)).epochMilliseconds);
}

/** The instants of a local date, from its first one to the first one of the next date. */
export function localDay(date: Temporal.PlainDate, timezone: string): Period {
  return { from: startOfLocalDay(date, timezone), to: startOfLocalDay(date.add({ days: 1 }), timezone) };
}

/**
 * Number of billable days `N(from, last)`: elapsed wall-clock time in started days, so that a DST change
 * neither adds nor removes one. A `last` at exactly local midnight counts its day.
 * @param last the last instant, inclusive: `lastInstant(period)` for a period.
 * Source: periods.md §8.
 */
export function billableDays(from: Date, last: Date, timezone: string): number {
  const lastWallMs = wallClockMs(last, timezone);
  const endMs = isMidnight(last, timezone) ? lastWallMs + SECOND_MS : lastWallMs;
  return Math.max(0, Math.ceil((endMs - wallClockMs(from, timezone)) / DAY_MS));
}

/**
 * Number of days that a window bills, `N'` in the spec: its billable days, less the day of an upgrade, which the next
 * plan bills. Source: periods.md §8.
 */
export function billedDays(window: Period, timezone: string, isUpgraded: boolean): number {
  const days = billableDays(window.from, lastInstant(window), timezone);
  return isUpgraded ? Math.max(0, days - 1) : days;
}

/** Returns a function that counts the local days from an instant to the end of the window, first and last day included. */
export function daysToEnd(window: Period, timezone: string): (at: Date) => number {
  const lastOn = localDate(lastInstant(window), timezone);
  // Events come in order, so most of them fall on the same day as the event before.
  let day = { from: window.to, to: window.to, days: 0 };
  return (at) => {
    if (at < day.from || at >= day.to) {
      const on = localDate(at, timezone);
      day = { ...localDay(on, timezone), days: on.until(lastOn).days + 1 };
    }
    return day.days;
  };
}

/**
 * Recently converted instants, by zone. A billing day converts the same few instants thousands of times, and each
 * conversion takes some ten microseconds.
 */
const cache = new Map<string, Temporal.ZonedDateTime>();
const INSTANTS_KEPT = 4_096;

function zoned(at: Date, timezone: string): Temporal.ZonedDateTime {
  const key = `${timezone} ${at.getTime()}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= INSTANTS_KEPT) cache.clear();
  const found = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ianaZone(timezone));
  cache.set(key, found);
  return found;
}

/** The local wall-clock time of an instant, as milliseconds since 1970 as if it were UTC. */
function wallClockMs(at: Date, timezone: string): number {
  return at.getTime() + zoned(at, timezone).offsetNanoseconds / 1_000_000;
}

/** True if local clocks show exactly 00:00. */
function isMidnight(at: Date, timezone: string): boolean {
  return wallClockMs(at, timezone) % DAY_MS === 0;
}

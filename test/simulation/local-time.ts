import { Temporal } from 'temporal-polyfill';
import type { Wait } from './history.js';

/** Midnight of a local date. */
export function midnightOf(date: Temporal.PlainDate, timezone: string): number {
  return date.toZonedDateTime(timezone).epochMilliseconds;
}

/** The local date of an instant. */
export function dateOf(at: number, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
}

/** The end of a wait, in whole seconds; never before the start of the wait. */
export function endOf({ days, timeOfDay }: Wait, from: number, timezone: string): number {
  const time = Temporal.PlainTime.from('00:00').add({ seconds: timeOfDay });
  const date = dateOf(from, timezone).add({ days });
  return Math.max(from, date.toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds);
}

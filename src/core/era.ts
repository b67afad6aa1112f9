import { contains, type Period } from './period.js';

/**
 * The instants at which something may happen: where clocks stand, when subscriptions begin, what time events have. An instant
 * is written with a year of four digits, and so is what follows from it: the billing period around it, the end of a trial, a
 * grace period and after that a payment term. Our own choice; what only compares instants may go to the year 9999.
 */
export const ERA: Period = {
  from: new Date('0100-01-01T00:00:00Z'),
  to: new Date('9700-01-01T00:00:00Z'),
};

/** A century: the longest trial, grace period and payment term. Our own choice. */
export const MAX_SPAN_DAYS = 36_500;

/** Whether something may happen at this instant. */
export function isInEra(at: Date): boolean {
  return contains(ERA, at);
}

/** Whether something may be that many days ahead. */
export function isSpanOfDays(days: number): boolean {
  return days >= 0 && days <= MAX_SPAN_DAYS;
}

/** Whether an instant lies at most so many calendar years, of UTC, after another one. */
export function isWithinYears(from: Date, at: Date, years: number): boolean {
  const latest = new Date(from);
  latest.setUTCFullYear(latest.getUTCFullYear() + years);
  return at <= latest;
}

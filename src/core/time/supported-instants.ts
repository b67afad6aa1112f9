import { contains, type Period } from './period.js';

/**
 * The instants that Tollgate accepts for events, starts of subscriptions and clocks. Every instant computed from one of
 * them (the end of its billing period, of a trial, of a grace period and the payment term after it) still has a year of
 * four digits. Our own choice; instants that are only compared may go up to the year 9999.
 */
export const SUPPORTED_INSTANTS: Period = {
  from: new Date('0100-01-01T00:00:00Z'),
  to: new Date('9700-01-01T00:00:00Z'),
};

/** The longest trial, grace period and payment term: a century. Our own choice. */
export const MAX_DURATION_DAYS = 36_500;

/** True if Tollgate accepts this instant. */
export function isSupportedInstant(at: Date): boolean {
  return contains(SUPPORTED_INSTANTS, at);
}

/** True if a trial, grace period or payment term may have this length. */
export function isSupportedDuration(days: number): boolean {
  return days >= 0 && days <= MAX_DURATION_DAYS;
}

/** True if `at` is at most `years` calendar years (UTC) after `from`. */
export function isWithinYears(from: Date, at: Date, years: number): boolean {
  const latest = new Date(from);
  latest.setUTCFullYear(latest.getUTCFullYear() + years);
  return at <= latest;
}

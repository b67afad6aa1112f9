import type { Temporal } from 'temporal-polyfill';
import { billableDays, localDate } from '../time/calendar.js';
import { lastInstant, type Period } from '../time/period.js';
import { periodAt, type PeriodRule } from '../time/periods.js';
import { INTERVAL_MONTHS } from '../time/plan-interval.js';

/** The intervals of plans that are whole months. */
export type MonthlyInterval = keyof typeof INTERVAL_MONTHS;

/** What decides over which months a fee for a plan's amount is spread. */
export interface SpreadFee {
  /** The periods of the plan, in the zone of the invoice. Not weekly. */
  readonly rule: PeriodRule & { readonly interval: MonthlyInterval };
  readonly window: Period;
  readonly payInAdvance: boolean;
  readonly issuingOn: Temporal.PlainDate;
}

/**
 * The months in which a fee is recurring revenue: that of its invoice for a monthly plan; for longer intervals as many as its
 * window has of the plan's period, from its start on if it is paid in advance, otherwise up to its end.
 * @returns the first days of the months, in order; each gets the same share. Source: analytics.md §3.
 */
export function monthsOfFee({ rule, window, payInAdvance, issuingOn }: SpreadFee): Temporal.PlainDate[] {
  const length = INTERVAL_MONTHS[rule.interval];
  if (length === 1) return [firstOfMonth(issuingOn)];
  const { durationDays } = periodAt(rule, window.from);
  const last = lastInstant(window);
  const days = billableDays(window.from, last, rule.timezone);
  const count = Math.min(length, Math.max(1, Math.ceil((length * days) / durationDays)));
  const first = payInAdvance
    ? firstOfMonth(localDate(window.from, rule.timezone))
    : firstOfMonth(localDate(last, rule.timezone)).subtract({ months: count - 1 });
  return Array.from({ length: count }, (_, index) => first.add({ months: index }));
}

/** The mean of the weekly fees of a month, times weeks and divided by months, is the month's revenue. */
export const WEEKS_PER_YEAR = 52;
export const MONTHS_PER_YEAR = 12;

function firstOfMonth(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.with({ day: 1 });
}

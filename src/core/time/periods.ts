import { Temporal } from 'temporal-polyfill';
import { localDate, startOfLocalDay } from './calendar.js';
import { contains, type Period } from './period.js';
import { INTERVAL_MONTHS, type BillingTime, type PlanInterval } from './plan-interval.js';

/** The settings that determine the billing periods of a plan. Source: periods.md §1. */
export interface PeriodRule {
  readonly interval: PlanInterval;
  readonly billingTime: BillingTime;
  /** Local date of `subscription_at`; calendar periods ignore it. */
  readonly anchorOn: Temporal.PlainDate;
  readonly timezone: string;
}

/** A whole billing period as local dates, half-open: `toOn` is the first day of the next one. */
export interface DatePeriod {
  readonly fromOn: Temporal.PlainDate;
  readonly toOn: Temporal.PlainDate;
}

/** A whole billing period, never clamped to the life of a subscription. */
export interface BillingPeriod extends Period, DatePeriod {
  /** Local days, the denominator of proration: 7, 28..31, 89..92, 181..184, 365 or 366. */
  readonly durationDays: number;
}

/** The billing period that contains a local date: `P(d)`. Source: periods.md §2–3. */
export function periodOn(rule: PeriodRule, date: Temporal.PlainDate): DatePeriod {
  const { interval, billingTime, anchorOn } = rule;
  if (interval === 'weekly') {
    const weekday = billingTime === 'calendar' ? 1 : anchorOn.dayOfWeek;
    const fromOn = date.subtract({ days: (date.dayOfWeek - weekday + 7) % 7 });
    return { fromOn, toOn: fromOn.add({ days: 7 }) };
  }
  const step = INTERVAL_MONTHS[interval];
  const anchor = billingTime === 'calendar' ? { month: 1, day: 1 } : anchorOn;
  const latest = date.toPlainYearMonth().subtract({ months: (date.month - anchor.month + 12) % step });
  const start = clampedDay(latest, anchor.day);
  // Before the anchor's day of a billing month, the date still belongs to the previous period.
  const month = Temporal.PlainDate.compare(start, date) <= 0 ? latest : latest.subtract({ months: step });
  return { fromOn: clampedDay(month, anchor.day), toOn: clampedDay(month.add({ months: step }), anchor.day) };
}

/**
 * The given day of a month, or the month's last day when it is shorter. Always counted from the anchor's day, so that a
 * short month does not shift the following ones.
 */
function clampedDay(month: Temporal.PlainYearMonth, day: number): Temporal.PlainDate {
  return month.toPlainDate({ day: Math.min(day, month.daysInMonth) });
}

/** The billing period that contains an instant. Source: periods.md §1. */
export function periodAt(rule: PeriodRule, at: Date): BillingPeriod {
  const known = knownPeriods(rule);
  const hit = known.find((period) => contains(period, at));
  if (hit !== undefined) return hit;
  const ofDate = wholePeriod(rule, periodOn(rule, localDate(at, rule.timezone)));
  // Where clocks are set back across midnight, the last hour of the evening repeats. Its repetition is in the next period.
  const found = at < ofDate.to ? ofDate : wholePeriod(rule, periodOn(rule, ofDate.toOn));
  known.unshift(found);
  known.length = Math.min(known.length, PERIODS_PER_RULE);
  return found;
}

function wholePeriod({ timezone }: PeriodRule, { fromOn, toOn }: DatePeriod): BillingPeriod {
  return {
    fromOn,
    toOn,
    from: startOfLocalDay(fromOn, timezone),
    to: startOfLocalDay(toOn, timezone),
    durationDays: fromOn.until(toOn).days,
  };
}

export function previousPeriod(rule: PeriodRule, period: Period): BillingPeriod {
  return periodAt(rule, new Date(period.from.getTime() - 1));
}

export function nextPeriod(rule: PeriodRule, period: Period): BillingPeriod {
  return periodAt(rule, period.to);
}

/**
 * Recently computed periods by their rule, newest first. A billing day computes the same few boundaries of a zone
 * thousands of times, and each takes some ten microseconds.
 */
const cache = new Map<string, BillingPeriod[]>();
const RULES_KEPT = 4_096;
const PERIODS_PER_RULE = 16;

function knownPeriods(rule: PeriodRule): BillingPeriod[] {
  const key = cacheKey(rule);
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= RULES_KEPT) cache.clear();
  const periods: BillingPeriod[] = [];
  cache.set(key, periods);
  return periods;
}

/** Rules with the same periods share a key, which holds only the part of the anchor that `periodOn` uses. */
function cacheKey({ interval, billingTime, anchorOn, timezone }: PeriodRule): string {
  if (billingTime === 'calendar') return `${timezone} ${interval}`;
  if (interval === 'weekly') return `${timezone} ${interval} ${anchorOn.dayOfWeek}`;
  return `${timezone} ${interval} ${anchorOn.month % INTERVAL_MONTHS[interval]}-${anchorOn.day}`;
}

// Billing periods computed step by step from periods.md, without any code of `src`.
import { Temporal } from 'temporal-polyfill';
import type { PlanSpec } from './history.js';
import { midnightOf } from './local-time.js';
import { DAY_MS } from './requests.js';

/** A whole period of local dates, and its bounds: [from, to). */
export interface NaivePeriod {
  readonly startOn: Temporal.PlainDate;
  /** Exclusive. */
  readonly endOn: Temporal.PlainDate;
  readonly days: number;
  readonly from: number;
  readonly to: number;
}

const MONTHS = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 } as const;
/** A Monday and first day of a year: calendar periods equal the anniversary periods of this date. */
const CALENDAR_ANCHOR = Temporal.PlainDate.from('2024-01-01');

/** The periods of an interval with a given anchor. */
export class NaiveCalendar {
  private readonly anchor: Temporal.PlainDate;

  /** @param anchor null for calendar periods. */
  constructor(
    readonly interval: PlanSpec['interval'],
    anchor: Temporal.PlainDate | null,
    private readonly timezone: string,
  ) {
    this.anchor = anchor ?? CALENDAR_ANCHOR;
  }

  /** The period that contains a date. */
  holding(date: Temporal.PlainDate): NaivePeriod {
    const startOn = this.startOf(date);
    return this.of(startOn, this.next(startOn));
  }

  /** The previous period. */
  before({ startOn }: NaivePeriod): NaivePeriod {
    return this.holding(startOn.subtract({ days: 1 }));
  }

  private of(startOn: Temporal.PlainDate, endOn: Temporal.PlainDate): NaivePeriod {
    const [from, to] = [midnightOf(startOn, this.timezone), midnightOf(endOn, this.timezone)];
    return { startOn, endOn, days: startOn.until(endOn).days, from, to };
  }

  private startOf(date: Temporal.PlainDate): Temporal.PlainDate {
    let start = date;
    while (!this.isStart(start)) start = start.subtract({ days: 1 });
    return start;
  }

  private next(start: Temporal.PlainDate): Temporal.PlainDate {
    let date = start.add({ days: 1 });
    while (!this.isStart(date)) date = date.add({ days: 1 });
    return date;
  }

  private isStart(date: Temporal.PlainDate): boolean {
    const { interval, anchor } = this;
    if (interval === 'weekly') return date.dayOfWeek === anchor.dayOfWeek;
    const months = (date.year - anchor.year) * 12 + date.month - anchor.month;
    return months % MONTHS[interval] === 0 && date.day === Math.min(anchor.day, date.daysInMonth);
  }
}

/**
 * Billable days in `[from, to)`: started days of 24 hours until the last instant; a last instant at local midnight counts
 * its day. Source: periods.md §8.
 */
export function naiveDays(from: number, to: number, timezone: string): number {
  const last = wallClock(to - 1, timezone);
  const end = last % DAY_MS === 0 ? last + 1_000 : last;
  return Math.max(0, Math.ceil((end - wallClock(from, timezone)) / DAY_MS));
}

function wallClock(at: number, timezone: string): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);
  return at + offsetNanoseconds / 1_000_000;
}

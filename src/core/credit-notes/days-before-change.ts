import type { Temporal } from 'temporal-polyfill';
import { localDate } from '../time/calendar.js';
import { CREDIT_NOTE_SCALE } from './credit-note-amounts.js';
import { Big, floorAt, ZERO } from '../money/decimal.js';
import { lastInstant, type Period } from '../time/period.js';

/**
 * A fee billed when a change of plan was ordered, whose window starts with the order. The new plan takes over later, once
 * the fee is paid.
 */
export interface FeeFromOrder {
  readonly window: Period;
  /** The time zone in which the window's days were counted. */
  readonly timezone: string;
  readonly amountCents: bigint;
  /** True if the fee pays for days, as a plan's amount and prorated fixed charges do. */
  readonly isPerDay: boolean;
}

/**
 * True if the new plan takes over after the last day that the fee pays for.
 * Source: subscriptions.md §12.
 */
export function endsBeforeChange(
  changeOn: Temporal.PlainDate,
  fee: Pick<FeeFromOrder, 'window' | 'timezone'>,
): boolean {
  const { days, daysBefore } = daysOf(fee, changeOn);
  return daysBefore === days;
}

/**
 * The part of a fee for the days before the new plan takes over, which the previous plan has billed too: their share of
 * the fee's window, rounded down to five decimals; the whole fee when no day of its window remains.
 * @returns cents before coupons and taxes. Source: subscriptions.md §12.
 */
export function centsBeforeChange(changeOn: Temporal.PlainDate, fee: FeeFromOrder): Big {
  const { days, daysBefore } = daysOf(fee, changeOn);
  const amountCents = new Big(fee.amountCents);
  if (daysBefore === days) return amountCents;
  return fee.isPerDay ? floorAt(amountCents.times(daysBefore).div(days), CREDIT_NOTE_SCALE) : ZERO;
}

/** The number of dates in a fee's window, and how many of them are before a date. */
function daysOf(
  { window, timezone }: Pick<FeeFromOrder, 'window' | 'timezone'>,
  before: Temporal.PlainDate,
): { readonly days: number; readonly daysBefore: number } {
  const fromOn = localDate(window.from, timezone);
  const days = fromOn.until(localDate(lastInstant(window), timezone)).days + 1;
  return { days, daysBefore: Math.min(days, Math.max(0, fromOn.until(before).days)) };
}

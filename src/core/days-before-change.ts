import type { Temporal } from 'temporal-polyfill';
import { localDate } from './calendar.js';
import { CREDIT_NOTE_SCALE } from './credit-note-amounts.js';
import { Big, floorAt, ZERO } from './decimal.js';
import { lastInstant, type Period } from './period.js';

/** A fee that was paid for from the order of another plan on. The plan takes over later, when that payment comes. */
export interface FeeFromOrder {
  readonly window: Period;
  /** The zone that the window's days were counted in. */
  readonly timezone: string;
  readonly amountCents: bigint;
  /** Whether it pays for days: a plan's amount and prorated fixed charges do. */
  readonly isPerDay: boolean;
}

/**
 * Whether a plan takes over after the last day that a fee pays for.
 * Source: subscriptions.md §12.
 */
export function isOverBefore(
  changeOn: Temporal.PlainDate,
  fee: Pick<FeeFromOrder, 'window' | 'timezone'>,
): boolean {
  const { days, daysBefore } = daysOf(fee, changeOn);
  return daysBefore === days;
}

/**
 * What a fee holds for days before a plan takes over, which were paid to the plan before: the share of those days in its
 * window, cut to five decimals; all of it when no day of its window is left.
 * @returns cents before coupons and taxes. Source: subscriptions.md §12.
 */
export function centsBefore(changeOn: Temporal.PlainDate, fee: FeeFromOrder): Big {
  const { days, daysBefore } = daysOf(fee, changeOn);
  const amountCents = new Big(fee.amountCents);
  if (daysBefore === days) return amountCents;
  return fee.isPerDay ? floorAt(amountCents.times(daysBefore).div(days), CREDIT_NOTE_SCALE) : ZERO;
}

/** The dates of a fee's window, and those of them before a date. */
function daysOf(
  { window, timezone }: Pick<FeeFromOrder, 'window' | 'timezone'>,
  before: Temporal.PlainDate,
): { readonly days: number; readonly daysBefore: number } {
  const fromOn = localDate(window.from, timezone);
  const days = fromOn.until(localDate(lastInstant(window), timezone)).days + 1;
  return { days, daysBefore: Math.min(days, Math.max(0, fromOn.until(before).days)) };
}

import { Temporal } from 'temporal-polyfill';
import { localDate } from './calendar.js';
import { CREDIT_NOTE_SCALE, type CreditNoteParts } from './credit-note-amounts.js';
import { Big, floorAt, ZERO } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';
import { periodAt } from './periods.js';
import { periodRules, type SubscriptionTerms } from './subscription-terms.js';
import { firstDate, lastDate, type ZonedWindow } from './window-dates.js';

/** How a subscription ends. */
export interface SubscriptionEnd {
  readonly terms: SubscriptionTerms;
  /** The instant of the end. */
  readonly at: Date;
  /** Whether the day of the end is paid by the next plan. */
  readonly isUpgraded: boolean;
  /** When its free trial ends, or ended; null without one. */
  readonly trialEndsAt: Date | null;
}

/** A subscription that ends before what it has paid for does. */
export interface UnusedCase extends SubscriptionEnd {
  /** A subscription fee with its window. */
  readonly lastFee: {
    readonly window: ZonedWindow;
    readonly amountCents: bigint;
    /** The plan's amount when the fee was made. */
    readonly planAmountCents: bigint;
    readonly creditedCents: bigint;
  };
}

/** Whether a window that was paid for holds dates that are not used. */
export function holdsUnusedDates(window: ZonedWindow, end: SubscriptionEnd): boolean {
  return Temporal.PlainDate.compare(lastUsedOn(end), lastDate(window)) < 0;
}

/**
 * What is left of a fee paid in advance, in cents before coupons and taxes, cut to five decimals; never negative. Only dates
 * that the fee has paid for are left. Source: subscription-fee.md §6, credit-notes.md §5.1.
 */
export function unusedCents(unused: UnusedCase): Big {
  const { lastFee } = unused;
  const usedToOn = laterDate(lastUsedOn(unused), firstDate(lastFee.window).subtract({ days: 1 }));
  const days = daysFrom(usedToOn, lastDate(lastFee.window));
  const worth = new Big(lastFee.planAmountCents).times(days).div(durationOf(unused));
  const paid = new Big(lastFee.amountCents);
  const left = (worth.lt(paid) ? worth : paid).minus(lastFee.creditedCents);
  return left.lt(ZERO) ? ZERO : floorAt(left, CREDIT_NOTE_SCALE);
}

/**
 * What was used of that fee, in the same terms but not rounded: the days of its window, of the paid ones, that do not remain.
 * Source: subscriptions.md §7, credit-notes.md §5.1.
 */
export function usedCents(unused: UnusedCase): Big {
  const { terms, trialEndsAt, lastFee } = unused;
  const billedFromOn = firstDate(lastFee.window);
  const trialEndsOn = trialEndsAt === null ? billedFromOn : localDate(trialEndsAt, terms.timezone);
  const usedFromOn = laterDate(trialEndsOn, billedFromOn);
  const days = daysFrom(usedFromOn.subtract({ days: 1 }), lastUsedOn(unused));
  return new Big(lastFee.planAmountCents).times(days).div(durationOf(unused));
}

/** Days of the whole plan period that the fee is for, in the zone of its invoice. */
function durationOf({ terms, lastFee: { window } }: UnusedCase): number {
  return periodAt(periodRules({ ...terms, timezone: window.timezone }).plan, window.from).durationDays;
}

/** What is done with what is left. Source: subscriptions.md §7. */
export type UnusedMode = 'credit' | 'refund' | 'offset';

/** What of a fee was paid and used, in whole cents unless said otherwise, taxes included. */
export interface UnusedWorth {
  /** What is left. */
  readonly totalCents: bigint;
  /** The fee's part of what was paid of its invoice, not rounded. */
  readonly paidCents: Big;
  readonly usedCents: bigint;
}

/** Splits what is left. Source: credit-notes.md §5.1. */
export function splitUnused(
  mode: UnusedMode,
  { totalCents, paidCents, usedCents }: UnusedWorth,
): CreditNoteParts {
  const paidUnused = roundHalfAwayFromZero(paidCents.minus(usedCents));
  const refundAmountCents = mode === 'credit' ? 0n : between(paidUnused, 0n, totalCents);
  const restCents = totalCents - refundAmountCents;
  return {
    creditAmountCents: mode === 'offset' ? 0n : restCents,
    refundAmountCents,
    offsetAmountCents: mode === 'offset' ? restCents : 0n,
  };
}

/** Free days are not given back: what counts as used reaches to the day before the trial ends. */
function lastUsedOn({ terms, at, isUpgraded, trialEndsAt }: SubscriptionEnd): Temporal.PlainDate {
  const endedOn = localDate(at, terms.timezone);
  const usedToOn = isUpgraded ? endedOn.subtract({ days: 1 }) : endedOn;
  if (trialEndsAt === null) return usedToOn;
  const trialEndsOn = localDate(trialEndsAt, terms.timezone);
  return Temporal.PlainDate.compare(trialEndsOn, usedToOn) >= 0
    ? trialEndsOn.subtract({ days: 1 })
    : usedToOn;
}

function laterDate(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) > 0 ? one : other;
}

/** Days after one date up to another, which is included. */
function daysFrom(afterOn: Temporal.PlainDate, toOn: Temporal.PlainDate): number {
  return Math.max(0, afterOn.until(toOn).days);
}

function between(value: bigint, least: bigint, most: bigint): bigint {
  if (value > most) return most;
  return value < least ? least : value;
}

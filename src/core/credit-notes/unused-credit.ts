import { Temporal } from 'temporal-polyfill';
import { localDate } from '../time/calendar.js';
import { CREDIT_NOTE_SCALE, type CreditNoteParts } from './credit-note-amounts.js';
import { Big, floorAt, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';
import { periodAt } from '../time/periods.js';
import { periodRules, type SubscriptionTerms } from '../invoicing/subscriptions/subscription-terms.js';
import { firstDate, lastDate, type ZonedWindow } from '../time/window-dates.js';

/** The end of a subscription. */
export interface SubscriptionEnd {
  readonly terms: SubscriptionTerms;
  /** The instant of the end. */
  readonly at: Date;
  /** True if the subscription ends by an upgrade: the next plan then bills the day of the end. */
  readonly isUpgraded: boolean;
  /** When its free trial ends or ended; null without a trial. */
  readonly trialEndsAt: Date | null;
}

/** A subscription that ends before the period it has paid for in advance. */
export interface UnusedCase extends SubscriptionEnd {
  /** The subscription fee that was paid in advance. */
  readonly lastFee: {
    readonly window: ZonedWindow;
    readonly amountCents: bigint;
    /** The plan's amount when the fee was billed. */
    readonly planAmountCents: bigint;
    readonly creditedCents: bigint;
  };
}

/** True if a window that was paid for contains dates after the last day used. */
export function holdsUnusedDates(window: ZonedWindow, end: SubscriptionEnd): boolean {
  return Temporal.PlainDate.compare(lastUsedOn(end), lastDate(window)) < 0;
}

/**
 * The unused part of a fee paid in advance, less what was credited already. Counts only dates that the fee has paid for.
 * @returns cents before coupons and taxes, rounded down to five decimals; never negative.
 * Source: subscription-fee.md §6, credit-notes.md §5.1.
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
 * The used part of a fee paid in advance: the paid days of its window up to the last day used.
 * @returns cents before coupons and taxes, not rounded. Source: subscriptions.md §7, credit-notes.md §5.1.
 */
export function usedCents(unused: UnusedCase): Big {
  const { terms, trialEndsAt, lastFee } = unused;
  const billedFromOn = firstDate(lastFee.window);
  const trialEndsOn = trialEndsAt === null ? billedFromOn : localDate(trialEndsAt, terms.timezone);
  const usedFromOn = laterDate(trialEndsOn, billedFromOn);
  const days = daysFrom(usedFromOn.subtract({ days: 1 }), lastUsedOn(unused));
  return new Big(lastFee.planAmountCents).times(days).div(durationOf(unused));
}

/** Days of the plan period that the fee is for, in the time zone of its invoice. */
function durationOf({ terms, lastFee: { window } }: UnusedCase): number {
  return periodAt(periodRules({ ...terms, timezone: window.timezone }).plan, window.from).durationDays;
}

/** The ways to return the unused part of a fee. Source: subscriptions.md §7. */
export type UnusedMode = 'credit' | 'refund' | 'offset';

/** The unused, paid and used amounts of a fee, taxes included, in whole cents unless stated otherwise. */
export interface UnusedWorth {
  /** The unused part. */
  readonly totalCents: bigint;
  /** The fee's share of the payments of its invoice, not rounded. */
  readonly paidCents: Big;
  readonly usedCents: bigint;
}

/** Splits the unused part of a fee into credit, refund and offset. Source: credit-notes.md §5.1. */
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

/** The last day that counts as used. Trial days were free and are not given back: they count as used. */
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

/** Number of days after `afterOn` up to and including `toOn`. */
function daysFrom(afterOn: Temporal.PlainDate, toOn: Temporal.PlainDate): number {
  return Math.max(0, afterOn.until(toOn).days);
}

function between(value: bigint, least: bigint, most: bigint): bigint {
  if (value > most) return most;
  return value < least ? least : value;
}

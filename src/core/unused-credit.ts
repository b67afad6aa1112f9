import { Temporal } from 'temporal-polyfill';
import { isSameBoundary } from './billing-windows.js';
import { localDate } from './calendar.js';
import { CREDIT_NOTE_SCALE, type CreditNoteParts } from './credit-note-amounts.js';
import { Big, floorAt, ZERO } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';
import { lastInstant, type Period } from './period.js';
import { periodAt } from './periods.js';
import { periodRules, type SubscriptionTerms } from './subscription-terms.js';

/** A subscription that ends before what it has paid for does. */
export interface UnusedCase {
  readonly terms: SubscriptionTerms;
  /** The instant of the end. */
  readonly at: Date;
  /** Whether the day of the end is paid by the next plan. */
  readonly isUpgraded: boolean;
  /** When its free trial ends, or ended; null without one. */
  readonly trialEndsAt: Date | null;
  /** Its latest subscription fee. */
  readonly lastFee: {
    readonly window: Period;
    readonly amountCents: bigint;
    /** The plan's amount when the fee was made. */
    readonly planAmountCents: bigint;
    readonly creditedCents: bigint;
  };
}

/**
 * What is left of a fee paid in advance, in cents before coupons and taxes, cut to five decimals; never negative. A period
 * that was not paid for yet leaves nothing. Source: spec/behaviour/subscription-fee.md §6, credit-notes.md §5.1.
 */
export function unusedCents(unused: UnusedCase): Big {
  const { terms, at, lastFee } = unused;
  const period = periodAt(periodRules(terms).plan, at);
  if (!isSameBoundary(period.to, lastFee.window.to)) return ZERO;
  const lastOn = localDate(lastInstant(period), terms.timezone);
  const days = daysFrom(lastUsedOn(unused), lastOn);
  const worth = new Big(lastFee.planAmountCents).times(days).div(period.durationDays);
  const paid = new Big(lastFee.amountCents);
  const left = (worth.lt(paid) ? worth : paid).minus(lastFee.creditedCents);
  return left.lt(ZERO) ? ZERO : floorAt(left, CREDIT_NOTE_SCALE);
}

/**
 * What was used of that fee, in the same terms but not rounded: the days of its window, of the paid ones, that do not remain.
 * Source: spec/behaviour/subscriptions.md §7, credit-notes.md §5.1.
 */
export function usedCents(unused: UnusedCase): Big {
  const { terms, at, trialEndsAt, lastFee } = unused;
  const { timezone } = terms;
  const period = periodAt(periodRules(terms).plan, at);
  const billedFromOn = localDate(lastFee.window.from, timezone);
  const trialEndsOn = trialEndsAt === null ? billedFromOn : localDate(trialEndsAt, timezone);
  const usedFromOn = Temporal.PlainDate.compare(trialEndsOn, billedFromOn) > 0 ? trialEndsOn : billedFromOn;
  const days = daysFrom(usedFromOn.subtract({ days: 1 }), lastUsedOn(unused));
  return new Big(lastFee.planAmountCents).times(days).div(period.durationDays);
}

/** What is done with what is left. Source: spec/behaviour/subscriptions.md §7. */
export type UnusedMode = 'credit' | 'refund' | 'offset';

/** What of a fee was paid and used, in whole cents unless said otherwise, taxes included. */
export interface UnusedWorth {
  /** What is left. */
  readonly totalCents: bigint;
  /** The fee's part of what was paid of its invoice, not rounded. */
  readonly paidCents: Big;
  readonly usedCents: bigint;
}

/** Splits what is left. Source: spec/behaviour/credit-notes.md §5.1. */
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
function lastUsedOn({ terms, at, isUpgraded, trialEndsAt }: UnusedCase): Temporal.PlainDate {
  const endedOn = localDate(at, terms.timezone);
  const usedToOn = isUpgraded ? endedOn.subtract({ days: 1 }) : endedOn;
  if (trialEndsAt === null) return usedToOn;
  const trialEndsOn = localDate(trialEndsAt, terms.timezone);
  return Temporal.PlainDate.compare(trialEndsOn, usedToOn) >= 0
    ? trialEndsOn.subtract({ days: 1 })
    : usedToOn;
}

/** Days after one date up to another, which is included. */
function daysFrom(afterOn: Temporal.PlainDate, toOn: Temporal.PlainDate): number {
  return Math.max(0, afterOn.until(toOn).days);
}

function between(value: bigint, least: bigint, most: bigint): bigint {
  if (value > most) return most;
  return value < least ? least : value;
}

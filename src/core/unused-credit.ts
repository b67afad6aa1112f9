import type { Temporal } from 'temporal-polyfill';
import { localDate } from './calendar.js';
import { Big, ZERO } from './decimal.js';
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
  /** Its latest subscription fee; null when it has paid none. */
  readonly lastFee: {
    readonly window: Period;
    readonly amountCents: bigint;
    /** The plan's amount when the fee was made. */
    readonly planAmountCents: bigint;
    readonly creditedCents: Big;
  } | null;
}

/**
 * What is left of a fee paid in advance, in cents before rounding, coupons and taxes; never negative. A period that was not
 * paid for yet leaves nothing. Source: spec/behaviour/subscription-fee.md §6.
 */
export function unusedCents({ terms, at, isUpgraded, trialEndsAt, lastFee }: UnusedCase): Big {
  const period = periodAt(periodRules(terms).plan, at);
  if (lastFee === null || lastFee.window.to.getTime() !== period.to.getTime()) return ZERO;
  const endedOn = localDate(at, terms.timezone);
  const usedToOn = isUpgraded ? endedOn.subtract({ days: 1 }) : endedOn;
  const days = daysAfter(afterTrial(usedToOn, trialEndsAt, terms.timezone), period, terms.timezone);
  const unused = new Big(lastFee.planAmountCents).times(days).div(period.durationDays);
  const paid = new Big(lastFee.amountCents);
  const left = (unused.lt(paid) ? unused : paid).minus(lastFee.creditedCents);
  return left.lt(ZERO) ? ZERO : left;
}

/** Free days are not given back: what counts as used reaches to the day before the trial ends. */
function afterTrial(
  usedToOn: Temporal.PlainDate,
  trialEndsAt: Date | null,
  timezone: string,
): Temporal.PlainDate {
  if (trialEndsAt === null) return usedToOn;
  const lastFreeOn = localDate(trialEndsAt, timezone).subtract({ days: 1 });
  return usedToOn.until(lastFreeOn).days >= 0 ? lastFreeOn : usedToOn;
}

function daysAfter(usedToOn: Temporal.PlainDate, period: Period, timezone: string): number {
  return Math.max(0, usedToOn.until(localDate(lastInstant(period), timezone)).days);
}

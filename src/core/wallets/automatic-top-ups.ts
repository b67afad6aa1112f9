import { Temporal } from 'temporal-polyfill';
import type { Big } from '../money/decimal.js';
import { floorAt, ZERO } from '../money/decimal.js';

export type TopUpInterval = 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';

const MONTHS: Readonly<Record<Exclude<TopUpInterval, 'weekly'>, number>> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  yearly: 12,
};

/**
 * The first day of an interval that is later than a day. A day that a month lacks is its last one.
 * @param anchorOn the day from which the intervals are counted; the result is not before it. Source: wallets.md §5.
 */
export function nextTopUpOn(
  interval: TopUpInterval,
  anchorOn: Temporal.PlainDate,
  afterOn: Temporal.PlainDate,
): Temporal.PlainDate {
  if (Temporal.PlainDate.compare(afterOn, anchorOn) < 0) return anchorOn;
  if (interval === 'weekly') {
    const days = anchorOn.until(afterOn).days;
    return anchorOn.add({ days: (Math.floor(days / 7) + 1) * 7 });
  }
  const months = MONTHS[interval];
  const passed = Math.floor(anchorOn.until(afterOn, { largestUnit: 'month' }).months / months);
  const candidates = [passed, passed + 1, passed + 2].map((count) =>
    anchorOn.add({ months: count * months }),
  );
  const next = candidates.find((candidate) => Temporal.PlainDate.compare(candidate, afterOn) > 0);
  if (next === undefined) throw new RangeError('An interval has a later day.');
  return next;
}

/** What a rule tops a wallet up by. Credits. */
export interface TopUpRule {
  readonly method: 'fixed' | 'target';
  readonly paidCredits: Big;
  readonly grantedCredits: Big;
  readonly targetOngoingBalance: Big | null;
  readonly grantsTargetTopUp: boolean;
}

/** The wallet of a rule. Credits. */
export interface ToppedUpWallet {
  /** The balance less what was used and is not invoiced; may be negative. */
  readonly ongoing: Big;
  /** Credits of purchases that are not paid yet. */
  readonly pending: Big;
  /** Limits of a paid top-up; null for none. */
  readonly minimum: Big | null;
  readonly maximum: Big | null;
}

/** Credits to buy and credits to give. */
export interface AutomaticTopUp {
  readonly paid: Big;
  readonly granted: Big;
}

const NOTHING: AutomaticTopUp = { paid: ZERO, granted: ZERO };

/** What a rule adds at its interval. Source: wallets.md §5. */
export function intervalTopUp(rule: TopUpRule, wallet: ToppedUpWallet): AutomaticTopUp {
  return rule.method === 'fixed'
    ? { paid: rule.paidCredits, granted: rule.grantedCredits }
    : targetTopUp(rule, wallet);
}

/** What a rule adds when the ongoing balance is at its threshold or below; null if it is not. Source: wallets.md §5. */
export function thresholdTopUp(
  rule: TopUpRule,
  threshold: Big,
  wallet: ToppedUpWallet,
): AutomaticTopUp | null {
  const { ongoing, pending, maximum } = wallet;
  if (ongoing.gt(threshold) || ongoing.plus(pending).gt(threshold)) return null;
  if (rule.method === 'target') return targetTopUp(rule, wallet);
  const { paidCredits, grantedCredits: granted } = rule;
  const gap = threshold.minus(ongoing).minus(granted).minus(pending);
  if (paidCredits.eq(0) || gap.lt(paidCredits)) return { paid: paidCredits, granted };
  const paid = paidCredits.times(floorAt(gap.div(paidCredits), 0).plus(1));
  return { paid: maximum !== null && paid.gt(maximum) ? maximum : paid, granted };
}

function targetTopUp(
  { targetOngoingBalance, grantsTargetTopUp }: TopUpRule,
  { ongoing, minimum }: ToppedUpWallet,
): AutomaticTopUp {
  const gap = (targetOngoingBalance ?? ZERO).minus(ongoing);
  if (gap.lte(0)) return NOTHING;
  if (grantsTargetTopUp) return { paid: ZERO, granted: gap };
  return { paid: minimum !== null && minimum.gt(gap) ? minimum : gap, granted: ZERO };
}

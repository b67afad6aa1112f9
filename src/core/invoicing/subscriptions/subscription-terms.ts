import { localDate, localDay, startOfLocalDay } from '../../time/calendar.js';
import { lastInstant, type Period } from '../../time/period.js';
import { periodAt, type PeriodRule } from '../../time/periods.js';
import type { BilledTo } from '../../time/window-dates.js';
import { allowsMonthlySplit, type BillingTime, type PlanInterval } from '../../time/plan-interval.js';

/** Settings of subscription, plan and customer that determine when to bill. Source: periods.md §1. */
export interface SubscriptionTerms {
  readonly interval: PlanInterval;
  readonly billingTime: BillingTime;
  readonly payInAdvance: boolean;
  /** Null where the interval does not allow monthly charges. */
  readonly billChargesMonthly: boolean | null;
  readonly billFixedChargesMonthly: boolean | null;
  /** The anchor of anniversary periods, `A` in the spec. */
  readonly subscriptionAt: Date;
  /** `S` in the spec. */
  readonly startedAt: Date;
  /** The instant from which usage counts; the start when omitted. */
  readonly usageFrom?: Date;
  /** The last end of an earlier subscription under its external id; none when omitted. */
  readonly restartedAfter?: Date | null;
  /** When the subscription was recorded; the start when omitted. */
  readonly recordedAt?: Date;
  /** Ends of the last billed windows; omitted where the subscription's time zone has never changed. */
  readonly billed?: BilledUsage;
  /** The customer's time zone, else the billing entity's. */
  readonly timezone: string;
}

/** What decides on the first day that a subscription pays for. */
export type StartTerms = Pick<SubscriptionTerms, 'startedAt' | 'restartedAfter' | 'timezone'>;

/** The ends of the last billed windows of each kind; null before the first one. */
export interface BilledUsage {
  readonly charges: BilledTo | null;
  readonly fixedCharges: BilledTo | null;
}

/** The instant from which usage counts. */
export function usageStart({ usageFrom, startedAt }: SubscriptionTerms): Date {
  return usageFrom ?? startedAt;
}

/**
 * The start of the first local day that the subscription pays for: that of its start or, if another subscription under its
 * external id ended on that day, of the next one, since a day is paid for once. Source: periods.md §5.
 */
export function paidFrom(terms: StartTerms): Date {
  const startedOn = localDate(terms.startedAt, terms.timezone);
  return startOfLocalDay(isRestart(terms) ? startedOn.add({ days: 1 }) : startedOn, terms.timezone);
}

/** True if another subscription under its external id has paid for the local day of its start. */
export function isRestart({ startedAt, restartedAfter, timezone }: StartTerms): boolean {
  return (
    restartedAfter !== undefined &&
    restartedAfter !== null &&
    localDate(restartedAfter, timezone).equals(localDate(startedAt, timezone))
  );
}

/** The period rule of each kind of window. Source: periods.md §6. */
export interface PeriodRules {
  readonly plan: PeriodRule;
  readonly charges: PeriodRule;
  readonly fixedCharges: PeriodRule;
  /** The subscription is billed once per period of this rule: monthly if any kind of charge is billed monthly. */
  readonly run: PeriodRule;
}

export function periodRules(terms: SubscriptionTerms): PeriodRules {
  const { interval, billingTime, subscriptionAt, timezone } = terms;
  const plan: PeriodRule = { interval, billingTime, anchorOn: localDate(subscriptionAt, timezone), timezone };
  const monthly: PeriodRule = allowsMonthlySplit(interval) ? { ...plan, interval: 'monthly' } : plan;
  const charges = terms.billChargesMonthly === true ? monthly : plan;
  const fixedCharges = terms.billFixedChargesMonthly === true ? monthly : plan;
  return { plan, charges, fixedCharges, run: charges === plan ? fixedCharges : charges };
}

/**
 * The next billing day strictly after an instant, as its local midnight; never the starting day.
 * Source: periods.md §10.
 */
export function nextBillingAt(terms: SubscriptionTerms, after: Date): Date {
  const reference = after < terms.startedAt ? terms.startedAt : after;
  return periodAt(periodRules(terms).run, reference).to;
}

/**
 * Reschedules a billing day after a change of time zone. If the day has not begun in the new zone, it is billed at its
 * local midnight there; if it has begun, at the time it was scheduled for or now, whichever is earlier; if it is over, as
 * of its last instant, since nothing is billed on the day after. Source: periods.md §9.
 * @param scheduledAt the day's local midnight in the old zone or, if it had begun there, the instant it was scheduled for.
 */
export function movedBillingAt(terms: SubscriptionTerms, scheduledAt: Date, now: Date): Date {
  const day = nearestBillingDay(terms, scheduledAt);
  const at = scheduledAt < now ? scheduledAt : now;
  if (at < day.from) return day.from;
  return at < day.to ? at : lastInstant(day);
}

/** The billing day nearest to an instant. */
function nearestBillingDay(terms: SubscriptionTerms, to: Date): Period {
  const { timezone } = terms;
  const open = periodAt(periodRules(terms).run, to);
  const isPast = to.getTime() - open.from.getTime() < open.to.getTime() - to.getTime();
  const from = isPast ? open.from : open.to;
  return localDay(localDate(from, timezone), timezone);
}

/**
 * True if a subscription is billed on the local day of an instant: the first day of a period after the day of the start.
 * Source: periods.md §10.
 */
export function isBillingDay(terms: SubscriptionTerms, at: Date): boolean {
  const { from, fromOn } = periodAt(periodRules(terms).run, at);
  return localDate(at, terms.timezone).equals(fromOn) && terms.startedAt < from;
}

/**
 * When a new subscription is first billed. A backdated one that is recorded on a billing day is billed at once, on that
 * same day. Source: periods.md §10.
 */
export function firstBillingAt(terms: SubscriptionTerms, recordedAt: Date): Date {
  return isBillingDay(terms, recordedAt) ? recordedAt : nextBillingAt(terms, recordedAt);
}

/**
 * True if a period of the rule has begun after the start of the subscription and no later than the instant.
 * Source: subscriptions.md §12.
 */
export function hasPeriodBegun(rule: PeriodRule, { startedAt }: SubscriptionTerms, at: Date): boolean {
  return startedAt < periodAt(rule, at).from;
}

/**
 * True if an instant lies in the first month of a plan period, the month that starts on the same day. Callers pass
 * intervals of whole months only. Source: periods.md §6.
 */
export function isFirstMonth(plan: PeriodRule, at: Date): boolean {
  return periodAt({ ...plan, interval: 'monthly' }, at).fromOn.equals(periodAt(plan, at).fromOn);
}

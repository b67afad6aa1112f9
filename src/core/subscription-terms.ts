import { localDate, localDay } from './calendar.js';
import { lastInstant, type Period } from './period.js';
import { periodAt, type PeriodRule } from './periods.js';
import type { BilledTo } from './window-dates.js';
import { allowsMonthlySplit, type BillingTime, type PlanInterval } from './plan-interval.js';

/** What subscription, plan and customer say about when to bill. Source: periods.md §1. */
export interface SubscriptionTerms {
  readonly interval: PlanInterval;
  readonly billingTime: BillingTime;
  readonly payInAdvance: boolean;
  /** Null where the interval does not allow it. */
  readonly billChargesMonthly: boolean | null;
  readonly billFixedChargesMonthly: boolean | null;
  /** The anchor of anniversary periods, `A` in the spec. */
  readonly subscriptionAt: Date;
  /** `S` in the spec. */
  readonly startedAt: Date;
  /** From when usage counts; from the start when left out. */
  readonly usageFrom?: Date;
  /** When the subscription was recorded; at its start when left out. */
  readonly recordedAt?: Date;
  /** How far it was billed before; left out where its zone has never changed. */
  readonly billed?: BilledUsage;
  /** Applicable zone: the customer's, else the billing entity's. */
  readonly timezone: string;
}

/** Where the last billed windows of each kind end; null before the first one. */
export interface BilledUsage {
  readonly charges: BilledTo | null;
  readonly fixedCharges: BilledTo | null;
}

/** From when usage counts. */
export function usageStart({ usageFrom, startedAt }: SubscriptionTerms): Date {
  return usageFrom ?? startedAt;
}

/** The rule that each kind of window follows. Source: periods.md §6. */
export interface PeriodRules {
  readonly plan: PeriodRule;
  readonly charges: PeriodRule;
  readonly fixedCharges: PeriodRule;
  /** One run per period of this rule: monthly as soon as one kind of charge is billed monthly. */
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
 * When a billing day that was scheduled in another zone is done in the zone of these terms: where it begins only later, then;
 * where it has begun, at once, if that was its time; and where it is over, as its last instant, since nothing is billed on
 * the day after. Source: periods.md §9.
 * @param scheduledAt its local midnight in the other zone, or, if it had begun there, when it was to be done.
 */
export function movedBillingAt(terms: SubscriptionTerms, scheduledAt: Date, now: Date): Date {
  const day = nearestBillingDay(terms, scheduledAt);
  const at = scheduledAt < now ? scheduledAt : now;
  if (at < day.from) return day.from;
  return at < day.to ? at : lastInstant(day);
}

/** The billing day that is nearest to an instant. */
function nearestBillingDay(terms: SubscriptionTerms, to: Date): Period {
  const { timezone } = terms;
  const open = periodAt(periodRules(terms).run, to);
  const isPast = to.getTime() - open.from.getTime() < open.to.getTime() - to.getTime();
  const from = isPast ? open.from : open.to;
  return localDay(localDate(from, timezone), timezone);
}

/**
 * Whether a subscription is billed on the local day of an instant: the first of a period, after the day of the start.
 * Source: periods.md §10.
 */
export function isBillingDay(terms: SubscriptionTerms, at: Date): boolean {
  const { from, fromOn } = periodAt(periodRules(terms).run, at);
  return localDate(at, terms.timezone).equals(fromOn) && terms.startedAt < from;
}

/**
 * The first billing day of a subscription that is recorded now. One that started in the past and is recorded on a
 * billing day is billed on that day still, at once. Source: periods.md §10.
 */
export function firstBillingAt(terms: SubscriptionTerms, recordedAt: Date): Date {
  return isBillingDay(terms, recordedAt) ? recordedAt : nextBillingAt(terms, recordedAt);
}

/**
 * Whether a period of a rule has begun between the start of a subscription and an instant.
 * Source: subscriptions.md §12.
 */
export function hasPeriodBegun(rule: PeriodRule, { startedAt }: SubscriptionTerms, at: Date): boolean {
  return startedAt < periodAt(rule, at).from;
}

/**
 * Whether an instant lies in the first month of a plan period: the one that starts on the same day. Only
 * asked of intervals that hold months. Source: periods.md §6.
 */
export function isFirstMonth(plan: PeriodRule, at: Date): boolean {
  return periodAt({ ...plan, interval: 'monthly' }, at).fromOn.equals(periodAt(plan, at).fromOn);
}

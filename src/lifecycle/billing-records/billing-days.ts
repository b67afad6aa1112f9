import { localDate, startOfLocalDay } from '../../core/time/calendar.js';
import { periodAt } from '../../core/time/periods.js';
import {
  isBillingDay,
  periodRules,
  type SubscriptionTerms,
} from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';

/**
 * True if a subscription is billed on the local day of an instant as on a billing day: not when the day was scheduled
 * in another zone and has not come in this one, nor on the day of its end, which the closing invoice bills. Source:
 * periods.md §10.
 */
export function isBilledOn({ subscription, terms }: SubscriptionContext, at: Date): boolean {
  const { terminatedAt, endingAt } = subscription;
  const endsAt = terminatedAt ?? endingAt;
  if (!isBillingDay(terms, at) || subscription.startedAt === null) return false;
  return endsAt === null || startOfDay(endsAt, terms) > at;
}

/**
 * True if billing days have passed between the start of a subscription and its activation now. Source: subscriptions.md
 * §12.
 */
export function hasMissedBillingDays(context: SubscriptionContext): boolean {
  const { terms, now } = context;
  return isBilledOn(context, periodAt(periodRules(terms).run, now).from);
}

/** True if a subscription is billed on the local day of an instant, and a period of its plan begins on that day. */
export function opensPlanPeriod(context: SubscriptionContext, at: Date): boolean {
  const { plan } = periodRules(context.terms);
  return (
    isBilledOn(context, at) && periodAt(plan, at).from.getTime() === startOfDay(at, context.terms).getTime()
  );
}

/**
 * True if a subscription starts on the customer's present day. The day that was asked for counts, also where the start is
 * moved to the end of an earlier subscription; a change of plan asks for none. Source: subscriptions.md §3.
 */
export function startsToday({ subscription, terms, now }: SubscriptionContext): boolean {
  const { previousSubscriptionId, subscriptionAt } = subscription;
  const start = previousSubscriptionId === null ? subscriptionAt : terms.startedAt;
  return localDate(start, terms.timezone).equals(localDate(now, terms.timezone));
}

/** True if the plan's amount is due at the start of the subscription. */
export function paysFromStart({ plan, trialEndsAt, now }: SubscriptionContext): boolean {
  return plan.payInAdvance && (trialEndsAt === null || trialEndsAt <= now);
}

/** Midnight of the local day of an instant. */
export function startOfDay(at: Date, { timezone }: SubscriptionTerms): Date {
  return startOfLocalDay(localDate(at, timezone), timezone);
}

import { localDate, startOfLocalDay } from '../../core/calendar.js';
import { periodAt } from '../../core/periods.js';
import { isBillingDay, periodRules, type SubscriptionTerms } from '../../core/subscription-terms.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';

/**
 * Whether it is billed on the local day of an instant. The zone may have changed since the day was scheduled: then it may
 * not be the day yet. The day of the end is billed by the closing invoice. Source: periods.md §10.
 */
export function isBilledOn({ subscription, terms }: SubscriptionContext, at: Date): boolean {
  const { terminatedAt, endingAt } = subscription;
  const endsAt = terminatedAt ?? endingAt;
  if (!isBillingDay(terms, at) || subscription.startedAt === null) return false;
  return endsAt === null || startOfDay(endsAt, terms) > at;
}

/**
 * Whether billing days of a subscription have passed since its start, so that one that was activated now has missed them.
 * Source: subscriptions.md §12.
 */
export function hasMissedBillingDays(context: SubscriptionContext): boolean {
  const { terms, now } = context;
  return isBilledOn(context, periodAt(periodRules(terms).run, now).from);
}

/** Whether a plan period begins on the local day of an instant, for a subscription that is billed on that day. */
export function opensPlanPeriod(context: SubscriptionContext, at: Date): boolean {
  const { plan } = periodRules(context.terms);
  return (
    isBilledOn(context, at) && periodAt(plan, at).from.getTime() === startOfDay(at, context.terms).getTime()
  );
}

/** Source: subscriptions.md §3. */
export function startsToday({ terms, now }: SubscriptionContext): boolean {
  return localDate(terms.startedAt, terms.timezone).equals(localDate(now, terms.timezone));
}

/** Whether the plan's amount is due at the start. */
export function paysFromStart({ plan, trialEndsAt, now }: SubscriptionContext): boolean {
  return plan.payInAdvance && (trialEndsAt === null || trialEndsAt <= now);
}

/** Midnight of the local day of an instant. */
export function startOfDay(at: Date, { timezone }: SubscriptionTerms): Date {
  return startOfLocalDay(localDate(at, timezone), timezone);
}

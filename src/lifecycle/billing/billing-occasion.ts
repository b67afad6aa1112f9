import {
  type BillingRun,
  type BillingSituation,
  type BillingWindows,
  billingWindows,
  continueFrom,
} from '../../core/billing-windows.js';
import type { Period } from '../../core/period.js';
import { type SubscriptionTerms, usageStart } from '../../core/subscription-terms.js';
import type { Claimed } from '../../modules/invoices/billing-period.repository.js';
import type { BillingHistory } from '../../modules/invoices/invoice.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';

/** Why subscriptions are billed, and the instant that all of it is dated with. */
export type BillingOccasion =
  | {
      readonly reason: 'starting' | 'trial_ended' | 'periodic' | 'activated' | 'downgraded';
      readonly at: Date;
    }
  | {
      readonly reason: 'upgraded';
      readonly at: Date;
      /** The metrics that the next plan charges. */
      readonly nextMetricIds: ReadonlySet<string>;
    }
  | {
      readonly reason: 'terminated';
      readonly at: Date;
      /** Whether the billing day was that of the end, and has been billed. */
      readonly hadPeriodicRun: boolean;
    };

/** What the invoice calls it. */
export const INVOICING_REASONS = {
  starting: 'subscription_starting',
  trial_ended: 'subscription_starting',
  periodic: 'subscription_periodic',
  activated: 'subscription_periodic',
  terminated: 'subscription_terminating',
  upgraded: 'subscription_terminating',
  downgraded: 'subscription_terminating',
} as const satisfies Record<BillingOccasion['reason'], string>;

/**
 * What is billed of a subscription. Usage continues where the last invoice ended, when the zone has changed since; before
 * the first one, where the subscription has begun. Source: periods.md §4–6, §9.
 */
export function occasionWindows(
  { terms, subscription }: SubscriptionContext,
  occasion: BillingOccasion,
  history: BillingHistory | null,
): BillingWindows {
  const windows = regularWindows(terms, occasion);
  const continued = (window: Period | null, last: Claimed | null) => {
    if (window === null || last?.timezone === terms.timezone) return window;
    const usageFrom = usageStart(terms);
    // One that was recorded since has a past that is not billed (subscriptions.md §3).
    if (last === null && subscription.createdAt >= window.from) return window;
    const { from, to } = continueFrom(last?.to ?? usageFrom, window);
    return { from: from < usageFrom ? usageFrom : from, to };
  };
  return {
    ...windows,
    // The end of a trial bills no usage. Its window is another one than that of the start, which may have billed fixed charges.
    charges: occasion.reason === 'trial_ended' ? null : continued(windows.charges, history?.charges ?? null),
    fixedCharges: continued(windows.fixedCharges, history?.fixedCharges ?? null),
  };
}

/** The same for one whose zone has never changed. */
export function regularWindows(terms: SubscriptionTerms, occasion: BillingOccasion): BillingWindows {
  return billingWindows(terms, runOf(occasion));
}

/** What the rules of core know it as: the end of a trial bills as a start does. */
export function situationOf({ reason }: BillingOccasion): Exclude<BillingSituation, 'current'> {
  return reason === 'trial_ended' ? 'starting' : reason;
}

function runOf(occasion: BillingOccasion): BillingRun {
  const { at } = occasion;
  if (occasion.reason === 'terminated') {
    return { situation: 'terminated', at, hadPeriodicRun: occasion.hadPeriodicRun };
  }
  return { situation: occasion.reason === 'trial_ended' ? 'starting' : occasion.reason, at };
}

import {
  type BillingRun,
  type BillingSituation,
  type BillingWindows,
  billingWindows,
  continueFrom,
} from '../../core/billing-windows.js';
import type { Period } from '../../core/period.js';
import type { SubscriptionTerms } from '../../core/subscription-terms.js';
import type { BillingHistory } from '../../modules/invoices/invoice.service.js';

/** Why subscriptions are billed, and the instant that all of it is dated with. */
export type BillingOccasion =
  | { readonly reason: 'starting' | 'trial_ended' | 'periodic' | 'downgraded'; readonly at: Date }
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
  terminated: 'subscription_terminating',
  upgraded: 'subscription_terminating',
  downgraded: 'subscription_terminating',
} as const satisfies Record<BillingOccasion['reason'], string>;

/**
 * What is billed of a subscription. Usage continues where the last invoice ended, when the zone has changed since.
 * Source: periods.md §4–6, §9.
 */
export function occasionWindows(
  terms: SubscriptionTerms,
  occasion: BillingOccasion,
  history: BillingHistory | null,
): BillingWindows {
  const windows = billingWindows(terms, runOf(occasion));
  const last = history?.lastBilled ?? null;
  if (last === null || last.timezone === terms.timezone) return windows;
  return {
    ...windows,
    charges: continued(windows.charges, last.chargesTo),
    fixedCharges: continued(windows.fixedCharges, last.fixedChargesTo),
  };
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

function continued(window: Period | null, billedTo: Date | null): Period | null {
  return window === null || billedTo === null ? window : continueFrom(billedTo, window);
}

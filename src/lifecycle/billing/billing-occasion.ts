import {
  type BillingRun,
  type BillingSituation,
  type BillingWindows,
  billingWindows,
} from '../../core/billing-windows.js';
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

/** What is billed of a subscription. Source: periods.md §4–6, §9. */
export function occasionWindows({ terms }: SubscriptionContext, occasion: BillingOccasion): BillingWindows {
  const windows = billingWindows(terms, runOf(occasion));
  // The end of a trial bills no usage. Its window is another one than that of the start, which may have billed fixed charges.
  return occasion.reason === 'trial_ended' ? { ...windows, charges: null } : windows;
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

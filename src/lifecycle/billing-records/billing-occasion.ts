import {
  type BillingRun,
  type BillingSituation,
  type BillingWindows,
  billingWindows,
  dayOfEndWindows,
} from '../../core/invoicing/subscriptions/billing-windows.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';

/** The event for which a subscription is billed, and the instant that its invoice is for. */
export type BillingOccasion =
  | {
      readonly reason: 'starting' | 'trial_ended' | 'periodic' | 'activated' | 'downgraded';
      readonly at: Date;
    }
  | {
      readonly reason: 'upgraded';
      readonly at: Date;
      /** Null when the next subscription was canceled since. */
      readonly nextPlanId: string | null;
    }
  | {
      readonly reason: 'terminated';
      readonly at: Date;
      /** True if the day of the end was a billing day, and has been billed as one. */
      readonly hadPeriodicRun: boolean;
    };

/** A subscription to be billed, and the occasion. */
export interface DueSubscription {
  readonly context: SubscriptionContext;
  readonly occasion: BillingOccasion;
}

/** The reason that an invoice shows for each occasion. */
export const INVOICING_REASONS = {
  starting: 'subscription_starting',
  trial_ended: 'subscription_starting',
  periodic: 'subscription_periodic',
  activated: 'subscription_periodic',
  terminated: 'subscription_terminating',
  upgraded: 'subscription_terminating',
  downgraded: 'subscription_terminating',
} as const satisfies Record<BillingOccasion['reason'], string>;

/** The windows that an invoice bills of a subscription. Source: periods.md §4–6, §9. */
export function occasionWindows({ terms }: SubscriptionContext, occasion: BillingOccasion): BillingWindows {
  const windows = billingWindows(terms, runOf(occasion));
  // The end of a trial bills no usage. Its window differs from the start's, which may have billed fixed charges.
  return occasion.reason === 'trial_ended' ? { ...windows, charges: null } : windows;
}

/**
 * The windows of the day of an end whose usage a closing invoice bills beside those of the period before it; null without
 * one. Source: periods.md §11.
 */
export function dayOfEndOf(
  { context: { terms }, occasion }: DueSubscription,
  windows: BillingWindows,
): BillingWindows | null {
  return occasion.reason === 'terminated' ? dayOfEndWindows(terms, occasion.at, windows) : null;
}

/** The situation in the rules of core: the end of a trial is billed as a start is. */
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
